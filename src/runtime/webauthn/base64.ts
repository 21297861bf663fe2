/** Stores keep bytes in base64 with padding, browsers speak base64url without it. */
import { fromBase64url, toBase64url } from "../security/crypto-web.js";

/** Standard base64 with padding, from either alphabet. */
export function toBase64(text: string): string {
  const bare = text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, "=");
}

/** base64url without padding, from either alphabet. */
export function toUrl(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export const base64Of = (bytes: Uint8Array): string => toBase64(toBase64url(bytes));

/** @throws TypeError when the text is neither base64 nor base64url */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64url(toUrl(text));
  if (bytes === null) throw new TypeError("Not base64");
  return bytes;
}
