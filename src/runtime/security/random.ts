/** Randomness from the platform's CSPRNG. */

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

export function randomHex(bytes: number): string {
  let text = "";
  for (const byte of randomBytes(bytes)) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** A UUID v4; 32 random bytes in hex where the runtime has no `randomUUID`. */
export function randomId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : randomHex(32);
}
