/**
 * What `#crypto` must offer. On Node it is `crypto-node.ts` (synchronous), elsewhere `crypto-web.ts`;
 * both give equal verdicts on every input.
 */
/** What is a promise on the edge and a plain value on Node: waiting for nothing costs more than it seems. */
export type Maybe<T> = T | Promise<T>;

/** Bits of the two content encryptions that we open (RFC 7518 section 5). */
export type Enc = "A256CBC-HS512" | "A256GCM";

/** One derived key, ready for use. */
export interface SealKey {
  /** RFC 7638 thumbprint for each encryption. */
  readonly kids: Readonly<Record<Enc, string>>;
  /** Protected header segment of what we seal with this key. */
  readonly header: string;
}

export interface CryptoProvider {
  /** HKDF-SHA-256 and the two thumbprints. */
  deriveKey(secret: string, salt: string, info?: string): Maybe<SealKey>;
  /** A compact JWE of the text with A256CBC-HS512. */
  encrypt(key: SealKey, plaintext: string): Maybe<string>;
  /** The text of the last three segments, or null for every failure. `header` is the first segment as it came. */
  decrypt(key: SealKey, enc: Enc, header: string, rest: string): Maybe<string | null>;
  sha256Hex(text: string): Maybe<string>;
  /** Random bytes, as lower-case hex. */
  randomHex(bytes: number): string;
}

/** HKDF info of both key lengths. */
export function keyInfo(salt: string): string {
  return `Auth.js Generated Encryption Key (${salt})`;
}

/** The JSON that RFC 7638 hashes for an octet key. */
export function thumbprintInput(base64urlKey: string): string {
  return `{"k":"${base64urlKey}","kty":"oct"}`;
}

/** Protected header of what we seal, in the order that is on the wire everywhere. */
export function sealHeader(kid: string): string {
  return `{"alg":"dir","enc":"A256CBC-HS512","kid":"${kid}"}`;
}

/** Iv, ciphertext and tag of `iv.ciphertext.tag`; null when there are not three parts. */
export function cutSegments(rest: string): [iv: string, ciphertext: string, tag: string] | null {
  const segments = rest.split(".", 4);
  return segments.length === 3 ? (segments as [string, string, string]) : null;
}
