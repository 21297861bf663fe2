import { compact } from "../types/compact.js";
import { checkMaxAgeSeconds } from "../http/cookie-policy.js";
import { clearCookie, type CookieChange } from "../http/cookies.js";
import { checkSecrets, makeCheckCookie, openCheckCookie, takeCheckCookie } from "../security/check-cookie.js";
import { toBase64url } from "../security/crypto-web.js";
import { randomBytes } from "../security/random.js";
import { InvalidCheck } from "../errors/index.js";
import { seal, toleranceSeconds } from "../security/seal.js";
import type { CookieOption } from "../types/cookies.js";
import type { FlowContext } from "../types/flow.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { Check } from "../types/provider.js";
import { isFormPost, type ReturnRoute, stateSalt } from "./proxy.js";
import type { Server } from "./server.js";

/** The protections that carry one secret each; in the order in which cookies and parameters are sent. */
const carried = ["state", "pkce", "nonce"] as const;
export type CarriedCheck = (typeof carried)[number];

const cookieKeys = { state: "state", pkce: "pkceCodeVerifier", nonce: "nonce" } as const;

export interface MadeChecks {
  /** Parameters of the authorization request. */
  readonly params: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly CookieChange[];
}

/** What a sign-in is begun with. */
interface StartOfChecks {
  readonly route: ReturnRoute;
  /** Seconds since the provider has asked the person, at most; undefined: not asked for. */
  readonly maxAge: number | undefined;
}

/** Fresh values for one sign-in, sealed into cookies that name the provider. */
export async function makeChecks(
  context: FlowContext,
  provider: OAuthProvider,
  server: Server,
  { route, maxAge }: StartOfChecks,
): Promise<MadeChecks> {
  const params: [string, string][] = [];
  const cookies: CookieChange[] = [];
  const wanted = checksOf(provider, server, route);
  const sessionBinding = await context.sessions.sessionBinding(context);
  for (const check of carried) {
    if (!wanted.has(check)) continue;
    const value = check === "state" ? await sealedState(context, route) : randomValue();
    if (check === "pkce") {
      const method = provider.pkceMethod ?? "S256";
      const challenge = method === "plain" ? value : await challengeOf(value);
      params.push(["code_challenge", challenge], ["code_challenge_method", method]);
    }
    if (check !== "pkce") params.push([check, value]);
    cookies.push(
      await makeCheckCookie(context, provider, cookieOf(context, provider, check), {
        value,
        sessionBinding,
        maxAge,
      }),
    );
  }
  if (maxAge !== undefined) params.push(["max_age", String(maxAge)], ["prompt", "login"]);
  return { params, cookies };
}

/** Takes back the value of one check. @throws InvalidCheck when the cookie is missing, foreign or too old */
export async function readCheck(
  context: FlowContext,
  provider: OAuthProvider,
  check: CarriedCheck,
): Promise<string> {
  return takeCheckCookie(context, provider, context.site.cookies[cookieKeys[check]].name, check);
}

/** How a sign-in was begun. */
export interface SignInStart {
  /** In the session that is open now. Also true where no check could carry the answer. */
  readonly isSameSession: boolean;
  /** Seconds since the provider has asked the person, at most; undefined: not asked for. */
  readonly maxAge: number | undefined;
}

export async function startOf(
  context: FlowContext,
  provider: OAuthProvider,
  checks: ReadonlySet<Check>,
): Promise<SignInStart> {
  const check = carried.find((each) => checks.has(each));
  if (check === undefined) return { isSameSession: true, maxAge: undefined };
  const { name } = context.site.cookies[cookieKeys[check]];
  const { sessionBinding, maxAge } = await openCheckCookie(context, provider, name, check);
  const isSameSession = sessionBinding === (await context.sessions.sessionBinding(context));
  return { isSameSession, maxAge };
}

/**
 * Each sign-in comes back once, also where a provider takes its code twice and check cookies were restored.
 *
 * @param value of its state or PKCE check
 * @throws InvalidCheck when it was used before, in this process or one that shares a store with it
 */
export async function spendCheck({ resolved }: FlowContext, value: string): Promise<void> {
  if (await resolved.spent.spend("state", value, checkMaxAgeSeconds + toleranceSeconds)) return;
  throw new InvalidCheck("This sign-in came back before: its checks are used up");
}

export const hasCheckCookie = (context: FlowContext, check: CarriedCheck): boolean =>
  Boolean(context.request.cookie(context.site.cookies[cookieKeys[check]].name));

/** Clears what this sign-in left behind, with the attributes it was set with. */
export function clearChecks(context: FlowContext, provider: OAuthProvider): readonly CookieChange[] {
  return carried
    .filter((check) => hasCheckCookie(context, check))
    .map((check) => clearCookie(cookieOf(context, provider, check)));
}

/**
 * The protections in force. PKCE gives way to nonce (or state alone) where the metadata lists methods without S256:
 * `plain` would put the verifier into the browser's history, so only a provider that declares it gets it.
 */
export function checksOf(
  provider: OAuthProvider,
  { metadata }: Server,
  route: ReturnRoute,
): ReadonlySet<Check> {
  const checks = new Set(provider.checks);
  if (route.usesProxy) checks.add("state");
  const methods = metadata.code_challenge_methods_supported;
  const method = provider.pkceMethod ?? "S256";
  if (checks.has("pkce") && Array.isArray(methods) && !methods.includes(method)) {
    checks.delete("pkce");
    checks.add("state");
    if (provider.hasIdToken) checks.add("nonce");
  }
  return checks;
}

/** A sealed parcel, so that a redirect proxy with the same secret can read where it belongs. */
const sealedState = (context: FlowContext, { origin }: ReturnRoute): Promise<string> =>
  seal(compact({ origin, random: randomValue() }), {
    secrets: checkSecrets(context),
    salt: stateSalt,
    maxAgeSeconds: checkMaxAgeSeconds,
  });

function cookieOf(context: FlowContext, provider: OAuthProvider, check: CarriedCheck): CookieOption {
  const { name, options } = context.site.cookies[cookieKeys[check]];
  // A form posted from the provider's page is a cross-site request: Lax cookies would stay at home.
  return { name, options: isFormPost(provider) ? { ...options, sameSite: "none", secure: true } : options };
}

/** 43 characters of base64url: 32 random bytes (RFC 7636 section 4.1). */
const randomValue = (): string => toBase64url(randomBytes(32));

async function challengeOf(verifier: string): Promise<string> {
  return toBase64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
}
