/**
 * A session in which the factor was shown goes on by another token. A copy of the old one stays without the factor, and
 * ends half a minute later: until then requests that are under way are answered. The mark of it is a row of the table of
 * sessions.
 */
import { AuthError, toError } from "../../errors/index.js";
import { readSessionCookies, writeSessionCookies } from "../../http/cookie-chunks.js";
import type { CookieChange } from "../../http/cookies.js";
import { hashToken } from "../../security/hash.js";
import { factorClaim, sessionIdIn } from "../../security/own-claims.js";
import { newToken } from "../../sessions/new-token.js";
import type { JWT } from "../../types/entities.js";
import type { FlowContext } from "../../types/flow.js";
import type {
  CurrentUser,
  ResolvedConfig,
  SessionContext,
  SessionRead,
} from "../../types/resolved-config.js";
import { storedSessions } from "../sessions/end-all-sessions.js";
import type { PluginDefinition, PluginScope } from "../host/plugin.js";
import { pluginsOf } from "../host/scope.js";
import { continueSession } from "../sessions/session-ids.js";
import { sessionEpochs } from "../sessions/session-tables.js";
import { sessionTable } from "./tables.js";

type Own = Pick<PluginScope, "records">;

const graceMs = 30_000;
/** How late an answer to the old token may come. */
const lateMs = 600_000;
const noRead: SessionRead = { session: null, cookies: [] };

/** A token of strategy "jwt" by its session and by what was shown in it: all that were made since are meant. */
const nameOf = (token: JWT): string => JSON.stringify([sessionIdIn(token), token[factorClaim] ?? null]);

const keyOf = async (name: string) => ({ hash: `replaced:${await hashToken(name, [])}` });

/** @returns when it ends, in milliseconds since 1970; undefined: it was not replaced */
async function endOf(own: Own, name: string): Promise<number | undefined> {
  const row = await own.records(sessionTable).find(await keyOf(name));
  return row === undefined ? undefined : Number(row["at"]);
}

/** It is no user's, so that it stays when a factor is switched off. @returns false: it was replaced before */
async function leaveMark(own: Own, name: string, lifeMs: number): Promise<boolean> {
  const now = Date.now();
  const row = { userId: "replaced", amr: "", at: now + graceMs, expires: new Date(now + lifeMs) };
  return (await own.records(sessionTable).insert({ ...(await keyOf(name)), ...row })) === "inserted";
}

/** Is the end of a session asked for at each read? Then old tokens end, too. */
const readsRevocation = ({ config }: ResolvedConfig): boolean =>
  Boolean(config.session?.revocation) ||
  pluginsOf(config).some(({ tables = [] }) => tables.some(({ name }) => name === sessionEpochs.name));

/**
 * Tokens of strategy "jwt" from before the factor was shown end, where anybody asks.
 *
 * @param before as the browser has it
 * @param after as it is sealed now
 */
export async function replaceTokens(
  resolved: ResolvedConfig,
  own: Own,
  before: JWT,
  after: JWT,
): Promise<void> {
  const { session, jwt } = resolved;
  // Another session took its place; or it was shown twice in one second, and both have one name.
  const isOther = sessionIdIn(before) !== sessionIdIn(after) || nameOf(before) === nameOf(after);
  if (isOther || !readsRevocation(resolved)) return;
  await leaveMark(own, nameOf(before), Math.max(session.maxAge, jwt.maxAge) * 1000 + lateMs);
}

/**
 * Puts another row in the place of that of a database session, with its end and what is known of it.
 *
 * @param stored its token as the store has it
 * @param keep what is to be known of the new one, by its token in the store
 */
export async function replaceRow(
  context: FlowContext,
  own: Own,
  stored: string,
  keep: (sessionToken: string) => Promise<void>,
): Promise<readonly CookieChange[]> {
  const { resolved, cookies, cookieHeader } = context;
  const store = resolved.adapter;
  const current = await context.sessions.current(context);
  if (current?.session === undefined || store === undefined) throw new AuthError("The session has ended");
  const { sessionToken: before, expires } = current.session;
  const userId = String(current.user.id);
  // Another tab was faster: its answer has the new token.
  if (!(await leaveMark(own, before, lateMs))) return [];
  let token: string;
  try {
    const asked = { sessionToken: await newToken(resolved), userId, expires };
    token = asked.sessionToken;
    const made = (await store.createSession(asked))?.sessionToken ?? token;
    await keep(made);
    await continueSession(resolved, stored, made);
  } catch (thrown) {
    await own.records(sessionTable).consume(await keyOf(before));
    throw thrown;
  }
  const last = Math.min(expires.valueOf(), Date.now() + graceMs);
  await store.updateSession({ sessionToken: before, expires: new Date(last) });
  const { names } = readSessionCookies(cookieHeader, cookies.sessionToken.name);
  return writeSessionCookies(cookies.sessionToken, token, names, { expires });
}

