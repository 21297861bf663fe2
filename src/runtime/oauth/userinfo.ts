import * as oauth from "oauth4webapi";
import type { Profile } from "../types/entities.js";
import type { OAuthProvider } from "../types/flow.js";
import type { ExtraUserRequest, OAuthConfig } from "../types/provider.js";
import type { Exchanged } from "./exchange.js";
import { providerFetch, userAgent } from "./fetch.js";

type Answer = Record<string, unknown>;

/** Who signed in, in the provider's own words: the ID token's claims, or what its API says. */
export async function readProfile(provider: OAuthProvider, exchanged: Exchanged): Promise<Profile> {
  const { userinfo } = provider;
  const answer = await baseProfile(provider, exchanged);
  if (!userinfo?.extra && !userinfo?.conform) return answer;
  const profile: Answer = { ...answer };
  for (const extra of userinfo.extra ?? []) {
    if (extra.unless !== undefined && profile[extra.unless]) continue;
    const value = await readExtra(provider, extra, accessTokenOf(exchanged));
    if (value !== undefined) profile[extra.at] = value;
  }
  return userinfo.conform?.(profile, exchanged.tokens) ?? profile;
}

async function baseProfile(provider: OAuthProvider, exchanged: Exchanged): Promise<Profile> {
  const { claims, tokens } = exchanged;
  if (provider.type === "oidc" && claims) {
    if (provider.idToken === false) return standardUserinfo(provider, exchanged, claims.sub);
    return { ...claims } as Profile;
  }
  const { userinfo } = provider;
  if (userinfo?.request) {
    // The finished provider has endpoints as objects, which the public type allows too.
    const profile = await userinfo.request({ tokens, provider: provider as unknown as OAuthConfig });
    if (typeof profile !== "object" || profile === null)
      throw new TypeError("userinfo.request() gave no profile");
    return profile;
  }
  const url = exchanged.authorizationServer.userinfo_endpoint;
  if (url === undefined) throw new TypeError(`Provider "${provider.id}" has no userinfo endpoint`);
  const body = userinfo?.body && JSON.stringify(userinfo.body);
  const response = await send(provider, url, accessTokenOf(exchanged), {
    method: userinfo?.method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...userinfo?.headers },
    ...(body !== undefined && { body }),
  });
  return asProfile(await response.json());
}

/** OpenID Connect Core 1.0, section 5.3: the answer must speak of the same person as the ID token. */
async function standardUserinfo(
  provider: OAuthProvider,
  exchanged: Exchanged,
  subject: string,
): Promise<Profile> {
  const { authorizationServer, client } = exchanged;
  const response = await oauth.userInfoRequest(authorizationServer, client, accessTokenOf(exchanged), {
    [oauth.customFetch]: providerFetch(provider),
    [oauth.allowInsecureRequests]: true,
  });
  const answer = await oauth.processUserInfoResponse(authorizationServer, client, subject, response);
  return { ...answer } as Profile;
}

async function readExtra(
  provider: OAuthProvider,
  extra: ExtraUserRequest,
  accessToken: string,
): Promise<unknown> {
  try {
    const response = await send(provider, extra.url, accessToken, {});
    return extra.as === "data-url" ? await dataUrl(response) : await response.json();
  } catch (error) {
    if (extra.optional) return undefined;
    throw error;
  }
}

async function send(
  provider: OAuthProvider,
  url: string,
  accessToken: string,
  init: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<Response> {
  const headers = {
    accept: "application/json",
    "user-agent": userAgent,
    ...init.headers,
    authorization: `Bearer ${accessToken}`,
  };
  const response = await providerFetch(provider)(url, { ...init, headers });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response;
}

function asProfile(answer: unknown): Profile {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    throw new TypeError("The userinfo answer is no object");
  // An error with status 200; a profile has no member of this name.
  if ("error" in answer && answer.error)
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

const accessTokenOf = ({ tokens }: Exchanged): string => String(tokens.access_token);
