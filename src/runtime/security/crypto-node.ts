/** `#crypto` on Node: synchronous, so that a session check never waits for the thread pool. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
  timingSafeEqual,
} from "node:crypto";
import {
  cutSegments,
  type Enc,
  keyInfo,
  type Maybe,
  sealHeader,
  type SealKey,
  thumbprintInput,
} from "./crypto.js";

interface NodeKey extends SealKey {
  readonly mac: KeyObject;
  readonly cbc: KeyObject;
  readonly gcm: KeyObject;
}

export function deriveKey(secret: string, salt: string, info = keyInfo(salt)): Maybe<SealKey> {
  const bytes = Buffer.from(hkdfSync("sha256", secret, salt, info, 64));
  const short = bytes.subarray(0, 32);
  const thumbprint = (hash: string, key: Buffer): string =>
    createHash(hash)
      .update(thumbprintInput(key.toString("base64url")))
      .digest("base64url");
  const kids = { "A256CBC-HS512": thumbprint("sha512", bytes), A256GCM: thumbprint("sha256", short) };
  const key: NodeKey = {
    kids,
    header: Buffer.from(sealHeader(kids["A256CBC-HS512"])).toString("base64url"),
    mac: createSecretKey(short),
    cbc: createSecretKey(bytes.subarray(32)),
    gcm: createSecretKey(short),
  };
  return key;
}

/** Tag over header, iv and ciphertext (RFC 7518 section 5.2.2.1): the first half of an HMAC-SHA-512. */
function tagOf(mac: KeyObject, header: string, iv: Buffer, ciphertext: Buffer): Buffer {
  const bits = Buffer.alloc(8);
  bits.writeUInt32BE(header.length * 8, 4);
  return createHmac("sha512", mac)
    .update(header, "latin1")
    .update(iv)
    .update(ciphertext)
    .update(bits)
    .digest()
    .subarray(0, 32);
}

export function encrypt(key: SealKey, plaintext: string): Maybe<string> {
  const { mac, cbc, header } = key as NodeKey;
  const iv = randomFillSync(Buffer.allocUnsafe(16));
  const cipher = createCipheriv("aes-256-cbc", cbc, iv);
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  const tag = tagOf(mac, header, iv, ciphertext);
  return `${header}..${iv.toString("base64url")}.${ciphertext.toString("base64url")}.${tag.toString("base64url")}`;
}

/** Buffer skips what is not base64url; the length gives it away. */
function decode(segment: string): Buffer | null {
  const bytes = Buffer.from(segment, "base64url");
  return segment.length % 4 !== 1 && bytes.length === Math.floor((segment.length * 3) / 4) ? bytes : null;
}

export function decrypt(key: SealKey, enc: Enc, header: string, rest: string): Maybe<string | null> {
  const segments = cutSegments(rest);
  if (segments === null) return null;
  const iv = decode(segments[0]);
  const ciphertext = decode(segments[1]);
  const tag = decode(segments[2]);
  if (iv === null || ciphertext === null || tag === null) return null;
  return enc === "A256GCM"
    ? openGcm(key as NodeKey, header, iv, ciphertext, tag)
    : openCbc(key as NodeKey, header, iv, ciphertext, tag);
}

function openCbc(key: NodeKey, header: string, iv: Buffer, ciphertext: Buffer, tag: Buffer): string | null {
  if (iv.length !== 16 || tag.length !== 32) return null;
  if (!timingSafeEqual(tagOf(key.mac, header, iv, ciphertext), tag)) return null;
  try {
    const decipher = createDecipheriv("aes-256-cbc", key.cbc, iv);
    return decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

function openGcm(key: NodeKey, header: string, iv: Buffer, ciphertext: Buffer, tag: Buffer): string | null {
  if (iv.length !== 12 || tag.length !== 16) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.gcm, iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(header, "latin1"));
    decipher.setAuthTag(tag);
    return decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

export function sha256Hex(text: string): Maybe<string> {
  return createHash("sha256").update(text).digest("hex");
}
