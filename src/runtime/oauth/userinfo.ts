import type { Profile } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ExtraUserRequest, OAuthConfig, ProviderAddresses } from "../types/provider.js";
import { accessTokenOf, type TokenExchange, saysFailure, unverifiedClaims } from "./token-answer.js";
import { providerFetch, userAgent } from "./fetch.js";
import { filledUrl } from "./server.js";
import { fillIn } from "./server.js";
import type { ToldFacts } from "./userinfo-dialect.js";
import { hasAny, membersOf } from "../types/members.js";

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
  // Nobody has signed what the callback says, so the answer's own members win.
  const profile: Answer = {
    ...(await userinfoDialect(provider))?.posted(userinfo.fromCallback, exchange),
    ...answer,
  };
  for (const extra of userinfo.extra ?? []) {
    if (extra.unless !== undefined && profile[extra.unless]) continue;
    const value = await readExtra(provider, extra, { ...exchange, profile });
    if (value !== undefined) profile[extra.at] = value;
  }
  return userinfo.conform?.(profile, exchange.tokens) ?? profile;
}

async function baseProfile(
  provider: OAuthProvider & ProviderAddresses,
  exchange: TokenExchange,
): Promise<Profile> {
  const { claims, tokens } = exchange;
  if (claims) {
    if (provider.idToken === false) {
      const { readUserinfo } = await import("./openid-connect.js");
      return (await readUserinfo(provider, exchange, claims.sub)) as Profile;
    }
    return { ...claims };
  }
  const { userinfo } = provider;
  if (userinfo?.from)
    return userinfo.from === "tokens" ? { ...tokens } : unverifiedClaims(tokens.access_token);
  if (userinfo?.request) {
    // The finished provider has endpoints as objects, which the public type allows too.
    const { hasIdToken: _hasIdToken, ...shown } = provider;
    const given = shown as unknown as OAuthConfig & ProviderAddresses;
    const profile = await userinfo.request({ tokens, provider: given });
    if (typeof profile !== "object" || profile === null)
      throw new TypeError("userinfo.request() gave no profile");
    return profile;
  }
  const url = exchange.authorizationServer.userinfo_endpoint;
  if (url === undefined) throw new TypeError(`Provider "${provider.id}" has no userinfo endpoint`);
  const address = filledUrl(provider, url, userinfo?.params, exchange);
  return asProfile(provider, await (await send(provider, address, exchange)).json());
}

async function readExtra(
  provider: OAuthProvider,
  extra: ExtraUserRequest,
  facts: ToldFacts,
): Promise<unknown> {
  try {
    const dialect = await userinfoDialect(provider);
    const address =
      dialect?.namedAddress(provider, extra, facts) ?? filledUrl(provider, extra.url, {}, facts);
    const response = await send(provider, address, facts, extra);
    return extra.as === "data-url" ? await dialect?.dataUrl(response) : await response.json();
  } catch (error) {
    if (extra.optional) return undefined;
    throw error;
  }
}

/** @param extra undefined: the first request, with the method of the provider */
async function send(
  provider: OAuthProvider,
  address: string,
  facts: ToldFacts,
  extra?: ExtraUserRequest,
): Promise<Response> {
  const { headers = {}, method = "GET" } = provider.userinfo ?? {};
  const url = new URL(address);
  const own = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    fillIn(value, provider, facts, "text"),
  ]);
  const standard = {
    method: extra === undefined ? method : "GET",
    headers: {
      accept: "application/json",
      "user-agent": userAgent,
      ...(Object.fromEntries(own) as Record<string, string>),
      authorization: `Bearer ${accessTokenOf(facts)}`,
    },
  };
  const init = await (await userinfoDialect(provider))?.ownRequest(standard, url, { provider, facts, extra });
  const response = await providerFetch(provider, "userinfo")(url.href, init ?? standard);
  if (!response.ok) throw new Error(`${url.host} answered ${response.status}`);
  return response;
}

function asProfile(provider: OAuthProvider, answer: unknown): Profile {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    throw new TypeError("The userinfo answer isn't an object");
  if (saysFailure(provider, membersOf(answer)))
    throw new Error("The userinfo endpoint sent an error with status 200");
  return answer as Profile;
}

const ownWords = ["form", "body", "tokenIn", "sign", "fromCallback"];
const ownWordsOfExtra = ["as", "body", "hosts"];

/** What sends requests for the profile in the provider's own words; undefined: it takes a Bearer token (RFC 6750). */
export async function userinfoDialect({ userinfo }: OAuthProvider) {
  const isOwn = hasAny(userinfo, ownWords) || userinfo?.extra?.some((each) => hasAny(each, ownWordsOfExtra));
  return isOwn ? import("./userinfo-dialect.js") : undefined;
}
