/** Randomness from the platform's CSPRNG. */

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

const hexOf: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

/** Bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += hexOf[byte];
  return text;
}

export function randomHex(bytes: number): string {
  return toHex(randomBytes(bytes));
}

/** A UUID v4; 32 random bytes in hex where the runtime has no `randomUUID`. */
export function randomId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : randomHex(32);
}
