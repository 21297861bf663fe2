import { md5 } from "./md5.js";

/**
 * Signs a call of the Odnoklassniki API: `sig` is the MD5 of all parameters in order of their names, followed by the
 * MD5 of access token and application secret. The token itself is not among the parameters.
 * Source: apiok.ru, "Request signature".
 */
export function signOkCall(
  url: URL,
  { accessToken, clientSecret }: { accessToken: string; clientSecret: string },
): void {
  const fields = [...url.searchParams].filter(([name]) => name !== "access_token" && name !== "sig");
  const text = fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("");
  url.searchParams.set("sig", md5(text + md5(accessToken + clientSecret)));
}
