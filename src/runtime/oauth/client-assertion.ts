/** Client authentication by a signed statement (RFC 7523; OpenID Connect Core 1.0, section 9). */
import * as oauth from "oauth4webapi";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { Server } from "./server.js";

/** @param method `client_secret_jwt`, which takes the secret, or `private_key_jwt` */
export async function clientAssertion(
  method: string,
  secret: string,
  provider: OAuthProvider,
  server: Server,
): Promise<oauth.ClientAuth> {
  return method === "client_secret_jwt"
    ? oauth.ClientSecretJwt(secret)
    : privateKeyAuthentication(provider, server);
}

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
