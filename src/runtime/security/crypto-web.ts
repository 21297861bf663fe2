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

interface WebKey extends SealKey {
  readonly mac: CryptoKey;
  readonly cbc: CryptoKey;
  readonly gcm: CryptoKey;
}

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const utf8 = (text: string): Bytes => encoder.encode(text);

export function toBase64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Both alphabets are taken, as by Node; `atob` alone would also take white space and padding. */
export function fromBase64url(text: string): Bytes | null {
  if (text.length % 4 === 1 || !/^[\w+/-]*$/.test(text)) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
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
  const input = joined(utf8(header), iv, ciphertext, new Uint8Array(8));
  // A header is ASCII: any other one fits no key.
  new DataView(input.buffer).setUint32(input.length - 4, header.length * 8);
  return input;
}

function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/** No early exit: the time taken says nothing about where the difference is. */
function beginsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  let difference = 0;
  for (let index = 0; index < start.length; index++)
    difference |= (bytes[index] ?? 256) ^ (start[index] ?? 0);
  return difference === 0;
}

export async function encrypt(key: SealKey, plaintext: string): Promise<string> {
  const { mac, cbc, header } = key as WebKey;
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const ciphertext = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-CBC", iv }, cbc, utf8(plaintext)),
  );
  const full = new Uint8Array(await crypto.subtle.sign("HMAC", mac, macInput(header, iv, ciphertext)));
  return `${header}..${toBase64url(iv)}.${toBase64url(ciphertext)}.${toBase64url(full.subarray(0, 32))}`;
}

export async function decrypt(key: SealKey, enc: Enc, header: string, rest: string): Promise<string | null> {
  const [iv, ciphertext, tag] = cutSegments(rest)?.map(fromBase64url) ?? [];
  if (!iv || !ciphertext || !tag) return null;
  const { mac, cbc, gcm } = key as WebKey;
  const { subtle } = crypto;
  if (enc === "A256GCM") {
    if (iv.length !== 12 || tag.length !== 16) return null;
    return subtle
      .decrypt({ name: "AES-GCM", iv, additionalData: utf8(header) }, gcm, joined(ciphertext, tag))
      .then(
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
  return beginsWith(new Uint8Array(full), tag) && opened !== null ? decoder.decode(opened) : null;
}

function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += (byte + 256).toString(16).slice(1);
  return text;
}

export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

export function sha256Hex(text: string): Maybe<string> {
  return crypto.subtle.digest("SHA-256", utf8(text)).then((digest) => toHex(new Uint8Array(digest)));
}
