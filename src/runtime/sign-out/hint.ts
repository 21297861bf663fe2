/**
 * The ID token of a sign-in, kept for the sign-out: the provider knows by it which of its sessions is meant
 * (`id_token_hint`, OpenID Connect RP-Initiated Logout 1.0 section 2). Sealed, and sent to the sign-out alone.
 */
import { isSessionCookie } from "../http/cookie-chunks.js";
import { clearCookie, type CookieChange, cookieLine, setCookie } from "../http/cookies.js";
import { openingSecrets, checkSecrets } from "../security/check-cookie.js";
import { seal, unseal } from "../security/seal.js";
import type { CookieOption } from "../types/cookies.js";
import type { FlowContext } from "../types/flow.js";
import type { SessionContext, SignInResult } from "../types/resolved-config.js";
import { federatedProviders } from "./options.js";

/** What is known of how a session began. */
export interface SignOutHint {
  /** Id of the provider that it began with. */
  readonly provider: string;
  /** undefined: it was too long for a cookie. */
  readonly idToken: string | undefined;
}

/** Sessions that are used live on; browsers keep no cookie longer than this (RFC 6265bis section 5.5). */
const maxAgeSeconds = 400 * 86_400;

/** Bytes of the line that browsers keep, and of all cookies of one answer that proxies pass, with room for the others. */
const limits = { line: 4096, answer: 7000 } as const;

/** Below the sign-out only: no other request carries it. */
export function hintCookie({ resolved, cookies, site }: SessionContext): CookieOption {
  const { name, options } = cookies.signOutHint;
  const path = `${site?.basePath ?? resolved.basePath}/signout`;
  return { name, options: { ...options, path: resolved.config.cookies?.signOutHint?.options?.path ?? path } };
}

/** What a sign-in leaves: the hint of its provider, or nothing of the one before. */
export async function keepHint(
  context: SessionContext,
  { account }: SignInResult,
  made: readonly CookieChange[],
): Promise<CookieChange> {
  const cookie = hintCookie(context);
  const { name } = context.cookies.sessionToken;
  const isMade = made.some((change) => change.value !== "" && isSessionCookie(change.name, name));
  const provider = federatedProviders(context.resolved).find(({ id }) => id === account.provider);
  if (!isMade || provider === undefined) return clearCookie(cookie);
  const { id_token: idToken } = account;
  const whole = await sealed(context, cookie, { provider: provider.id, idToken });
  return isAffordable(whole, made)
    ? whole
    : sealed(context, cookie, { provider: provider.id, idToken: undefined });
}

function isAffordable(change: CookieChange, others: readonly CookieChange[]): boolean {
  const line = cookieLine(change).length;
  const all = others.reduce((sum, other) => sum + cookieLine(other).length, line);
  return line <= limits.line && all <= limits.answer;
}

async function sealed(
  context: SessionContext,
  cookie: CookieOption,
  hint: SignOutHint,
): Promise<CookieChange> {
  const options = { secrets: checkSecrets(context), salt: cookie.name, maxAgeSeconds };
  return setCookie(cookie, await seal({ ...hint }, options), { maxAge: maxAgeSeconds });
}

/** What this browser brings: a hint, nothing, or something that does not open. */
export async function readHint(context: FlowContext): Promise<SignOutHint | "none" | "broken"> {
  const { name } = hintCookie(context);
  const value = context.request.cookie(name);
  if (value === undefined || value === "") return "none";
  const opened = await unseal(value, { secrets: openingSecrets(context), salt: name }).catch(() => undefined);
  const { provider, idToken } = opened ?? {};
  if (typeof provider !== "string") return "broken";
  return { provider, idToken: typeof idToken === "string" ? idToken : undefined };
}
