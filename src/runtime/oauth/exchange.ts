import { type Client, type ClientAuth, processAuthorizationCodeResponse } from "oauth4webapi";
import type { OAuthProvider } from "../types/finished-provider.js";
import { compact } from "../types/compact.js";
import { type TokenExchange, saysFailure } from "./token-answer.js";
import { providerFetch, userAgent } from "./fetch.js";
import type { ProviderServer, Server } from "./server.js";
import { missing } from "./server.js";
import { hasAny, membersOf } from "../types/members.js";

/** What the sign-in kept of its beginning. */
export interface Kept {
  readonly redirectUri: string;
  /** Of PKCE; undefined when it is not in use. */
  readonly verifier: string | undefined;
  /** Takes the nonce back, after the answer came; undefined when none was sent. */
  nonce(): Promise<string | undefined>;
}

/**
 * Code to tokens (RFC 6749 section 4.1.3), and everything that an ID token claims verified: issuer, audience,
 * times, nonce (OpenID Connect Core 1.0, section 3.1.3.7), and always the signature.
 *
 * @param answer parameters that are judged
 */
export async function exchangeCode(
  subject: ProviderServer,
  answer: URLSearchParams,
  kept: Kept,
): Promise<TokenExchange> {
  const { provider } = subject;
  const dialect = await tokenDialect(provider);
  const metadata = dialect?.hostedMetadata(subject.server.metadata, provider, answer);
  const server = { ...subject.server, ...(metadata && { metadata }) };
  const client = clientOf(provider);
  const params = { redirect_uri: kept.redirectUri, code: codeOf(answer), code_verifier: kept.verifier };
  const sent = await askForTokens({ provider, server }, client, answer, compact(params));
  if (provider.success) await bodyOf(provider, sent);
  const response = (await provider.token?.conform?.(sent.clone())) ?? sent;
  const body = membersOf(await bodyOf(provider, response));
  const nonce = await kept.nonce();
  const isPlain = !provider.hasIdToken && nonce === undefined && body["id_token"] === undefined;
  const read = isPlain
    ? {
        tokens: await plainTokens({ provider, server }, response),
        claims: undefined,
        authorizationServer: server.metadata,
      }
    : await (
        await import("./openid-connect.js")
      ).readTokens({ provider, server, client, response, body, nonce });
  return { ...read, client, callback: answer };
}

/**
 * The tokens of an answer without an ID token, judged by oauth4webapi (RFC 6749 sections 5.1 and 5.2).
 *
 * @param response unread
 * @returns `token_type` in lower case, `expires_in` as a number
 * @throws Error when it is no answer with a token; its causes may hold what came: see `withoutSecrets`
 */
export async function plainTokens(
  { provider, server }: ProviderServer,
  response: Response,
): Promise<TokenExchange["tokens"]> {
  const tokens = await processAuthorizationCodeResponse(server.metadata, clientOf(provider), response);
  return tokens as TokenExchange["tokens"];
}

function codeOf(answer: URLSearchParams): string {
  const code = answer.get("code");
  if (!code) throw new Error("The answer holds no `code`");
  return code;
}

/**
 * The token request; which protocols pass is decided by `providerFetch`, for all endpoints alike.
 *
 * @param params fields of the form; without `grant_type` it is that of a code
 */
export async function askForTokens(
  { provider, server }: ProviderServer,
  client: Client,
  answer: URLSearchParams,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const { token_endpoint: endpoint, mtls_endpoint_aliases: aliases } = server.metadata;
  const address = (client.use_mtls_endpoint_aliases ? aliases?.token_endpoint : undefined) ?? endpoint;
  if (address === undefined || !URL.canParse(address))
    throw new Error(`Provider "${provider.id}" has no token endpoint that is a URL`);
  const init = await clientForm({ provider, server }, { grant_type: "authorization_code", ...params });
  const dialect = await tokenDialect(provider);
  const send = dialect?.tokenFetch(provider, answer) ?? providerFetch(provider, "token");
  return send(new URL(address).href, init);
}

/** A form in which the client proves itself (RFC 6749 section 2.3), for `fetch`. */
export async function clientForm(
  { provider, server }: ProviderServer,
  fields: Readonly<Record<string, string>>,
): Promise<{ method: "POST"; body: URLSearchParams; headers: Record<string, string> }> {
  const body = new URLSearchParams(fields);
  const headers = new Headers({
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    "user-agent": userAgent,
  });
  const authenticate = await clientAuthentication(provider, server);
  await authenticate(server.metadata, clientOf(provider), body, headers);
  return { method: "POST", body, headers: Object.fromEntries(headers) };
}

/**
 * @returns undefined: it is no JSON
 * @throws Error when the body speaks of failure although the status is 200; tokens beside it are not to be trusted
 */
async function bodyOf(provider: OAuthProvider, response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (response.ok && saysFailure(provider, membersOf(body)))
    throw new Error("The token endpoint sent an error with status 200");
  return body;
}

export function clientOf({ clientId, client }: OAuthProvider): Client {
  return { client_id: String(clientId), ...(client as Partial<Client> | undefined) };
}

async function clientAuthentication(provider: OAuthProvider, server: Server): Promise<ClientAuth> {
  const { clientId = "", clientSecret = "", token } = provider;
  const method = provider.client?.token_endpoint_auth_method ?? "client_secret_basic";
  const secret = (await token?.makeSecret?.({ clientId, clientSecret })) ?? clientSecret;
  switch (method) {
    case "client_secret_basic":
      return basicAuthentication(secret);
    case "client_secret_post":
      if (secret === "") throw new TypeError(missing(provider.id, "clientSecret"));
      return (_server, client, body) => {
        body.set("client_id", client.client_id);
        body.set("client_secret", secret);
      };
    case "client_secret_jwt":
    case "private_key_jwt":
      return (await import("./openid-connect.js")).clientAssertion(method, secret, provider, server);
    case "none":
      return (_server, client, body) => body.set("client_id", client.client_id);
    default:
      throw new TypeError(`Client authentication "${method}" is not supported`);
  }
}

/** Form encoding leaves `!'()*-._~` as they are: what servers decode in practice (RFC 6749 section 2.3.1). */
const basicAuthentication =
  (secret: string): ClientAuth =>
  (_server, client, _body, headers) => {
    const encoded = [client.client_id, secret].map((part) => encodeURIComponent(part).replaceAll("%20", "+"));
    headers.set("authorization", `Basic ${btoa(encoded.join(":"))}`);
  };

const ownWords = ["format", "rename", "body", "headers", "fromCallback", "hostFromCallback"];

/** What sends token requests in the provider's own words; undefined: it takes those of RFC 6749. */
export const tokenDialect = async ({ token }: OAuthProvider) =>
  hasAny(token, ownWords) ? import("./token-dialect.js") : undefined;
