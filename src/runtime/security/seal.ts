/**
 * The one place that seals: payloads to encrypted tokens and back (JWE, RFC 7516, `dir` with A256CBC-HS512).
 * What it opens is decided here and in `keys.ts` alone; every way to fail is the same error.
 */
import { decrypt, encrypt } from "#crypto";
import type { JWT } from "../types/entities.js";
import { keyFor, keyNamedBy, keysFor } from "./keys.js";
import { randomId } from "./random.js";

/** Clocks of two servers may differ by this much. */
export const toleranceSeconds = 15;

/** The token cannot be opened; why is nobody's business. */
export class UnsealError extends Error {
  /** No secret has the key of the token, or its header is none of ours; otherwise it did not open with one. */
  readonly isForNoKey: boolean;
  constructor(isForNoKey = false) {
    super("The token cannot be opened");
    this.isForNoKey = isForNoKey;
    this.name = "UnsealError";
  }
}

export interface SealOptions {
  /** Newest first; the first one seals. */
  readonly secrets: readonly string[];
  /** Purpose of the token, usually the cookie's name: a token of one purpose never opens as another. */
  readonly salt: string;
  /** Life of the token. */
  readonly maxAgeSeconds: number;
  /** Current time in seconds since 1970; for tests. */
  readonly now?: number;
}

export interface UnsealOptions {
  /** Any of them opens. */
  readonly secrets: readonly string[];
  readonly salt: string;
  /** HKDF info of the key, where it is not that of our own tokens. */
  readonly info?: string;
  readonly now?: number;
}

/** The compact form of a sealed token: five parts, of which the second one is empty (`dir`). Says nothing of its worth. */
export function isSealedForm(token: string): boolean {
  const parts = token.split(".", 6);
  return parts.length === 5 && parts[0] !== "" && parts[1] === "";
}

/** The key that a token of the right form names, where none of the secrets has it. */
export const unknownKeyOf = (token: string, { isForNoKey }: UnsealError): string | undefined =>
  isForNoKey && isSealedForm(token) ? keyNamedBy(token.slice(0, token.indexOf("."))) : undefined;

/** Seconds since 1970. */
function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * Encrypts a payload with the first secret. `iat`, `exp` and `jti` are set here, whatever the payload holds.
 * @throws Error when there is no secret, or an empty one
 */
export async function seal(
  payload: Readonly<Record<string, unknown>>,
  options: SealOptions,
): Promise<string> {
  const secret = options.secrets[0];
  if (secret === undefined || options.secrets.includes("")) throw new Error("A secret is missing or empty");
  const iat = options.now ?? nowSeconds();
  const exp = iat + options.maxAgeSeconds;
  const found = keyFor(secret, options.salt);
  const key = found instanceof Promise ? await found : found;
  return encrypt(key, JSON.stringify({ ...payload, iat, exp, jti: randomId() }));
}

/**
 * Opens a token sealed for this salt with any of the secrets.
 * @throws UnsealError for whatever is wrong with it: form, key, tag, time
 */
export async function unseal(token: string, options: UnsealOptions): Promise<JWT> {
  const dot = token.indexOf(".");
  // With `dir` the second segment (the encrypted key) is empty.
  if (dot <= 0 || token[dot + 1] !== "." || options.secrets.includes("")) throw new UnsealError();
  const header = token.slice(0, dot);
  const rest = token.slice(dot + 2);
  const found = keysFor(header, options.secrets, options.salt, options.info);
  const keys = found instanceof Promise ? await found : found;
  if (keys.length === 0) throw new UnsealError(true);
  for (const { key, enc } of keys) {
    const opened = decrypt(key, enc, header, rest);
    const text = opened instanceof Promise ? await opened : opened;
    if (text === null) continue;
    const payload = parsePayload(text, options.now ?? nowSeconds());
    if (payload !== null) return payload;
  }
  throw new UnsealError();
}

function parsePayload(text: string, now: number): JWT | null {
  try {
    const payload: JWT = JSON.parse(text);
    // What is no object has no end, or throws.
    const { exp, nbf, iat }: Readonly<Record<string, unknown>> = payload;
    // JSON can write numbers that are read as infinite.
    if (!isTime(exp) || exp <= now - toleranceSeconds) return null;
    if (nbf !== undefined && (!isTime(nbf) || nbf > now + toleranceSeconds)) return null;
    return iat === undefined || isTime(iat) ? payload : null;
  } catch {
    return null;
  }
}

const isTime = (value: unknown): value is number => Number.isFinite(value);
