/** The token of an invitation, over a sign-in: sealed in a cookie, so that it stands in no address on the way. */
import { type CookieChange, clearCookie, setCookie } from "../../http/cookies.js";
import { seal, unseal } from "../../security/seal.js";
import type { CookieOption } from "../../types/cookies.js";
import type { FlowContext } from "../../types/flow.js";
import type { PageAsking } from "./view.js";

/** Seconds: as long as somebody looks for the mail of a sign-up. */
const maxAge = 3600;

/** Beside the session cookie. */
function cookieOf({ cookies: { sessionToken } }: FlowContext): CookieOption {
  const { name, options } = sessionToken;
  // A strict cookie would not come along when a provider has sent the browser back.
  const sameSite = options.sameSite === "none" ? "none" : "lax";
  return { name: `${name}.invitation`, options: { ...options, sameSite, httpOnly: true, maxAge } };
}

export async function keepToken(context: FlowContext, token: string): Promise<CookieChange> {
  const cookie = cookieOf(context);
  const { secrets } = context.resolved;
  return setCookie(cookie, await seal({ token }, { secrets, salt: cookie.name, maxAgeSeconds: maxAge }));
}

/** @returns undefined: none is kept, or what is kept is not ours */
async function keptToken(context: FlowContext): Promise<string | undefined> {
  const { name } = cookieOf(context);
  const value = context.request.cookie(name);
  if (value === undefined) return undefined;
  const opened = await unseal(value, { secrets: context.resolved.acceptedSecrets, salt: name }).catch(
    () => undefined,
  );
  const token = opened?.["token"];
  return typeof token === "string" ? token : undefined;
}

export function forgetToken(context: FlowContext): readonly CookieChange[] {
  const cookie = cookieOf(context);
  return context.request.cookie(cookie.name) === undefined ? [] : [clearCookie(cookie)];
}

/** Of the form that was sent, of the link, or of the way back from a sign-in. */
export async function tokenOf({ context }: PageAsking): Promise<string | undefined> {
  const { token: sent } = (await context.request.body()) ?? {};
  const token = sent ?? context.request.query().get("token") ?? (await keptToken(context));
  return typeof token === "string" ? token : undefined;
}
