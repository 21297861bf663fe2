/** Derived keys by (secret, salt). Dropping an entry costs a derivation and changes nothing else. */
import { deriveKey } from "#crypto";
import type { Enc, Maybe, SealKey } from "./crypto.js";

/** Salts come from callers of `getToken`, so the table must not grow with them. */
const limit = 32;
const known: (readonly [key: SealKey, secret: string, salt: string, info: string | undefined])[] = [];

/** The key of one secret and salt, derived once. */
export function keyFor(secret: string, salt: string, info?: string): Maybe<SealKey> {
  // Two or three of them are in use: to compare is faster than to make a text to look them up by.
  for (const [key, ofSecret, ofSalt, ofInfo] of known)
    if (ofSalt === salt && ofSecret === secret && ofInfo === info) return key;
  const keep = (key: SealKey): SealKey => {
    if (known.length >= limit) known.shift();
    known.push([key, secret, salt, info]);
    return key;
  };
  const derived = deriveKey(secret, salt, info);
  return derived instanceof Promise ? derived.then(keep) : keep(derived);
}

/** A key that may open a token, and how. */
export interface Candidate {
  readonly key: SealKey;
  readonly enc: Enc;
}

interface Header {
  readonly enc: Enc;
  readonly kid: string | undefined;
}

/** Members of a protected header that we know; any other purpose or feature is refused. */
function parseHeader(segment: string): Header | null {
  try {
    // What is no object has none of these members, or throws.
    const { alg, enc, kid, typ, zip, crit }: Readonly<Record<string, unknown>> = JSON.parse(
      atob(segment.replaceAll("-", "+").replaceAll("_", "/")),
    );
    if (alg !== "dir" || (enc !== "A256CBC-HS512" && enc !== "A256GCM")) return null;
    if (zip !== undefined || crit !== undefined) return null;
    // JWE's own default type is the only one that does not name another purpose.
    if (typ !== undefined && (typeof typ !== "string" || typ.toUpperCase() !== "JWT")) return null;
    return kid === undefined || typeof kid === "string" ? { enc, kid } : null;
  } catch {
    return null;
  }
}

/** The key that a header of the right form names. */
export const keyNamedBy = (segment: string): string | undefined => parseHeader(segment)?.kid;

/**
 * The keys to try for a header segment: by kid the one it names, without a kid every secret in order.
 * An unknown kid gives none, so it costs no cryptography.
 */
export function keysFor(
  segment: string,
  secrets: readonly string[],
  salt: string,
  info?: string,
): Maybe<Candidate[]> {
  const derived: SealKey[] = [];
  for (const secret of secrets) {
    const key = keyFor(secret, salt, info);
    if (key instanceof Promise)
      return Promise.all(secrets.map((each) => keyFor(each, salt, info))).then((all) => choose(segment, all));
    derived.push(key);
    if (key.header === segment) break;
  }
  return choose(segment, derived);
}

function choose(segment: string, derived: readonly SealKey[]): Candidate[] {
  for (const key of derived) if (key.header === segment) return [{ key, enc: "A256CBC-HS512" }];
  const header = parseHeader(segment);
  if (header === null) return [];
  const { enc, kid } = header;
  return derived.filter((key) => kid === undefined || key.kids[enc] === kid).map((key) => ({ key, enc }));
}
