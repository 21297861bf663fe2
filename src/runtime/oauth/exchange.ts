import * as oauth from "oauth4webapi";
import { OAuthCallbackError } from "../errors.js";
import type { TokenSet } from "../types/entities.js";
import type { OAuthProvider } from "../types/flow.js";
import { asObject, saysFailure, unverifiedClaims, verifySecretSignature } from "./answer.js";
import { verifySignature } from "./keys.js";
import type { Server } from "./server.js";
import { hostedMetadata, tokenFetch } from "./token-request.js";

/** What the provider's answer proved. */
export interface Exchanged {
  readonly tokens: TokenSet & Record<string, unknown>;
  /** Claims of the ID token, signature and all claims verified; undefined for plain OAuth. */
  readonly claims: oauth.IDToken | undefined;
  /** Who signed in, where no token says it: counts more than what an API says. */
  readonly proven?: { readonly sub: string };
  readonly authorizationServer: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  /** Parameters of the callback. */
  readonly callback: URLSearchParams;
}

/** Algorithms with a public key. `none` and HMAC are refused whatever a metadata document lists. */
const publicKeyAlgorithms: readonly string[] =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

interface Subject {
  readonly provider: OAuthProvider;
  readonly server: Server;
}

/**
 * Judges the parameters that came back (RFC 6749 section 4.1.2, RFC 9207).
 * @param expectedState undefined: no state was sent
 * @throws OAuthCallbackError when the provider says that it failed or was refused
 */
export function validateAnswer(
  subject: Subject,
  answer: URLSearchParams,
  expectedState: string | undefined,
): URLSearchParams {
  const { provider, server } = subject;
  const names = [...answer.keys()];
  if (new Set(names).size !== names.length) throw new Error("A parameter of the answer is repeated");
  const params = new URLSearchParams(answer);
  // Without an issuer of its own, or with a template of one, a provider's `iss` cannot be judged.
  const metadata = { ...server.metadata };
  if (!server.hasIssuer || isTemplated(subject)) {
    params.delete("iss");
    delete metadata.authorization_response_iss_parameter_supported;
  }
  try {
    return oauth.validateAuthResponse(
      metadata,
      clientOf(provider),
      params,
      expectedState ?? oauth.skipStateCheck,
    );
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw error;
    throw new OAuthCallbackError("The provider answered with an error", {
      cause: { providerId: provider.id, ...errorOf(answer) },
    });
  }
}

/** Parameters of an error answer (RFC 6749 section 4.1.2.1), cut to a length that a log can take; no others. */
function errorOf(answer: URLSearchParams): Record<string, string> {
  const said: Record<string, string> = {};
  for (const name of ["error", "error_description", "error_uri"]) {
    const value = answer.get(name);
    if (value !== null) said[name] = value.slice(0, 300);
  }
  return said;
}

/**
 * Code to tokens (RFC 6749 section 4.1.3), and everything that an ID token claims verified: issuer, audience,
 * times, nonce (OpenID Connect Core 1.0, section 3.1.3.7), and always the signature.
 *
 * @param answer from {@link validateAnswer}
 * @param verifier of PKCE; undefined when it is not in use
 * @param nonceOf takes the nonce back, after the answer came; undefined when none was sent
 */
export async function exchangeCode(
  subject: Subject,
  answer: URLSearchParams,
  redirectUri: string,
  verifier: string | undefined,
  nonceOf: () => Promise<string | undefined>,
): Promise<Exchanged> {
  const { provider } = subject;
  const server = { ...subject.server, metadata: hostedMetadata(subject.server.metadata, provider, answer) };
  const client = clientOf(provider);
  const sent = await oauth.authorizationCodeGrantRequest(
    server.metadata,
    client,
    await clientAuthentication(provider, server),
    answer,
    redirectUri,
    verifier ?? oauth.nopkce,
    // Which protocols pass is decided by providerFetch, for all endpoints alike.
    { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: tokenFetch(provider, answer) },
  );
  if (provider.success) await bodyOf(provider, sent);
  const response = (await provider.token?.conform?.(sent.clone())) ?? sent;
  const body = await bodyOf(provider, response);
  const authorizationServer = judgedServer(provider, server, unverifiedClaims(body["id_token"]));
  const nonce = await nonceOf();
  const isOidc = provider.type === "oidc";
  const tokens = await oauth.processAuthorizationCodeResponse(authorizationServer, client, response, {
    expectedNonce: nonce ?? oauth.expectNoNonce,
    requireIdToken: isOidc,
  });
  if (isOidc && usesSecretSignature(provider))
    await verifySecretSignature(String(tokens.id_token), provider.clientSecret ?? "");
  else if (isOidc) await verifySignature(provider, server, authorizationServer, response);
  return {
    tokens: tokens as Exchanged["tokens"],
    claims: isOidc ? oauth.getValidatedIdTokenClaims(tokens) : undefined,
    authorizationServer,
    client,
    callback: answer,
  };
}

