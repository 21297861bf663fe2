/**
 * When the factor was shown in a session. Sessions of strategy "jwt" have it in their token, with a proof that no
 * client can make; database sessions in a row of their own.
 */
import { AuthError } from "../../errors/index.js";
import { isSessionCookie, readSessionCookies } from "../../http/cookie-chunks.js";
import type { CookieChange } from "../../http/cookies.js";
import type { FlowResult } from "../../http/flow-result.js";
import { hashToken, sameText } from "../../security/hash.js";
import { toleranceSeconds } from "../../security/seal.js";
import { factorClaim } from "../../security/own-claims.js";
import type { JWT } from "../../types/entities.js";
import type { FlowContext } from "../../types/flow.js";
import type { RecordRow } from "../../types/records.js";
import type { ResolvedConfig, SessionRead } from "../../types/resolved-config.js";
import { withStamp } from "../sign-in/end-of-steps.js";
import type { PluginScope } from "../host/plugin.js";
import type { FactorQuestion } from "../host/plugin-host.js";
import type { Amr } from "./factor-store.js";
import { replaceRow, replaceTokens } from "./replaced-sessions.js";
import { sessionTable } from "./tables.js";

/** That the factor was shown. */
export interface Shown {
  readonly amr: Amr;
  /** Seconds since 1970, as `auth_time` of OpenID Connect. */
  readonly at: number;
}

export const shownNow = (amr: Amr): Shown => ({ amr, at: Math.floor(Date.now() / 1000) });

/**
 * Bound to the user and the session, so that a `jwt` callback that takes over what a client sends cannot be used to
 * make one: `rid` stays the same from sign-in to sign-out.
 */
const proofOf = async ({ sub, rid }: JWT, { amr, at }: Shown, secret: string): Promise<string> =>
  hashToken(JSON.stringify(["two-factor session", sub, rid, at, amr]), [secret]);

/** The token of a session in which the factor was shown. */
export async function stampToken(resolved: ResolvedConfig, shown: Shown, token: JWT): Promise<JWT> {
  const proof = await proofOf(token, shown, resolved.secrets[0] ?? "");
  return { ...token, [factorClaim]: { amr: shown.amr, at: shown.at, proof } };
}

async function shownInToken({ acceptedSecrets }: ResolvedConfig, token: JWT): Promise<Shown | undefined> {
  const { amr, at, proof } = (token[factorClaim] ?? {}) as { amr?: Amr; at?: unknown; proof?: unknown };
  if (!Array.isArray(amr) || typeof at !== "number" || typeof proof !== "string") return undefined;
  if (typeof token["rid"] !== "string") return undefined;
  for (const secret of acceptedSecrets)
    if (sameText(await proofOf(token, { amr, at }, secret), proof)) return { amr, at };
  return undefined;
}

/** 128 random bits or more: a hash without a key says nothing of them, and outlives a new AUTH_SECRET. */
const keyOf = async (sessionToken: string) => ({ hash: await hashToken(sessionToken, []) });

async function shownInRow(
  { user, adapterSession }: SessionRead,
  own: Pick<PluginScope, "records">,
): Promise<Shown | undefined> {
  if (adapterSession === undefined || user === undefined) return undefined;
  const row = await own.records(sessionTable).find(await keyOf(adapterSession.sessionToken));
  if (row === undefined || row["userId"] !== String(user.id) || !isAlive(row)) return undefined;
  return { amr: String(row["amr"]).split(" ") as unknown as Amr, at: Number(row["at"]) / 1000 };
}

const isAlive = ({ expires }: RecordRow): boolean =>
  expires instanceof Date && expires.valueOf() > Date.now();

/** Was the factor shown in this session, and not too long ago? */
export async function isShown(
  { resolved, read, maxAge = Number.POSITIVE_INFINITY }: FactorQuestion,
  own: Pick<PluginScope, "records">,
): Promise<boolean> {
  const { token } = read;
  const shown =
    resolved.strategy === "jwt"
      ? token && (await shownInToken(resolved, token))
      : await shownInRow(read, own);
  if (shown === undefined) return false;
  const age = Date.now() / 1000 - shown.at;
  return age <= maxAge && age >= -toleranceSeconds;
}