/** Answers to a token that was replaced set and clear no session cookie, and make its row live no longer. */
async function settleRow(own: Own, context: SessionContext, read: SessionRead): Promise<SessionRead> {
  const { resolved, cookies, cookieHeader } = context;
  const { maxAge, updateAge } = resolved.session;
  const { adapterSession } = read;
  const extendedFrom = Date.now() + (maxAge - updateAge) * 1000;
  const isExtended = adapterSession !== undefined && adapterSession.expires.valueOf() <= extendedFrom;
  if (!isExtended && read.cookies.length === 0) return read;
  for (const token of readSessionCookies(cookieHeader, cookies.sessionToken.name).values.slice(0, 2)) {
    const end = await endOf(own, token);
    if (end === undefined) continue;
    if (isExtended) await resolved.adapter?.updateSession({ sessionToken: token, expires: new Date(end) });
    return end <= Date.now() ? noRead : { ...read, cookies: [] };
  }
  return read;
}

async function settleToken(own: Own, { resolved }: SessionContext, read: SessionRead): Promise<SessionRead> {
  if (read.token === undefined || !readsRevocation(resolved)) return read;
  const end = await endOf(own, nameOf(read.token));
  if (end === undefined) return read;
  return end <= Date.now() ? noRead : { ...read, cookies: [] };
}

/** At a sign-out: what the session left behind for requests that are under way ends with it. */
async function endEarlierRows(
  own: Own,
  { resolved }: SessionContext,
  { user, session }: CurrentUser,
): Promise<void> {
  if (session === undefined) return;
  const row = await own.records(sessionTable).find({ hash: await hashToken(session.sessionToken, []) });
  // It has taken no other's place of late.
  if (row === undefined || Number(row["at"]) + graceMs + 1000 < Date.now()) return;
  await endReplacedRows(own, resolved, String(user.id));
}

/** Rows of a user that others have taken the place of end at once, and not half a minute later. */
export async function endReplacedRows(own: Own, resolved: ResolvedConfig, userId: string): Promise<void> {
  for (const { sessionToken } of await storedSessions(resolved, userId))
    if ((await endOf(own, sessionToken)) !== undefined) await resolved.adapter?.deleteSession(sessionToken);
}

export const withoutReplaced: NonNullable<PluginDefinition["aroundSessions"]> = (sessions, { unlessOff }) => {
  const settled =
    <Args extends unknown[]>(ask: (context: SessionContext, ...args: Args) => Promise<SessionRead>) =>
    async (context: SessionContext, ...args: Args): Promise<SessionRead> => {
      const read = await ask(context, ...args);
      const { resolved } = context;
      if (resolved.adapter === undefined) return read;
      const settle = resolved.strategy === "jwt" ? settleToken : settleRow;
      return (await unlessOff(resolved, (own) => settle(own, context, read))) ?? read;
    };
  /** Of strategy "jwt"; rows that are over are found by nobody. */
  const isOver = async (context: SessionContext): Promise<boolean> => {
    const { resolved } = context;
    if (resolved.strategy !== "jwt" || resolved.adapter === undefined || !readsRevocation(resolved))
      return false;
    const token = await sessions.shown(context);
    const end = token && (await unlessOff(resolved, (own) => endOf(own, nameOf(token))));
    return typeof end === "number" && end <= Date.now();
  };
  return {
    ...sessions,
    read: settled(sessions.read),
    refresh: settled(sessions.refresh),
    update: settled(sessions.update),
    async end(context) {
      const { resolved } = context;
      const isRow = resolved.strategy === "database" && resolved.adapter !== undefined;
      // A store that is down is told of by the end itself.
      const current = isRow ? await sessions.current(context).catch(() => null) : null;
      const ended = await sessions.end(context);
      if (current !== null)
        await unlessOff(resolved, (own) => endEarlierRows(own, context, current)).catch((thrown: unknown) =>
          resolved.logger.error(toError(thrown)),
        );
      return ended;
    },
    shown: async (context) => ((await isOver(context)) ? null : sessions.shown(context)),
    current: async (context) => ((await isOver(context)) ? null : sessions.current(context)),
  };
};
