/** Session tokens as the configuration's `jwt.encode` and `jwt.decode` see them. */
import type { JWTDecodeParams, JWTEncodeParams } from "../types/config.js";
import type { JWT } from "../types/entities.js";
import { unsealLegacy } from "./legacy-seal.js";
import { seal, unseal } from "./seal.js";

const defaultMaxAgeSeconds = 30 * 24 * 60 * 60;

const listOf = (secret: string | readonly string[]): readonly string[] =>
  typeof secret === "string" ? [secret] : secret;

/**
 * Issues an encrypted token (JWE, RFC 7516: `dir`, A256CBC-HS512; key by HKDF-SHA-256 from secret and salt).
 * `iat`, `exp` and `jti` of the payload are replaced.
 *
 * @param params.token payload; default: empty
 * @param params.secret one secret or several, newest first: the first one encrypts
 * @param params.salt usually the cookie's name; a token opens only with the salt that it was made with
 * @param params.maxAge life in seconds; default 2592000 (30 days)
 * @throws Error when the secret is missing or empty
 * @example await encode({ token: { sub: "1" }, secret, salt: "authjs.session-token" })
 */
export function encodeToken<Payload = JWT>(params: JWTEncodeParams<Payload>): Promise<string> {
  const { token, secret, salt, maxAge = defaultMaxAgeSeconds } = params;
  return seal((token ?? {}) as Readonly<Record<string, unknown>>, {
    secrets: listOf(secret),
    salt,
    maxAgeSeconds: maxAge,
  });
}

/**
 * Opens a token that `encode` made, with any of the secrets. Clocks may differ by 15 seconds.
 *
 * @param params.salt the one that the token was made with; "" opens those of next-auth 4, too
 * @returns the payload; null when there is no token
 * @throws Error, always the same, for whatever is wrong with the token
 * @example const payload = await decode({ token, secret, salt: "authjs.session-token" })
 */
export async function decodeToken<Payload = JWT>(params: JWTDecodeParams): Promise<Payload | null> {
  const { token, secret, salt } = params;
  if (!token) return null;
  const secrets = listOf(secret);
  const old = salt === "" ? await unsealLegacy(token, secrets) : null;
  return (old ?? (await unseal(token, { secrets, salt }))) as Payload;
}
