/** What some providers need beyond OAuth 2, loaded when they do: of the provider's module, or ours. */
import type { OAuthProvider } from "../types/finished-provider.js";
import type { OpenId2, OpenIdConnect, TokenDialect, UserinfoDialect } from "../types/provider-parts.js";

const ofToken = ["format", "rename", "body", "headers", "fromCallback", "hostFromCallback"];
const ofUserinfo = ["form", "body", "tokenIn", "sign", "fromCallback"];
const ofExtra = ["as", "body", "hosts"];

const hasAny = (endpoint: object | undefined, names: readonly string[]): boolean =>
  Object.entries(endpoint ?? {}).some(([name, value]) => value !== undefined && names.includes(name));

/** Also for plain OAuth servers that answer as OpenID Connect does. */
export const openIdConnect = ({ protocol }: OAuthProvider): Promise<OpenIdConnect> =>
  protocol?.() ?? import("./openid-connect.js");

export const openId2 = ({ openid2 }: OAuthProvider): Promise<OpenId2> =>
  openid2?.load?.() ?? import("./openid2.js");

/** What sends token requests in the provider's own words; undefined: it takes those of RFC 6749. */
export const tokenDialect = async ({ token }: OAuthProvider): Promise<TokenDialect | undefined> =>
  token?.dialect?.() ?? (hasAny(token, ofToken) ? import("./token-dialect.js") : undefined);

/** What sends requests for the profile in the provider's own words; undefined: it takes a Bearer token (RFC 6750). */
export async function userinfoDialect({ userinfo }: OAuthProvider): Promise<UserinfoDialect | undefined> {
  if (userinfo?.dialect !== undefined) return userinfo.dialect();
  const isOwn = hasAny(userinfo, ofUserinfo) || userinfo?.extra?.some((each) => hasAny(each, ofExtra));
  return isOwn ? import("./userinfo-dialect.js") : undefined;
}
