/** What some providers need beyond OAuth 2, loaded when their configuration asks for it. */
import type { OAuthProvider } from "../types/finished-provider.js";

const ofToken = ["format", "rename", "body", "headers", "fromCallback", "hostFromCallback"];
const ofUserinfo = ["form", "body", "tokenIn", "sign", "fromCallback"];
const ofExtra = ["as", "body", "hosts"];

const hasAny = (endpoint: object | undefined, names: readonly string[]): boolean =>
  Object.entries(endpoint ?? {}).some(([name, value]) => value !== undefined && names.includes(name));

/** Also for plain OAuth servers that answer as OpenID Connect does. */
export const openIdConnect = () => import("./openid-connect.js");

export const openId2 = () => import("./openid2.js");

/** What sends token requests in the provider's own words; undefined: it takes those of RFC 6749. */
export const tokenDialect = async ({ token }: OAuthProvider) =>
  hasAny(token, ofToken) ? import("./token-dialect.js") : undefined;

/** What sends requests for the profile in the provider's own words; undefined: it takes a Bearer token (RFC 6750). */
export async function userinfoDialect({ userinfo }: OAuthProvider) {
  const isOwn = hasAny(userinfo, ofUserinfo) || userinfo?.extra?.some((each) => hasAny(each, ofExtra));
  return isOwn ? import("./userinfo-dialect.js") : undefined;
}
