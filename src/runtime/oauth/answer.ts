import type { OAuthProvider } from "../types/finished-provider.js";
import { memberAt } from "./template.js";

/**
 * Does a body speak of failure, whatever the status says? By the provider's own sign, or by `error` and the name that
 * gateways have for it.
 */
export function saysFailure({ success }: OAuthProvider, body: Readonly<Record<string, unknown>>): boolean {
  const said = success && memberAt(body, success.member.split("."));
  return said === undefined ? Boolean(body["error"] ?? body["error_response"]) : said !== success?.value;
}

/**
 * The claims of a JWT, nothing verified; none when it is no JWT. Good for choosing what the token is compared with,
 * and for a token that came from its issuer directly over TLS (OpenID Connect Core 1.0, section 3.1.3.7, item 6).
 */
export function unverifiedClaims(token: unknown): Record<string, unknown> {
  const payload = typeof token === "string" ? token.split(".")[1] : undefined;
  if (payload === undefined) return {};
  try {
    return asObject(JSON.parse(new TextDecoder().decode(bytesOf(payload))));
  } catch {
    return {};
  }
}

export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/**
 * An ID token signed with the client secret (HS256), for providers that declare it.
 * @throws Error when the signature is another one
 */
export async function verifySecretSignature(token: string, secret: string): Promise<void> {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const encode = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(secret), algorithm, false, ["verify"]);
  const isGood = await crypto.subtle.verify(
    algorithm,
    key,
    bytesOf(signature),
    encode(`${header}.${payload}`),
  );
  if (!isGood) throw new Error("The ID token is not signed with the client secret");
}
