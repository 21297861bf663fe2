/** What the token endpoint answers. */
import type { AuthorizationServer, Client, IDToken } from "oauth4webapi";
import type { TokenSet } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { memberAt } from "./server.js";
import { membersOf } from "../types/members.js";

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
    return membersOf(JSON.parse(new TextDecoder().decode(bytesOf(payload))));
  } catch {
    return {};
  }
}

export const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

export const accessTokenOf = ({ tokens }: Pick<TokenExchange, "tokens">): string =>
  String(tokens.access_token);
