/** `#crypto` on Node: synchronous, so that a session check never waits for the thread pool. */
import nodeCrypto, {
  createCipheriv,
  createDecipheriv,
  createHash,
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

/** In one call where Node has one: three calls into OpenSSL take three times as long. Other runtimes may lack it. */
const { hash } = nodeCrypto as Partial<typeof nodeCrypto>;

type Encoding = "hex" | "binary";

const digest = (algorithm: string, data: string | Buffer, encoding: Encoding): string =>
  hash === undefined ? createHash(algorithm).update(data).digest(encoding) : hash(algorithm, data, encoding);

/** Bytes that SHA-512 takes at a time, and those that it gives. */
const [blockLength, hashLength] = [128, 64];
/** What most tokens fit into. A longer one gets a buffer of its own. */
const roomLength = 4096;

/**
 * A key for HMAC-SHA-512 as RFC 2104 section 2 uses it: two blocks, each with room for what is hashed behind it. Buffers
 * of their own: memory of Node's pool is handed on as it is.
 */
interface MacKey {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

function macKey(key: Buffer): MacKey {
  const block = (byte: number, room: number) => {
    const bytes = Buffer.alloc(blockLength + room);
    for (let at = 0; at < blockLength; at++) bytes[at] = (key[at] ?? 0) ^ byte;
    return bytes;
  };
  return { inner: block(0x36, roomLength), outer: block(0x5c, hashLength) };
}

interface NodeKey extends SealKey {
  readonly mac: MacKey;
  readonly cbc: KeyObject;
  readonly gcm: KeyObject;
}

export function deriveKey(secret: string, salt: string, info = keyInfo(salt)): Maybe<SealKey> {
  const bytes = Buffer.from(hkdfSync("sha256", secret, salt, info, 64));
  const short = bytes.subarray(0, 32);
  const thumbprint = (algorithm: string, key: Buffer): string =>
    createHash(algorithm)
      .update(thumbprintInput(key.toString("base64url")))
      .digest("base64url");
  const kids = { "A256CBC-HS512": thumbprint("sha512", bytes), A256GCM: thumbprint("sha256", short) };
  const key: NodeKey = {
    kids,
    header: Buffer.from(sealHeader(kids["A256CBC-HS512"])).toString("base64url"),
    mac: macKey(short),
    cbc: createSecretKey(bytes.subarray(32)),
    gcm: createSecretKey(short),
  };
  return key;
}

/**
 * Tag over header, iv and ciphertext (RFC 7518 section 5.2.2.1): the first half of an HMAC-SHA-512, as the two hashes that
 * it is. Node's Hmac objects, and each buffer that OpenSSL makes, would cost a session check some 6 % more.
 */
function tagOf({ inner, outer }: MacKey, header: string, iv: Buffer, ciphertext: Buffer): Buffer {
  const body = blockLength + header.length + iv.length;
  const end = body + ciphertext.length;
  const input = end + 8 <= inner.length ? inner.subarray(0, end + 8) : Buffer.alloc(end + 8, inner);
  input.write(header, blockLength, "latin1");
  iv.copy(input, body - iv.length);
  ciphertext.copy(input, body);
  input.writeUInt32BE(0, end);
  input.writeUInt32BE(header.length * 8, end + 4);
  outer.write(digest("sha512", input, "binary"), blockLength, "latin1");
  return Buffer.from(digest("sha512", outer, "binary").slice(0, hashLength / 2), "latin1");
}

const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * Bytes that nobody can foresee, good until the next ones are drawn. To ask the system for so few costs as much as to
 * encrypt a token, so they are drawn ahead.
 */
function draw(length: number): Buffer {
  if (length > pool.length) throw new RangeError(`${length} random bytes are too many`);
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.subarray(used, (used += length));
}

export function randomHex(bytes: number): string {
  const drawn = draw(bytes);
  const text = drawn.toString("hex");
  // It may be a secret.
  drawn.fill(0);
  return text;
}

export function encrypt(key: SealKey, plaintext: string): Maybe<string> {
  const { mac, cbc, header } = key as NodeKey;
  const iv = draw(16);
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
  const sealed = { iv, ciphertext, tag };
  return enc === "A256GCM"
    ? openGcm(key as NodeKey, header, sealed)
    : openCbc(key as NodeKey, header, sealed);
}

/** The parts of a token behind its header. */
interface Sealed {
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

function openCbc(key: NodeKey, header: string, { iv, ciphertext, tag }: Sealed): string | null {
  const { length } = ciphertext;
  if (iv.length !== 16 || tag.length !== 32 || length === 0 || length % 16 !== 0) return null;
  if (!timingSafeEqual(tagOf(key.mac, header, iv, ciphertext), tag)) return null;
  // The padding is looked at here: OpenSSL would need another call for it.
  const bytes = createDecipheriv("aes-256-cbc", key.cbc, iv).setAutoPadding(false).update(ciphertext);
  const padding = bytes[length - 1] ?? 0;
  if (padding === 0 || padding > 16) return null;
  for (let at = length - padding; at < length; at++) if (bytes[at] !== padding) return null;
  return bytes.toString("utf8", 0, length - padding);
}

function openGcm(key: NodeKey, header: string, { iv, ciphertext, tag }: Sealed): string | null {
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
  return digest("sha256", text, "hex");
}
