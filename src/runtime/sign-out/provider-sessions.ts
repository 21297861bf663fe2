/** Sessions by the provider's session that they began with: noted at sign-in, found when the provider ends one. */
import { sha256Hex } from "#crypto";
import { AccessDenied } from "../errors/index.js";
import { unverifiedClaims } from "../oauth/token-answer.js";
import { deleteRows } from "../plugins/host/delete-rows.js";
import { deleteStored } from "../plugins/sessions/end-all-sessions.js";
import type { AroundSessions, PluginScope } from "../plugins/host/plugin.js";
import { sessionIdOf, tokenIdOf } from "../plugins/sessions/session-ids.js";
import { endOneSession, longAgo, statesOf } from "../plugins/sessions/session-states.js";
import { sessionInfo } from "../plugins/sessions/session-tables.js";
import type { AdapterSession } from "../types/adapter.js";
import type { RecordRow } from "../types/records.js";
import type { ResolvedConfig, SessionStrategy, SignInResult } from "../types/resolved-config.js";
import { observed } from "./observed-sessions.js";
import { listeningProviders } from "./options.js";
import { sessionProvider } from "./tables.js";

/** A session of the provider, by what its tokens say. */
export interface ProviderSession {
  readonly provider: string;
  readonly issuer: string;
  /** undefined: the token names the session alone. */
  readonly subject: string | undefined;
  /** undefined: the token names the person alone. */
  readonly sid: string | undefined;
  readonly issuedAt: Date;
}

/** Sessions that are used live on. Longer than browsers keep a cookie that nothing renews. */
const rowLifeMs = 400 * 86_400_000;
/** A sign-in that waits for a step may take so long. */
const logoutLifeMs = 3_600_000;
const mostRows = 1000;
const mostRounds = 10;

const hashOf = (what: string, { provider, issuer }: ProviderSession, value: string): Promise<string> =>
  Promise.resolve(sha256Hex(JSON.stringify([what, provider, issuer, value])));

/** The columns that both kinds of rows have. */
async function columnsOf(session: ProviderSession) {
  const { provider, issuer, subject, sid, issuedAt } = session;
  return {
    provider,
    issuer,
    subject: subject === undefined ? null : await hashOf("sub", session, subject),
    sid: sid === undefined ? null : await hashOf("sid", session, sid),
    issuedAt,
  };
}

/** Notes each session that begins with a provider that tells when it is over. */
export const notingSessions = (sessions: SessionStrategy, around: AroundSessions): SessionStrategy => ({
  ...sessions,
  async create(context, signedIn) {
    const begun = signedIn.adds === "session" ? undefined : begunBy(context.resolved, signedIn);
    const userId = signedIn.user.id;
    if (begun === undefined || userId === undefined) return sessions.create(context, signedIn);
    const made: string[] = [];
    const created = await sessions.create(
      observed(context, { begun: (token) => made.push(token) }),
      signedIn,
    );
    const [token] = made;
    if (token === undefined) return created;
    const row = { id: await tokenIdOf(token), userId: String(userId), ...(await columnsOf(begun)) };
    const { resolved } = context;
    const isOver = await around.unlessOff(resolved, async (own) => {
      const expires = new Date(Date.now() + rowLifeMs);
      await own.records(sessionProvider).insert({ ...row, expires });
      // Whoever ends it meanwhile finds the row, or is found here.
      if (!(await isLoggedOut(own, row))) return false;
      await endSession(resolved, own, row);
      return true;
    });
    if (isOver === true)
      throw new AccessDenied("The provider has ended its session while this sign-in was under way", {
        cause: { provider: begun.provider },
      });
    return created;
  },
  async end(context) {
    const over: string[] = [];
    const ended = await sessions.end(observed(context, { ended: (token) => over.push(token) }));
    await around
      .unlessOff(context.resolved, async (own) => {
        for (const token of over)
          await own.records(sessionProvider).consume({ id: await sessionIdOf(own, token) });
      })
      // The row is good for nothing any more; it goes when it expires.
      .catch(() => undefined);
    return ended;
  },
});

