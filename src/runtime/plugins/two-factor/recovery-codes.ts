/** Recovery codes: ten of 50 random bits, kept as keyed hashes. */
import { hashToken } from "../../security/hash.js";
import { randomBytes } from "../../security/random.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { toBase32 } from "./totp.js";

const count = 10;
/** Characters of 5 bits. */
const length = 10;

/** Ten new codes, as the user writes them down: `ABCDE-FGHIJ`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: count }, () => {
    const text = toBase32(randomBytes(8)).slice(0, length);
    return `${text.slice(0, length / 2)}-${text.slice(length / 2)}`;
  });

/** As it was made, however it is typed; undefined: it is none. */
export function recoveryCodeOf(typed: string): string | undefined {
  const text = typed.slice(0, 64).replaceAll(/[\s-]/g, "").toUpperCase();
  return /^[A-Z2-7]{10}$/.test(text) ? text : undefined;
}

/** Characters of a hash that are kept: 160 bits. */
const hashLength = 40;

const hashOf = async (userId: string, code: string, secret: string): Promise<string> =>
  (await hashToken(JSON.stringify(["two-factor recovery code", userId, code]), [secret])).slice(
    0,
    hashLength,
  );

/** What the store keeps of codes that are made now. */
export const hashesToKeep = (
  { secrets: [secret = ""] }: ResolvedConfig,
  userId: string,
  codes: readonly string[],
): Promise<readonly string[]> =>
  Promise.all(codes.map((code) => hashOf(userId, recoveryCodeOf(code) ?? "", secret)));

/** What the store may have kept of a code: one hash for each secret, the newest first. */
export const hashesToFind = (
  { acceptedSecrets }: ResolvedConfig,
  userId: string,
  code: string,
): Promise<readonly string[]> => Promise.all(acceptedSecrets.map((secret) => hashOf(userId, code, secret)));
