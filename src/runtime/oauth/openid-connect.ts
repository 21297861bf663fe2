/**
 * What OpenID Connect adds to OAuth: the ID token with all that it claims, the standard userinfo endpoint, discovery,
 * and client authentication by a signed assertion. Providers that speak it bring this file; it is loaded at the first
 * sign-in.
 */
import * as oauth from "oauth4webapi";
import type { OAuthProvider } from "../types/finished-provider.js";
import { bytesOf, type TokenExchange, unverifiedClaims } from "./token-answer.js";
import { providerFetch } from "./fetch.js";
import { publicKeyAlgorithms, verifySignature } from "./keys.js";
import type { Server } from "./server.js";

export { clientAssertion } from "./client-assertion.js";
export { discover } from "./discovery.js";

/** What the token endpoint sent, and whom it was asked for. */
export interface TokenAnswer {
  readonly provider: OAuthProvider;
  readonly server: Server;
  readonly client: oauth.Client;
  readonly response: Response;
  readonly body: Record<string, unknown>;
  readonly nonce: string | undefined;
}

/**
 * Tokens of an answer with an ID token: issuer, audience, times, nonce (OpenID Connect Core 1.0, section 3.1.3.7), and
 * always the signature.
 */
export async function readTokens(
  answer: TokenAnswer,
): Promise<Pick<TokenExchange, "tokens" | "claims" | "authorizationServer">> {
  const { provider, server, client, response, nonce } = answer;
  const { hasIdToken } = provider;
  const authorizationServer = judgedServer(provider, server, unverifiedClaims(answer.body["id_token"]));
  const tokens = await oauth.processAuthorizationCodeResponse(authorizationServer, client, response, {
    expectedNonce: nonce ?? oauth.expectNoNonce,
    requireIdToken: hasIdToken,
  });
  if (hasIdToken && usesSecretSignature(provider))
    await verifySecretSignature(String(tokens.id_token), provider.clientSecret ?? "");
  else if (hasIdToken) await verifySignature(provider, server, authorizationServer, response);
  return {
    tokens: tokens as TokenExchange["tokens"],
    claims: hasIdToken ? oauth.getValidatedIdTokenClaims(tokens) : undefined,
    authorizationServer,
  };
}

/** OpenID Connect Core 1.0, section 5.3: the answer must speak of the same person as the ID token. */
export async function readUserinfo(
  provider: OAuthProvider,
  { authorizationServer, client, tokens }: TokenExchange,
  subject: string,
): Promise<Record<string, unknown>> {
  const options = {
    [oauth.customFetch]: providerFetch(provider, "userinfo"),
    [oauth.allowInsecureRequests]: true as const,
  };
  const token = String(tokens.access_token);
  const response = await oauth.userInfoRequest(authorizationServer, client, token, options);
  const answer = await oauth.processUserInfoResponse(authorizationServer, client, subject, response);
  // Section 5.3.2: the answer may be a signed JWT; then its signature counts too.
  if (response.headers.get("content-type")?.startsWith("application/jwt"))
    await oauth.validateApplicationLevelSignature(authorizationServer, response, options);
  return { ...answer };
}

/** Declared for the client, never found in metadata or in the token: else a public key could pass as the secret. */
const usesSecretSignature = ({ client }: OAuthProvider): boolean =>
  client?.["id_token_signed_response_alg"] === "HS256";

/** The server that the answer is compared with: the issuer that these claims must name, and safe algorithms. */
function judgedServer(
  provider: OAuthProvider,
  { metadata, hasIssuer }: Server,
  claimed: Record<string, unknown>,
): oauth.AuthorizationServer {
  return {
    ...metadata,
    issuer: expectedIssuer(provider, hasIssuer, metadata.issuer, claimed),
    ...algorithmsOf(provider, metadata),
  };
}

/** Of a plain OAuth provider no metadata is known and nothing is read from the ID token: any of them will do. */
function algorithmsOf(
  provider: OAuthProvider,
  metadata: oauth.AuthorizationServer,
): Partial<oauth.AuthorizationServer> {
  if (usesSecretSignature(provider)) return { id_token_signing_alg_values_supported: ["HS256"] };
  const listed =
    metadata.id_token_signing_alg_values_supported ?? (provider.hasIdToken ? undefined : publicKeyAlgorithms);
  if (!Array.isArray(listed)) return {};
  return {
    id_token_signing_alg_values_supported: listed.filter((name) => publicKeyAlgorithms.includes(name)),
  };
}

function expectedIssuer(
  provider: OAuthProvider,
  hasIssuer: boolean,
  issuer: string,
  claimed: Record<string, unknown>,
): string {
  if (provider.hasIdToken) return provider.expectedIssuer?.(claimed, issuer) ?? issuer;
  // Plain OAuth reads nothing from an ID token; without an issuer there is nothing to compare it with either.
  return hasIssuer ? issuer : String(claimed["iss"] ?? issuer);
}

/**
 * An ID token signed with the client secret (HS256), for providers that declare it.
 * @throws Error when the signature is another one
 */
async function verifySecretSignature(token: string, secret: string): Promise<void> {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const encode = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(secret), algorithm, false, ["verify"]);
  const isGood = await crypto.subtle.verify(
    algorithm,
    key,
    bytesOf(signature),
    encode(`${header}.${payload}`),
  );
  if (!isGood) throw new Error("The ID token is not signed with the client secret");
}
