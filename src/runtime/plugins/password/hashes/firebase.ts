/** Firebase's scrypt: the derived key encrypts a key of the project, and the ciphertext is the hash. */
import { type Bytes } from "./bytes.js";
import type { FirebaseHash, ScryptCost } from "./parse-hash.js";
import { scrypt } from "./scrypt.js";

export async function firebaseDigest(
  password: Bytes,
  { salt, signerKey }: FirebaseHash,
  cost: ScryptCost,
): Promise<Bytes> {
  const derived = await scrypt(password, salt, 32, cost);
  const key = await crypto.subtle.importKey("raw", derived, "AES-CTR", false, ["encrypt"]);
  const params = { name: "AES-CTR", counter: new Uint8Array(16), length: 64 };
  return new Uint8Array(await crypto.subtle.encrypt(params, key, signerKey));
}
