/** Derived keys by (secret, salt). Dropping an entry costs a derivation and changes nothing else. */
import { deriveKey } from "#crypto";
import type { Enc, Maybe, SealKey } from "./crypto.js";

/** Salts come from callers of `getToken`, so the table must not grow with them. */
const limit = 32;
const keys = new Map<string, SealKey>();

/** The key of one secret and salt, derived once. */
export function keyFor(secret: string, salt: string, info?: string): Maybe<SealKey> {
  const id = info === undefined ? `${salt}\n${secret}` : `${info}\n${salt}\n${secret}`;
  const known = keys.get(id);
  if (known !== undefined) return known;
  const derived = deriveKey(secret, salt, info);
  return derived instanceof Promise ? derived.then((key) => keep(id, key)) : keep(id, derived);
}

function keep(id: string, key: SealKey): SealKey {
  if (keys.size >= limit) {
    const oldest = keys.keys().next();
    if (!oldest.done) keys.delete(oldest.value);
  }
  keys.set(id, key);
  return key;
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
  let header: unknown;
  try {
    header = JSON.parse(atob(segment.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return null;
  }
  if (typeof header !== "object" || header === null || Array.isArray(header)) return null;
  const { alg, enc, kid, typ, zip, crit } = header as Record<string, unknown>;
  if (alg !== "dir" || (enc !== "A256CBC-HS512" && enc !== "A256GCM")) return null;
  if (zip !== undefined || crit !== undefined) return null;
  // JWE's own default type is the only one that does not name another purpose.
  if (typ !== undefined && (typeof typ !== "string" || typ.toUpperCase() !== "JWT")) return null;
  if (kid !== undefined && typeof kid !== "string") return null;
  return { enc, kid };
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
  for (const [at, secret] of secrets.entries()) {
    const key = keyFor(secret, salt, info);
    if (key instanceof Promise) {
      const rest = secrets.slice(at).map((each) => keyFor(each, salt, info));
      return Promise.all(rest).then((others) => choose(segment, [...derived, ...others]));
    }
    if (key.header === segment) return [{ key, enc: "A256CBC-HS512" }];
    derived.push(key);
  }
  return choose(segment, derived);
}

function choose(segment: string, derived: readonly SealKey[]): Candidate[] {
  const own = derived.find((key) => key.header === segment);
  if (own !== undefined) return [{ key: own, enc: "A256CBC-HS512" }];
  const header = parseHeader(segment);
  if (header === null) return [];
  const { enc, kid } = header;
  return derived.filter((key) => kid === undefined || key.kids[enc] === kid).map((key) => ({ key, enc }));
}
