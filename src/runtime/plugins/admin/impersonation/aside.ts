/** The administrator's own session while they act for somebody: kept sealed in a cookie that nothing reads as a session. */
import { clearSessionCookies, readSessionCookies, writeSessionCookies } from "../../../http/cookie-chunks.js";
import type { CookieChange } from "../../../http/cookies.js";
import { seal, unseal } from "../../../security/seal.js";
import type { CookieOption } from "../../../types/cookies.js";
import type { SessionContext, SessionStrategy } from "../../../types/resolved-config.js";

function cookieOf({ cookies: { sessionToken } }: SessionContext): CookieOption {
  const { options } = sessionToken;
  return { name: `${options.secure ? "__Secure-" : ""}authjs.session-aside`, options };
}

const found = (context: SessionContext) => readSessionCookies(context.cookieHeader, cookieOf(context).name);

/** A cookie of one row opens with no other. */
const saltOf = (context: SessionContext, id: string): string => `${cookieOf(context).name} ${id}`;

/** The session of a cookie value that stands alone. */
const withValue = (context: SessionContext, value: string): SessionContext => ({
  ...context,
  cookieHeader: `${context.cookies.sessionToken.name}=${encodeURIComponent(value)}`,
});

/** The value of the session cookie that opens as this user's. */
export async function ownValue(
  sessions: SessionStrategy,
  context: SessionContext,
  userId: string,
): Promise<string | undefined> {
  const { values } = readSessionCookies(context.cookieHeader, context.cookies.sessionToken.name);
  for (const value of values) {
    const current = await sessions.current(withValue(context, value));
    if (String(current?.user.id) === userId) return value;
  }
  return undefined;
}

/** @param id of the row */
export async function keepAside(
  context: SessionContext,
  id: string,
  value: string,
  expires: Date,
): Promise<readonly CookieChange[]> {
  const { secrets } = context.resolved;
  const maxAgeSeconds = Math.ceil((expires.valueOf() - Date.now()) / 1000);
  const sealed = await seal({ value }, { secrets, salt: saltOf(context, id), maxAgeSeconds });
  return writeSessionCookies(cookieOf(context), sealed, found(context).names, { expires });
}

/** @returns undefined: nothing is kept for this row */
export async function asideOf(
  context: SessionContext,
  id: string,
): Promise<{ readonly value: string; readonly own: SessionContext } | undefined> {
  for (const sealed of found(context).values) {
    const options = { secrets: context.resolved.acceptedSecrets, salt: saltOf(context, id) };
    const opened = await unseal(sealed, options).catch(() => undefined);
    const value = opened?.["value"];
    if (typeof value === "string") return { value, own: withValue(context, value) };
  }
  return undefined;
}

export const clearAside = (context: SessionContext): readonly CookieChange[] =>
  clearSessionCookies(cookieOf(context), found(context).names);
