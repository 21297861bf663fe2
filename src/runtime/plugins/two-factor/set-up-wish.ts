/**
 * The wish to set up a factor, over a sign-in: who has signed in too long ago, or in a session that nothing tells the
 * age of, signs in once more, and the step of that sign-in leads to the page. Sealed, for ten minutes and one user.
 */
import { type CookieChange, clearCookie, setCookie } from "../../http/cookies.js";
import { seal, unseal } from "../../security/seal.js";
import type { CookieOption } from "../../types/cookies.js";
import type { FlowContext } from "../../types/flow.js";
import { storedIdOf, type TwoFactorUser } from "./options.js";

const maxAge = 600;

/** Beside the session cookie, as the cookie of a sign-in that waits. */
function cookieOf({ cookies: { sessionToken } }: FlowContext): CookieOption {
  const { name, options } = sessionToken;
  // A strict cookie would not come along when a provider has sent the browser back.
  const sameSite = options.sameSite === "none" ? "none" : "lax";
  return { name: `${name}.set-up`, options: { ...options, sameSite, httpOnly: true, maxAge } };
}

export async function wishSetUp(context: FlowContext, userId: string): Promise<CookieChange> {
  const cookie = cookieOf(context);
  const { secrets } = context.resolved;
  return setCookie(cookie, await seal({ userId }, { secrets, salt: cookie.name, maxAgeSeconds: maxAge }));
}

export async function isSetUpWanted(context: FlowContext, user: TwoFactorUser): Promise<boolean> {
  const { name } = cookieOf(context);
  const value = context.request.cookie(name);
  const userId = storedIdOf(user);
  if (value === undefined || userId === undefined) return false;
  const options = { secrets: context.resolved.acceptedSecrets, salt: name };
  const opened = await unseal(value, options).catch(() => undefined);
  return opened?.["userId"] === userId;
}

export function endWish(context: FlowContext): readonly CookieChange[] {
  const cookie = cookieOf(context);
  return context.request.cookie(cookie.name) === undefined ? [] : [clearCookie(cookie)];
}