/** Keeps that the factor was shown in the session that is open. @returns cookies for the answer */
export async function markSession(
  context: FlowContext,
  own: PluginScope,
  read: SessionRead,
  shown: Shown,
): Promise<readonly CookieChange[]> {
  if (context.resolved.strategy === "database") return keepInNewRow(context, own, read, shown);
  const stamped = withStamp(context, (token) => stampToken(context.resolved, shown, token));
  const { session, cookies } = await stamped.sessions.refresh(stamped);
  if (session === null) throw new AuthError("The session has ended");
  await replaceToken(context, own, cookies);
  return cookies;
}

/** The token that came is over once the answer has another one of its session. */
async function replaceToken(
  context: FlowContext,
  own: PluginScope,
  changes: readonly CookieChange[],
): Promise<void> {
  const before = await tokenIn(context, context.cookieHeader);
  const made = changes.filter(
    ({ name, value }) => value !== "" && isSessionCookie(name, context.cookies.sessionToken.name),
  );
  const after =
    before &&
    (await tokenIn(
      context,
      made.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; "),
    ));
  if (before && after) await replaceTokens(context.resolved, own, before, after);
}

/** Of strategy "jwt": what `shown` gives with it is the token. */
const tokenIn = async (context: FlowContext, cookieHeader: string | null): Promise<JWT | null> =>
  await context.sessions.shown({ ...context, cookieHeader });

/** The row of before never has the factor: what was shown in it earlier moves along. */
async function keepInNewRow(
  context: FlowContext,
  own: PluginScope,
  { user, adapterSession }: SessionRead,
  shown: Shown,
): Promise<readonly CookieChange[]> {
  if (user === undefined || adapterSession === undefined) throw new AuthError("The session has ended");
  const { sessionToken: before } = adapterSession;
  const cookies = await replaceRow(context, own, before, (sessionToken) =>
    keepRow(context, own, { user, adapterSession: { ...adapterSession, sessionToken } }, shown),
  );
  await own.records(sessionTable).consume(await keyOf(before));
  return cookies;
}

async function keepRow(
  { resolved }: FlowContext,
  own: PluginScope,
  { user, adapterSession }: Pick<SessionRead, "user" | "adapterSession">,
  { amr, at }: Shown,
): Promise<void> {
  if (user === undefined || adapterSession === undefined) throw new AuthError("The session has ended");
  const key = await keyOf(adapterSession.sessionToken);
  const records = own.records(sessionTable);
  const expires = new Date(Date.now() + resolved.session.maxAge * 1000);
  const values = { userId: String(user.id), amr: amr.join(" "), at: at * 1000, expires };
  if ((await records.insert({ ...key, ...values })) === "taken") await records.update(key, {}, values);
}

/** The same for a session that a sign-in has just made, or in which it has added an account. @returns the answer */
export async function markNewSession(
  context: FlowContext,
  own: PluginScope,
  result: FlowResult,
  shown: Shown,
): Promise<FlowResult> {
  const { resolved } = context;
  const { name } = context.cookies.sessionToken;
  const { cookies = [] } = result;
  const made = cookies.find((change) => change.value !== "" && isSessionCookie(change.name, name));
  if (made === undefined) return result;
  if (resolved.strategy === "jwt") {
    await replaceToken(context, own, cookies);
    return result;
  }
  if (readSessionCookies(context.cookieHeader, name).values.includes(made.value)) {
    const others = cookies.filter((change) => !isSessionCookie(change.name, name));
    const replaced = await markSession(context, own, await context.sessions.read(context), shown);
    return { ...result, cookies: [...others, ...replaced] };
  }
  // A store that keeps hashes names the session by another text than the cookie.
  const row = await resolved.adapter?.getSessionAndUser(made.value);
  if (row) await keepRow(context, own, { user: row.user, adapterSession: row.session }, shown);
  return result;
}
