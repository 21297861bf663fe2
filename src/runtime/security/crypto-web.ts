/** `#crypto` where there is no `node:crypto`: the same functions over WebCrypto. */
import {
  cutSegments,
  type Enc,
  keyInfo,
  type Maybe,
  sealHeader,
  type SealKey,
  thumbprintInput,
} from "./crypto.js";
import { randomBytes, toHex } from "./random.js";

interface WebKey extends SealKey {
  readonly mac: CryptoKey;
  readonly cbc: CryptoKey;
  readonly gcm: CryptoKey;
}

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const utf8 = (text: string): Bytes => encoder.encode(text);

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const values = new Int8Array(128).fill(-1);
for (let index = 0; index < 64; index++) values[alphabet.charCodeAt(index)] = index;
// Node and atob take the other alphabet too, and both must agree.
values["+".charCodeAt(0)] = 62;
values["/".charCodeAt(0)] = 63;

export function toBase64url(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet[(pending >> (bits - 6)) & 63];
    pending &= 255;
  }
  return bits === 0 ? text : text + alphabet[(pending << (6 - bits)) & 63];
}

export function fromBase64url(text: string): Bytes | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let offset = 0;
  let bits = 0;
  let pending = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? -1;
    if (value < 0) return null;
    pending = (pending << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[offset++] = (pending >> bits) & 255;
      pending &= (1 << bits) - 1;
    }
  }
  return bytes;
}

export async function deriveKey(secret: string, salt: string, info = keyInfo(salt)): Promise<SealKey> {
  const { subtle } = crypto;
  const material = await subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveBits"]);
  const derived = await subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: utf8(salt), info: utf8(info) },
    material,
    512,
  );
  const bytes = new Uint8Array(derived);
  const short = bytes.slice(0, 32);
  const thumbprint = async (hash: string, key: Bytes): Promise<string> =>
    toBase64url(new Uint8Array(await subtle.digest(hash, utf8(thumbprintInput(toBase64url(key))))));
  const [long, brief, mac, cbc, gcm] = await Promise.all([
    thumbprint("SHA-512", bytes),
    thumbprint("SHA-256", short),
    subtle.importKey("raw", short, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]),
    subtle.importKey("raw", bytes.slice(32), "AES-CBC", false, ["encrypt", "decrypt"]),
    subtle.importKey("raw", short, "AES-GCM", false, ["decrypt"]),
  ]);
  const key: WebKey = {
    kids: { "A256CBC-HS512": long, A256GCM: brief },
    header: toBase64url(utf8(sealHeader(long))),
    mac,
    cbc,
    gcm,
  };
  return key;
}

/** What the tag covers (RFC 7518 section 5.2.2.1). */
function macInput(header: string, iv: Bytes, ciphertext: Bytes): Bytes {
  const aad = utf8(header);
  const input = new Uint8Array(aad.length + iv.length + ciphertext.length + 8);
  input.set(aad);
  input.set(iv, aad.length);
  input.set(ciphertext, aad.length + iv.length);
  new DataView(input.buffer).setUint32(input.length - 4, aad.length * 8);
  return input;
}

/** No early exit: the time taken says nothing about where the difference is. */
function equal(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}

export async function encrypt(key: SealKey, plaintext: string): Promise<string> {
  const { mac, cbc, header } = key as WebKey;
  const iv = randomBytes(16);
  const ciphertext = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-CBC", iv }, cbc, utf8(plaintext)),
  );
  const full = new Uint8Array(await crypto.subtle.sign("HMAC", mac, macInput(header, iv, ciphertext)));
  return `${header}..${toBase64url(iv)}.${toBase64url(ciphertext)}.${toBase64url(full.subarray(0, 32))}`;
}

export async function decrypt(key: SealKey, enc: Enc, header: string, rest: string): Promise<string | null> {
  const segments = cutSegments(rest);
  if (segments === null) return null;
  const iv = fromBase64url(segments[0]);
  const ciphertext = fromBase64url(segments[1]);
  const tag = fromBase64url(segments[2]);
  if (iv === null || ciphertext === null || tag === null) return null;
  const { mac, cbc, gcm } = key as WebKey;
  const { subtle } = crypto;
  if (enc === "A256GCM") {
    if (iv.length !== 12 || tag.length !== 16) return null;
    const sealed = new Uint8Array(ciphertext.length + 16);
    sealed.set(ciphertext);
    sealed.set(tag, ciphertext.length);
    const opened = subtle.decrypt({ name: "AES-GCM", iv, additionalData: utf8(header) }, gcm, sealed);
    return opened.then(
      (bytes) => decoder.decode(bytes),
      () => null,
    );
  }
  if (iv.length !== 16 || tag.length !== 32) return null;
  // Started together; the text is looked at only when the tag fits, and a failing decryption is one more null.
  const [full, opened] = await Promise.all([
    subtle.sign("HMAC", mac, macInput(header, iv, ciphertext)),
    subtle.decrypt({ name: "AES-CBC", iv }, cbc, ciphertext).catch(() => null),
  ]);
  return equal(new Uint8Array(full).subarray(0, 32), tag) && opened !== null ? decoder.decode(opened) : null;
}

export function sha256Hex(text: string): Maybe<string> {
  return crypto.subtle.digest("SHA-256", utf8(text)).then((digest) => toHex(new Uint8Array(digest)));
}
