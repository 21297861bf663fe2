/** Randomness from the platform's CSPRNG. */
import { randomHex } from "#crypto";

export { randomHex };

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** A UUID v4; 32 random bytes in hex where the runtime has no `randomUUID`. */
export function randomId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : randomHex(32);
}
