import type { Profile } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ExtraUserRequest, OAuthConfig, ProviderAddresses } from "../types/provider.js";
import { compact } from "../compact.js";
import { type TokenExchange, saysFailure, unverifiedClaims } from "./token-answer.js";
import { openIdConnect } from "./exchange.js";
import { providerFetch, userAgent } from "./fetch.js";
import { filledUrl } from "./server.js";
import { type Facts, fillIn } from "./template.js";

type Answer = Record<string, unknown>;

/** Who signed in, in the provider's own words: the ID token's claims, or what its API says. */
export async function readProfile(
  provider: OAuthProvider,
  exchange: TokenExchange,
  addresses: ProviderAddresses,
): Promise<Profile> {
  const profile = await fetchProfile({ ...provider, ...addresses }, exchange);
  return exchange.proven === undefined ? profile : { ...profile, ...exchange.proven };
}

async function fetchProfile(
  provider: OAuthProvider & ProviderAddresses,
  exchange: TokenExchange,
): Promise<Profile> {
  const { userinfo } = provider;
  const answer = await baseProfile(provider, exchange);
  if (!userinfo?.extra && !userinfo?.conform && !userinfo?.fromCallback) return answer;
  const profile: Answer = { ...posted(userinfo.fromCallback, exchange.callback), ...answer };
  for (const extra of userinfo.extra ?? []) {
    if (extra.unless !== undefined && profile[extra.unless]) continue;
    const value = await readExtra(provider, extra, { ...exchange, profile });
    if (value !== undefined) profile[extra.at] = value;
  }
  return userinfo.conform?.(profile, exchange.tokens) ?? profile;
}

/** What the callback itself says of the person. Not signed by anybody, so the answer's own members win. */
function posted(names: readonly string[] | undefined, callback: URLSearchParams): Answer {
  const members = (names ?? []).flatMap((name): [string, unknown][] => {
    try {
      return [[name, JSON.parse(callback.get(name) ?? "")]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(members);
}

async function baseProfile(
  provider: OAuthProvider & ProviderAddresses,
  exchange: TokenExchange,
): Promise<Profile> {
  const { claims, tokens } = exchange;
  if (claims) {
    if (provider.idToken === false) {
      const { readUserinfo } = await openIdConnect(provider);
      return (await readUserinfo(provider, exchange, claims.sub)) as Profile;
    }
    return { ...claims } as Profile;
  }
  const { userinfo } = provider;
  if (userinfo?.from)
    return userinfo.from === "tokens" ? { ...tokens } : unverifiedClaims(tokens.access_token);
  if (userinfo?.request) {
    // The finished provider has endpoints as objects, which the public type allows too.
    const { protocol: _protocol, ...shown } = provider;
    const given = shown as unknown as OAuthConfig & ProviderAddresses;
    const profile = await userinfo.request({ tokens, provider: given });
    if (typeof profile !== "object" || profile === null)
      throw new TypeError("userinfo.request() gave no profile");
    return profile;
  }
  const url = exchange.authorizationServer.userinfo_endpoint;
  if (url === undefined) throw new TypeError(`Provider "${provider.id}" has no userinfo endpoint`);
  const response = await send(provider, filledUrl(provider, url, userinfo?.params, exchange), exchange, {
    method: userinfo?.method,
    ...bodyOf(provider, exchange),
  });
  return asProfile(provider, await response.json());
}

interface Sent {
  readonly method: string | undefined;
  readonly type: string;
  readonly body: string | URLSearchParams;
}

function bodyOf(provider: OAuthProvider, facts: Facts): Partial<Sent> {
  const { body, form } = provider.userinfo ?? {};
  if (body) return { type: "application/json", body: JSON.stringify(body) };
  if (!form) return {};
  const fields = Object.entries(form).map(([name, value]) => [name, fillIn(value, provider, facts, "text")]);
  return { body: new URLSearchParams(fields) };
}

async function readExtra(
  provider: OAuthProvider,
  extra: ExtraUserRequest,
  facts: Facts & Pick<TokenExchange, "tokens">,
): Promise<unknown> {
  try {
    const body = extra.body && { type: "application/json", body: JSON.stringify(extra.body) };
    const response = await send(provider, addressOf(provider, extra, facts), facts, body ?? {});
    return extra.as === "data-url" ? await dataUrl(response) : await response.json();
  } catch (error) {
    if (extra.optional) return undefined;
    throw error;
  }
}

function addressOf(provider: OAuthProvider, { url, hosts }: ExtraUserRequest, facts: Facts): string {
  if (hosts === undefined) return filledUrl(provider, url, {}, facts);
  const named = fillIn(url, provider, facts, "text");
  if (!hosts.includes(new URL(named).host)) throw new Error(`The token does not go to ${named}`);
  return named;
}

async function send(
  provider: OAuthProvider,
  address: string,
  facts: Facts & Pick<TokenExchange, "tokens">,
  { method, type, body }: Partial<Sent>,
): Promise<Response> {
  const { headers, tokenIn = { scheme: "Bearer" }, sign } = provider.userinfo ?? {};
  const token = accessTokenOf(facts);
  const url = new URL(address);
  const own = Object.entries(headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    fillIn(value, provider, facts, "text"),
  ]);
  const sent: Record<string, string> = compact({
    accept: "application/json",
    "user-agent": userAgent,
    "content-type": type as string,
    ...Object.fromEntries(own),
  });
  if (tokenIn !== "url") {
    if ("scheme" in tokenIn) sent["authorization"] = `${tokenIn.scheme} ${token}`.trim();
    else if ("header" in tokenIn) sent[tokenIn.header] = token;
    else if ("query" in tokenIn) url.searchParams.set(tokenIn.query, token);
    else if (body instanceof URLSearchParams) body.set(tokenIn.form, token);
  }
  await sign?.(url, { accessToken: token, clientSecret: provider.clientSecret ?? "" });
  const init = { method: method ?? (body === undefined ? "GET" : "POST"), headers: sent, body };
  const response = await providerFetch(provider, "userinfo")(url.href, compact(init));
  if (!response.ok) throw new Error(`${url.host} answered ${response.status}`);
  return response;
}

function asProfile(provider: OAuthProvider, answer: unknown): Profile {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    throw new TypeError("The userinfo answer is no object");
  if (saysFailure(provider, answer as Answer))
    throw new Error("The userinfo endpoint sent an error with status 200");
  return answer as Profile;
}

async function dataUrl(response: Response): Promise<string | undefined> {
  const type = response.headers.get("content-type")?.split(";")[0] ?? "image/jpeg";
  if (!type.startsWith("image/")) return undefined;
  let binary = "";
  for (const byte of new Uint8Array(await response.arrayBuffer())) binary += String.fromCharCode(byte);
  return `data:${type};base64,${btoa(binary)}`;
}

const accessTokenOf = ({ tokens }: Pick<TokenExchange, "tokens">): string => String(tokens.access_token);
