/**
 * Stored hashes, from their texts. A text says how much work a check is: what is more than a sign-in may cost, or has
 * too little to compare, is refused before any work is done.
 */
import { type Bytes, fromBase64, fromHex, utf8 } from "./bytes.js";

export interface ScryptHash {
  readonly kind: "scrypt";
  /** Cost, block size and parallelization (RFC 7914 section 2); several where the text does not say which. */
  readonly costs: readonly ScryptCost[];
  readonly salt: Bytes;
  readonly digest: Bytes;
}

export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

export interface FirebaseHash extends Omit<ScryptHash, "kind"> {
  readonly kind: "firebase";
  /** The project's key: what the digest is the encryption of. */
  readonly signerKey: Bytes;
}

export interface Pbkdf2Hash {
  readonly kind: "pbkdf2";
  readonly hash: "SHA-1" | "SHA-256" | "SHA-512";
  readonly rounds: number;
  /** How often the whole is done, each time over the result before; 1 unless this package has made the hash. */
  readonly times: number;
  readonly salt: Bytes;
  readonly digest: Bytes;
}

/** Libraries read these texts themselves. */
export interface TextHash {
  readonly kind: "argon2" | "bcrypt";
  readonly text: string;
}

export type StoredHash = TextHash | ScryptHash | FirebaseHash | Pbkdf2Hash;

/** A stored hash that is not checked. The message quotes nothing of it. */
export class UnusableHash extends Error {
  override readonly name = "UnusableHash";
}

const longestText = 1024;

/** What one check may cost at most. */
const limits = {
  /** KiB, and KiB times passes. */
  argon2: { memory: 262_144, passes: 1_048_576, lanes: 16 },
  /** 2^14 rounds: about a second. */
  bcryptCost: 14,
  /** Bytes of memory, and N · r · p. */
  scrypt: { memory: 268_435_456, work: 8_388_608 },
  pbkdf2Rounds: 2_000_000,
  /** Bytes. A shorter digest would let guesses pass. */
  digest: { least: 16, most: 128 },
} as const;

/** @throws UnusableHash for forms that are not known, and for what would cost too much */
export function parseHash(text: string): StoredHash {
  if (text.length > longestText) throw new UnusableHash("The stored hash is longer than any that is known");
  for (const parse of parsers) {
    const found = parse(text);
    if (found !== undefined) return found;
  }
  throw new UnusableHash("The form of the stored hash is not known");
}

const parsers: readonly ((text: string) => StoredHash | undefined)[] = [
  parseArgon2,
  parseBcrypt,
  parseScrypt,
  parseNodeScrypt,
  parseFirebase,
  parsePbkdf2,
];

function parseArgon2(text: string): StoredHash | undefined {
  const parts =
    /^\$argon2(?:id|i|d)\$(?:v=1[69]\$)?m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$([\w+/]+)\$([\w+/]+)$/.exec(
      text,
    );
  if (parts === null) return undefined;
  const [memory = Number.NaN, passes = Number.NaN, lanes = Number.NaN] = parts.slice(1, 4).map(Number);
  const { argon2 } = limits;
  assertCost(memory <= argon2.memory && memory * passes <= argon2.passes && lanes <= argon2.lanes);
  digestOf(fromBase64(parts[5] ?? ""));
  return { kind: "argon2", text };
}

function parseBcrypt(text: string): StoredHash | undefined {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text)?.[1];
  if (cost === undefined) return undefined;
  assertCost(Number(cost) <= limits.bcryptCost);
  return { kind: "bcrypt", text };
}

/** PHC string format. */
function parseScrypt(text: string): StoredHash | undefined {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,9}),p=(\d{1,9})\$([\w+/.=]+)\$([\w+/.=]+)$/.exec(text);
  if (parts === null) return undefined;
  const [ln = Number.NaN, r = Number.NaN, p = Number.NaN] = parts.slice(1, 4).map(Number);
  return {
    kind: "scrypt",
    costs: [affordable({ N: 2 ** ln, r, p })],
    salt: saltOf(parts[4]),
    digest: digestOf(fromBase64(parts[5] ?? "")),
  };
}

