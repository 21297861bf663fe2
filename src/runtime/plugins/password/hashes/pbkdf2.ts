/** PBKDF2 (RFC 8018 section 5.2), by WebCrypto: every runtime has it. */
import type { Bytes } from "./bytes.js";
import type { Pbkdf2Hash } from "./parse-hash.js";

export async function pbkdf2(
  password: Bytes,
  { hash, rounds, times, salt }: Omit<Pbkdf2Hash, "kind" | "digest">,
  length: number,
): Promise<Bytes> {
  let derived = password;
  for (let time = 0; time < times; time += 1) {
    const key = await crypto.subtle.importKey("raw", derived, "PBKDF2", false, ["deriveBits"]);
    const params = { name: "PBKDF2", hash, salt, iterations: rounds };
    derived = new Uint8Array(await crypto.subtle.deriveBits(params, key, length * 8));
  }
  return derived;
}
