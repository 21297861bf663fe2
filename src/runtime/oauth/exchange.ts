import * as oauth from "oauth4webapi";
import { OAuthCallbackError } from "../errors.js";
import type { OAuthProvider } from "../types/flow.js";
import { asObject, saysFailure } from "./answer.js";
import type { Exchanged } from "./exchanged.js";
import type * as OpenIdConnect from "./openid-connect.js";
import { plainTokens } from "./plain-tokens.js";
import type { Server } from "./server.js";
import { hostedMetadata, tokenFetch } from "./token-request.js";

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
  const parsed = await bodyOf(provider, response);
  const body = asObject(parsed);
  const nonce = await nonceOf();
  const isPlain = provider.type === "oauth" && nonce === undefined && body["id_token"] === undefined;
  const read = isPlain
    ? { tokens: plainTokens(response, parsed), claims: undefined, authorizationServer: server.metadata }
    : await (await openIdConnect(provider)).readTokens({ provider, server, client, response, body, nonce });
  return { ...read, client, callback: answer };
}

/** Of the provider's module, or of what stands in for it. */
export const openIdConnect = ({ protocol }: OAuthProvider): Promise<typeof OpenIdConnect> =>
  protocol?.() as Promise<typeof OpenIdConnect>;

/**
 * @returns undefined: it is no JSON
 * @throws Error when the body speaks of failure although the status is 200; tokens beside it are not to be trusted
 */
async function bodyOf(provider: OAuthProvider, response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (response.ok && saysFailure(provider, asObject(body)))
    throw new Error("The token endpoint sent an error with status 200");
  return body;
}

function clientOf({ clientId, client }: OAuthProvider): oauth.Client {
  return { client_id: String(clientId), ...(client as Partial<oauth.Client> | undefined) };
}

/** A multi-tenant server (Microsoft) names itself by a template until a token tells the tenant. */
const isTemplated = ({ provider, server }: Subject): boolean =>
  provider.type === "oidc" &&
  provider.expectedIssuer !== undefined &&
  server.metadata.issuer.includes("{tenantid}");

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
    case "private_key_jwt":
      return (await openIdConnect(provider)).clientAssertion(method, secret, provider, server);
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