/** @throws Error when the body speaks of failure although the status is 200; tokens beside it are not to be trusted */
async function bodyOf(provider: OAuthProvider, response: Response): Promise<Record<string, unknown>> {
  const body = asObject(
    await response
      .clone()
      .json()
      .catch(() => undefined),
  );
  if (response.ok && saysFailure(provider, body))
    throw new Error("The token endpoint sent an error with status 200");
  return body;
}

/** Declared for the client, never found in metadata or in the token: else a public key could pass as the secret. */
const usesSecretSignature = ({ client }: OAuthProvider): boolean =>
  client?.["id_token_signed_response_alg"] === "HS256";

function clientOf({ clientId, client }: OAuthProvider): oauth.Client {
  return { client_id: String(clientId), ...(client as Partial<oauth.Client> | undefined) };
}

/** A multi-tenant server (Microsoft) names itself by a template until a token tells the tenant. */
const isTemplated = ({ provider, server }: Subject): boolean =>
  provider.type === "oidc" &&
  provider.expectedIssuer !== undefined &&
  server.metadata.issuer.includes("{tenantid}");

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
  const isPlain = provider.type === "oauth";
  const listed =
    metadata.id_token_signing_alg_values_supported ?? (isPlain ? publicKeyAlgorithms : undefined);
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
  if (provider.type === "oidc") return provider.expectedIssuer?.(claimed, issuer) ?? issuer;
  // Plain OAuth reads nothing from an ID token; without an issuer there is nothing to compare it with either.
  return hasIssuer ? issuer : String(claimed["iss"] ?? issuer);
}

async function clientAuthentication(provider: OAuthProvider, server: Server): Promise<oauth.ClientAuth> {
  const { client, clientId = "", clientSecret = "", token } = provider;
  const method = client?.token_endpoint_auth_method ?? "client_secret_basic";
  const secret = (await token?.makeSecret?.({ clientId, clientSecret })) ?? clientSecret;
  switch (method) {
    case "client_secret_basic":
      return basicAuthentication(secret);
    case "client_secret_post":
      return oauth.ClientSecretPost(secret);
    case "client_secret_jwt":
      return oauth.ClientSecretJwt(secret);
    case "private_key_jwt":
      return privateKeyAuthentication(provider, server);
    case "none":
      return oauth.None();
    default:
      throw new TypeError(`Client authentication "${method}" is not supported`);
  }
}

/** Form encoding leaves `!'()*-._~` as they are: what servers decode in practice (RFC 6749 section 2.3.1). */
const basicAuthentication =
  (secret: string): oauth.ClientAuth =>
  (_server, client, _body, headers) => {
    const encoded = [client.client_id, secret].map((part) => encodeURIComponent(part).replaceAll("%20", "+"));
    headers.set("authorization", `Basic ${btoa(encoded.join(":"))}`);
  };

/** One audience, or another server could use the assertion: the issuer, as RFC 7523bis says, where there is one. */
async function privateKeyAuthentication(
  { clientId = "", clientSecret = "", token }: OAuthProvider,
  { hasIssuer }: Server,
): Promise<oauth.ClientAuth> {
  const declared = token?.clientPrivateKey;
  const given = typeof declared === "function" ? await declared({ clientId, clientSecret }) : declared;
  if (!given) throw new TypeError("private_key_jwt needs token.clientPrivateKey");
  const key = "key" in given ? { key: given.key, ...(given.kid !== undefined && { kid: given.kid }) } : given;
  const isNamed = hasIssuer && token?.assertionAudience !== "token_endpoint";
  if (isNamed) return oauth.PrivateKeyJwt(key);
  return (server, ...rest) =>
    oauth.PrivateKeyJwt(key, {
      [oauth.modifyAssertion]: (_header, payload) => {
        payload["aud"] = String(server.token_endpoint);
      },
    })(server, ...rest);
}