/** What the ID token says, which the sign-in has verified. */
function begunBy(resolved: ResolvedConfig, { account }: SignInResult): ProviderSession | undefined {
  const provider = listeningProviders(resolved).find(({ id }) => id === account.provider);
  if (provider === undefined) return undefined;
  const { iss, sub, sid, iat } = unverifiedClaims(account.id_token);
  if (typeof iss !== "string" || typeof sub !== "string" || typeof iat !== "number") return undefined;
  const issuedAt = new Date(iat * 1000);
  return {
    provider: provider.id,
    issuer: iss,
    subject: sub,
    sid: typeof sid === "string" ? sid : undefined,
    issuedAt,
  };
}

/** Has the provider ended this session since its ID token was made? */
async function isLoggedOut(
  own: PluginScope,
  { subject = null, sid = null, issuedAt }: RecordRow,
): Promise<boolean> {
  const found = [...(await rowsWith(own, { sid })), ...(await rowsWith(own, { subject }))];
  return found.some(
    (row) =>
      row["userId"] === null &&
      (row["sid"] === null ? row["subject"] === subject : row["sid"] === sid) &&
      !isLater(issuedAt, row["issuedAt"]),
  );
}

const isLater = (one: unknown, other: unknown): boolean => Number(one) > Number(other);

async function rowsWith(own: PluginScope, where: RecordRow): Promise<readonly RecordRow[]> {
  const texts = Object.entries(where).filter(
    (column): column is [string, string] => typeof column[1] === "string",
  );
  return texts.length === 0
    ? []
    : own.records(sessionProvider).list(Object.fromEntries(texts), { limit: mostRows });
}

/**
 * Ends the sessions that began with this one of the provider: that of `sid`, or without one those of `sub`.
 *
 * @param logout `issuedAt`: sessions that began later go on
 * @param id of the logout token
 */
export async function endProviderSessions(
  resolved: ResolvedConfig,
  own: PluginScope,
  { id, ...logout }: ProviderSession & { readonly id: string },
): Promise<void> {
  const columns = await columnsOf(logout);
  const { subject, sid } = columns;
  const expires = new Date(Date.now() + logoutLifeMs);
  const rowId = await hashOf("logout", logout, id);
  // First: a sign-in that is under way finds it, or is found below.
  await own.records(sessionProvider).insert({ ...columns, id: rowId, userId: null, expires });
  const where = sid === null ? { subject } : { sid };
  for (let round = 0; round < mostRounds; round += 1) {
    const found = await rowsWith(own, where);
    for (const row of found) await endIfMeant(resolved, own, { row, subject, issuedAt: logout.issuedAt });
    if (found.length < mostRows) return;
  }
}

/** Ends the session of a row, unless it began later or is another person's; drops what is good for nothing. */
async function endIfMeant(
  resolved: ResolvedConfig,
  own: PluginScope,
  {
    row,
    subject,
    issuedAt,
  }: { readonly row: RecordRow; readonly subject: string | null; readonly issuedAt: Date },
): Promise<void> {
  const drop = () => own.records(sessionProvider).consume({ id: String(row["id"]) });
  if (row["userId"] === null) {
    if (isLater(Date.now(), row["expires"])) await drop();
    return;
  }
  if ((subject !== null && row["subject"] !== subject) || isLater(row["issuedAt"], issuedAt)) return;
  const session = await endSession(resolved, own, row);
  await drop();
  await resolved.emit(
    "signOut",
    resolved.strategy === "jwt"
      ? { token: { sub: String(row["userId"]) }, reason: "provider" }
      : { session, reason: "provider" },
  );
}

/**
 * Ends one session, in all processes within their `cacheSeconds`.
 *
 * @returns the row of the session table, where there was one
 */
async function endSession(
  resolved: ResolvedConfig,
  own: PluginScope,
  row: RecordRow,
): Promise<AdapterSession | undefined> {
  const { id, userId } = { id: String(row["id"]), userId: String(row["userId"]) };
  const deleted = await deleteStored(resolved, own, { id, userId });
  if (!(await endOneSession(resolved, own, { id }))) {
    const now = new Date();
    const unknown = { device: null, addressRange: null, createdAt: longAgo, lastSeen: now };
    const expires = new Date(now.valueOf() + rowLifeMs);
    await own.records(sessionInfo).insert({ ...unknown, id, userId, endedAt: now, expires });
  }
  statesOf(resolved).forgetSession(id);
  return deleted.at(-1);
}

/** Before a user is deleted. */
export const forgetSessionsOf = (own: PluginScope, userId: string): Promise<void> =>
  deleteRows(own, sessionProvider, { userId });
