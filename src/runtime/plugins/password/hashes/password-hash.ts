/** Hashes of passwords: made in the best way that the runtime has, checked in every form that is known. */
import { randomBytes } from "../../../security/random.js";
import { type Bytes, isSameBytes, toBase64, utf8 } from "./bytes.js";
import { firebaseDigest } from "./firebase.js";
import { loadArgon2, needArgon2, needBcrypt } from "./packages.js";
import { parseHash, type StoredHash } from "./parse-hash.js";
import { pbkdf2 } from "./pbkdf2.js";
import { hasScrypt, scrypt } from "./scrypt.js";

/** Costs of new hashes: those that OWASP's "Password Storage Cheat Sheet" takes for equal to each other. */
const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const scryptCost = { N: 2 ** 15, r: 8, p: 3 };
/** 600,000 rounds in six parts: Cloudflare's workers refuse more than 100,000 in one call. */
const pbkdf2Cost = { hash: "SHA-256", rounds: 100_000, times: 6 } as const;
const digestLength = 32;

/** How new hashes begin: with the algorithm and what it costs. */
const beginnings = {
  argon2: "$argon2id$v=19$m=19456,t=2,p=1$",
  scrypt: "$scrypt$ln=15,r=8,p=3$",
  pbkdf2: "$pbkdf2-sha256$i=100000,n=6$",
} as const;

/** argon2id where its package is installed, else scrypt, else PBKDF2. */
async function bestKind(): Promise<keyof typeof beginnings> {
  if ((await loadArgon2()) !== undefined) return "argon2";
  return hasScrypt() ? "scrypt" : "pbkdf2";
}

/** @param password normalized, of a bounded length */
export async function hashPassword(password: string): Promise<string> {
  const kind = await bestKind();
  if (kind === "argon2") return (await needArgon2()).hash(password, argon2Cost);
  const salt = randomBytes(16);
  const text = utf8(password);
  const digest = await (kind === "scrypt"
    ? scrypt(text, salt, digestLength, scryptCost)
    : pbkdf2(text, { ...pbkdf2Cost, salt }, digestLength));
  return `${beginnings[kind]}${toBase64(salt)}$${toBase64(digest)}`;
}

/** Is this hash one that would be made today? Else it is replaced at the next sign-in. */
export const isCurrentHash = async (stored: string): Promise<boolean> =>
  stored.startsWith(beginnings[await bestKind()]);

/**
 * @param spellings the password as it may have been hashed, see `spellingsOf`
 * @throws UnusableHash, or Error that names a package to install
 */
export async function isRightPassword(spellings: readonly string[], stored: string): Promise<boolean> {
  const hash = parseHash(stored);
  let isRight = false;
  for (const spelling of spellings) isRight ||= await isRightSpelling(hash, spelling);
  return isRight;
}

async function isRightSpelling(hash: StoredHash, password: string): Promise<boolean> {
  if ("text" in hash)
    return hash.kind === "argon2"
      ? (await needArgon2()).verify(hash.text, password)
      : (await needBcrypt()).compare(password, hash.text);
  const { digest } = hash;
  for await (const derived of digestsOf(hash, utf8(password))) if (isSameBytes(derived, digest)) return true;
  return false;
}

async function* digestsOf(
  hash: Exclude<StoredHash, { text: string }>,
  password: Bytes,
): AsyncGenerator<Bytes> {
  const { length } = hash.digest;
  if (hash.kind === "pbkdf2") {
    yield pbkdf2(password, hash, length);
    return;
  }
  for (const cost of hash.costs)
    yield hash.kind === "scrypt"
      ? scrypt(password, hash.salt, length, cost)
      : firebaseDigest(password, hash, cost);
}