/** `salt:hash` as Better Auth and much code for Node has it, and `hash.salt`: the salt is the text, not its bytes. */
function parseNodeScrypt(text: string): StoredHash | undefined {
  const colon = /^([0-9a-f]{16,128}):((?:[0-9a-f]{64}){1,2})$/i.exec(text);
  const dot = /^((?:[0-9a-f]{64}){1,2})\.([0-9a-f]{16,128})$/i.exec(text);
  const [salt, digest] = colon === null ? [dot?.[2], dot?.[1]] : [colon[1], colon[2]];
  if (salt === undefined || digest === undefined) return undefined;
  const node = { N: 16_384, r: 8, p: 1 };
  const costs = colon !== null && digest.length === 128 ? [{ ...node, r: 16 }, node] : [node];
  return { kind: "scrypt", costs, salt: utf8(salt), digest: digestOf(fromHex(digest)) };
}

/** Firebase's scrypt, in the form that Supabase gives it: its parameters belong to the project, not to the user. */
function parseFirebase(text: string): StoredHash | undefined {
  const parts =
    /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,9}),p=(\d{1,9}),ss=([\w+/=]+),sk=([\w+/=]+)\$([\w+/=]+)\$([\w+/=]+)$/.exec(
      text,
    );
  if (parts === null) return undefined;
  const [n = Number.NaN, r = Number.NaN, p = Number.NaN] = parts.slice(1, 4).map(Number);
  return {
    kind: "firebase",
    costs: [affordable({ N: 2 ** n, r, p })],
    salt: Uint8Array.from([...saltOf(parts[6]), ...saltOf(parts[4])]),
    signerKey: digestOf(fromBase64(parts[5] ?? "")),
    digest: digestOf(fromBase64(parts[7] ?? "")),
  };
}

const pbkdf2Hashes = { sha1: "SHA-1", sha256: "SHA-256", sha512: "SHA-512" } as const;

/** Django's form, whose salt is a text, and the forms with "-" that Passlib and PHC have. */
function parsePbkdf2(text: string): StoredHash | undefined {
  const django = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,9})\$([^$]{1,128})\$([\w+/=]+)$/.exec(text);
  const phc =
    /^\$pbkdf2-(sha1|sha256|sha512)\$(?:i=)?(\d{1,9})(?:,n=(\d{1,2}))?\$([\w+/.=]+)\$([\w+/.=]+)$/.exec(text);
  const parts = django ?? phc;
  if (parts === null) return undefined;
  const [rounds, times] = [Number(parts[2]), Number(phc?.[3] ?? 1)];
  assertCost(rounds > 0 && times > 0 && rounds * times <= limits.pbkdf2Rounds);
  return {
    kind: "pbkdf2",
    hash: pbkdf2Hashes[parts[1] as keyof typeof pbkdf2Hashes],
    rounds,
    times,
    salt: django === null ? saltOf(phc?.[4]) : utf8(django[3] ?? ""),
    digest: digestOf(fromBase64((django?.[4] ?? phc?.[5]) || "")),
  };
}

function affordable(cost: ScryptCost): ScryptCost {
  const { N, r, p } = cost;
  const { memory, work } = limits.scrypt;
  assertCost(N > 1 && r > 0 && p > 0 && 128 * N * r <= memory && N * r * p <= work);
  return cost;
}

function assertCost(isAffordable: boolean): void {
  if (!isAffordable) throw new UnusableHash("To check the stored hash would cost more than a sign-in may");
}

function saltOf(text = ""): Bytes {
  const salt = fromBase64(text);
  if (salt === undefined) throw new UnusableHash("The stored hash has no salt");
  return salt;
}

function digestOf(bytes: Bytes | undefined): Bytes {
  const { least, most } = limits.digest;
  if (bytes !== undefined && bytes.length >= least && bytes.length <= most) return bytes;
  throw new UnusableHash("The stored hash has too little, or too much, to compare");
}
