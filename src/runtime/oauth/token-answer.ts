/** What the token endpoint answers: read without a library for plain OAuth 2 (RFC 6749 sections 5.1 and 5.2). */
import type { AuthorizationServer, Client, IDToken } from "oauth4webapi";
import type { TokenSet } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { memberAt } from "./template.js";

/** What the provider's answer proved. */
export interface TokenExchange {
  readonly tokens: TokenSet;
  /** Claims of the ID token, signature and all claims verified; undefined for plain OAuth. */
  readonly claims: IDToken | undefined;
  /** Who signed in, where no token says it: counts more than what an API says. */
  readonly proven?: { readonly sub: string };
  readonly authorizationServer: AuthorizationServer;
  readonly client: Client;
  /** Parameters of the callback. */
  readonly callback: URLSearchParams;
}

/**
 * Does a body speak of failure, whatever the status says? By the provider's own sign, or by `error` and the name that
 * gateways have for it.
 */
export function saysFailure({ success }: OAuthProvider, body: Readonly<Record<string, unknown>>): boolean {
  const said = success && memberAt(body, success.member.split("."));
  return said === undefined ? Boolean(body["error"] ?? body["error_response"]) : said !== success?.value;
}

/**
 * The claims of a JWT, nothing verified; none when it is no JWT. Good for choosing what the token is compared with,
 * and for a token that came from its issuer directly over TLS (OpenID Connect Core 1.0, section 3.1.3.7, item 6).
 */
export function unverifiedClaims(token: unknown): Record<string, unknown> {
  const payload = typeof token === "string" ? token.split(".")[1] : undefined;
  if (payload === undefined) return {};
  try {
    return asObject(JSON.parse(new TextDecoder().decode(bytesOf(payload))));
  } catch {
    return {};
  }
}

export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

export const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isAbsent = (value: unknown): boolean => value === undefined;

const text = "a text with something in it";

/** Members that are read, and what they must be. */
const members: readonly (readonly [name: string, isGood: (value: unknown) => boolean, kind: string])[] = [
  ["access_token", isText, text],
  ["token_type", isText, text],
  ["expires_in", (value) => isAbsent(value) || secondsOf(value) >= 0, "a number of seconds"],
  ["refresh_token", (value) => isAbsent(value) || isText(value), text],
  ["scope", (value) => isAbsent(value) || typeof value === "string", "a text"],
];

/** Less than nothing when it is no number. */
function secondsOf(value: unknown): number {
  const seconds = typeof value === "string" ? parseFloat(value) : value;
  return typeof seconds === "number" && Number.isFinite(seconds) ? seconds : -1;
}

/**
 * @param body undefined: it is no JSON
 * @returns the tokens; `token_type` in lower case, `expires_in` as a number
 * @throws Error when it is no answer with a token; nothing of the body but its error is in the text
 */
export function plainTokens(response: Response, body: unknown): TokenExchange["tokens"] {
  if (response.status !== 200) throw refused(response, body);
  const fail = (problem: string) => new Error(`The token endpoint's answer ${problem}`);
  if (body === undefined) throw fail("is not JSON");
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw fail("is no JSON object");
  const tokens = body as TokenExchange["tokens"];
  for (const [name, isGood, kind] of members)
    if (!isGood(tokens[name]))
      throw fail(isAbsent(tokens[name]) ? `holds no \`${name}\`` : `holds \`${name}\`, which is not ${kind}`);
  const type = String(tokens.token_type).toLowerCase();
  if (type !== "bearer" && type !== "dpop")
    throw fail("holds `token_type`, which is neither Bearer nor DPoP");
  const expires = tokens.expires_in === undefined ? {} : { expires_in: secondsOf(tokens.expires_in) };
  return { ...tokens, ...expires, token_type: type };
}

/** The provider's own words where it gives any (RFC 6749 section 5.2). */
function refused(response: Response, body: unknown): Error {
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  const said = response.headers.has("www-authenticate")
    ? ["it asks for authentication (WWW-Authenticate)"]
    : isText(error)
      ? [error, isText(description) && description]
      : [];
  const why = [`status ${response.status}`, ...said].filter(Boolean).join(", ");
  return new Error(`The token endpoint refused the code (${why})`);
}

export const accessTokenOf = ({ tokens }: Pick<TokenExchange, "tokens">): string =>
  String(tokens.access_token);
