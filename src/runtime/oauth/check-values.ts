/** The secrets that protect one sign-in, and what of them the provider is sent. */
import { toBase64url } from "../security/crypto-web.js";
import { randomBytes } from "../security/random.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { Check } from "../types/provider.js";
import type { Server } from "./server.js";

/** The protections that carry one secret each; in the order in which cookies and parameters are sent. */
export const carried = ["state", "pkce", "nonce"] as const;
export type CarriedCheck = (typeof carried)[number];

/** The secret of each protection in force. */
export type CheckValues = ReadonlyMap<CarriedCheck, string>;

/** Parameters of the authorization request. */
export type CheckParams = readonly (readonly [name: string, value: string])[];

/** What a sign-in kept of its beginning. */
export interface KeptChecks {
  has(check: CarriedCheck): boolean;
  /** Takes a value back when it is due. @throws InvalidCheck when it is missing, foreign or too old */
  read(check: CarriedCheck): Promise<string>;
  /** Where several starts share one place. @throws InvalidCheck when the answer, by its state, is to another one */
  assertOwn?(answer: URLSearchParams, state: string): void;
  /** @param value of the state or PKCE check @throws InvalidCheck when the sign-in is used up */
  assertUnspent?(value: string): Promise<void>;
  /** Uses the sign-in up. @param value as above @throws InvalidCheck when another answer was faster */
  spend?(value: string): Promise<void>;
}

/**
 * The protections in force. PKCE gives way to nonce (or state alone) where the metadata lists methods without S256:
 * `plain` would put the verifier into the browser's history, so only a provider that declares it gets it.
 *
 * @param needsState the answer takes a way of its own, which the state tells
 */
export function checksOf(
  provider: OAuthProvider,
  { metadata }: Server,
  needsState: boolean,
): ReadonlySet<Check> {
  const checks = new Set(provider.checks);
  if (needsState) checks.add("state");
  const methods = metadata.code_challenge_methods_supported;
  const method = provider.pkceMethod ?? "S256";
  if (checks.has("pkce") && Array.isArray(methods) && !methods.includes(method)) {
    checks.delete("pkce");
    checks.add("state");
    if (provider.hasIdToken) checks.add("nonce");
  }
  return checks;
}

/**
 * Fresh values for one sign-in.
 * @param state default: random
 */
export const freshValues = (checks: ReadonlySet<Check>, state: string = randomValue()): CheckValues =>
  new Map(
    carried
      .filter((check) => checks.has(check))
      .map((check) => [check, check === "state" ? state : randomValue()]),
  );

/** `state`, `code_challenge` (RFC 7636 section 4.3) and `nonce`, as far as they are in force. */
export async function checkParams(provider: OAuthProvider, values: CheckValues): Promise<CheckParams> {
  const params: [string, string][] = [];
  for (const [check, value] of values) {
    if (check !== "pkce") params.push([check, value]);
    else {
      const method = provider.pkceMethod ?? "S256";
      const challenge = method === "plain" ? value : await challengeOf(value);
      params.push(["code_challenge", challenge], ["code_challenge_method", method]);
    }
  }
  return params;
}

/** 43 characters of base64url: 32 random bytes (RFC 7636 section 4.1). */
export const randomValue = (): string => toBase64url(randomBytes(32));

async function challengeOf(verifier: string): Promise<string> {
  return toBase64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
}
