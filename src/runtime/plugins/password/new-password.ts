/** May this be a password? As NIST SP 800-63B-4 section 3.1.1.2 has it: length, no rules of composition, and a list. */
import { toError } from "../../errors/index.js";
import { canonical } from "../../security/throttle.js";
import type { Problem } from "./messages.js";
import type { PasswordCall } from "./options.js";

/** Code points. NIST asks for 64 at least. */
const mostCharacters = 256;
/** UTF-16 units: what is longer is not even normalized. */
const mostUnits = 1024;
const distinctCharacters = 4;
const shortestWord = 3;
/** Characters of a name that are looked at: with 90,000 of them a sign-up would cost half a password check more. */
const longestWord = 256;
const breachSeconds = 5;

/** What was typed, as it is hashed: NFKC, so that all keyboards give the same. undefined: nothing that could be one. */
function normalizePassword(given: unknown): string | undefined {
  if (typeof given !== "string" || given === "" || given.length > mostUnits) return undefined;
  const password = given.normalize("NFKC");
  return [...password].length > mostCharacters ? undefined : password;
}

/** What was typed as others may have hashed it: normalized, and as it came. */
export const spellingsOf = (given: unknown): readonly string[] => {
  const password = normalizePassword(given);
  return password === undefined ? [] : [...new Set([password, given as string])];
};

/** A password that may be used, or why not. */
export type NewPassword =
  | { readonly password: string; readonly problem?: never }
  | { readonly problem: Problem };

/** @param words what belongs to the user: address, names */
export async function readNewPassword(
  call: PasswordCall,
  given: unknown,
  words: readonly (string | null | undefined)[],
): Promise<NewPassword> {
  const { context, settings } = call;
  if (typeof given === "string" && given !== "" && normalizePassword(given) === undefined)
    return { problem: "tooLong" };
  const password = normalizePassword(given) ?? "";
  if ([...password].length < settings.minLength) return { problem: "tooShort" };
  if (isSimple(password)) return { problem: "tooSimple" };
  const { theme } = context.resolved;
  const near = [...words, theme.name, new URL(context.site.origin).hostname];
  if (isNear(password, near, settings.minLength)) return { problem: "tooNear" };
  return (await isBreached(call, password)) ? { problem: "breached" } : { password };
}

/** Few characters, or each one behind the one before it: `aaaaaaaaaa`, `1234567890`. */
function isSimple(password: string): boolean {
  const points = [...password.toLowerCase()].map((character) => character.codePointAt(0) ?? 0);
  if (new Set(points).size < distinctCharacters) return true;
  const steps = new Set(points.slice(1).map((point, at) => point - (points[at] ?? 0)));
  // "0" follows "9" on keyboards.
  steps.delete(-9);
  return steps.size === 1 && [1, -1].includes([...steps][0] ?? 0);
}

/** Without these words, is there half of a password, or less? Parts of addresses are words too. */
function isNear(password: string, words: readonly (string | null | undefined)[], minLength: number): boolean {
  const parts = words
    .map((word) => (word ?? "").slice(0, longestWord))
    .flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
    .map(canonical)
    .filter((word) => word.length >= shortestWord)
    .sort((one, other) => other.length - one.length);
  const rest = parts.reduce((text, word) => text.replaceAll(word, ""), canonical(password));
  return rest !== canonical(password) && [...rest].length <= Math.ceil(minLength / 2);
}

/** A list that does not answer keeps nobody from choosing a password. */
async function isBreached({ context, settings }: PasswordCall, password: string): Promise<boolean> {
  if (settings.isBreached === undefined) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer in ${breachSeconds} seconds`)),
      breachSeconds * 1000,
    );
  });
  try {
    const ask = async () => settings.isBreached?.(password);
    return (await Promise.race([ask(), late])) === true;
  } catch (thrown) {
    const { name } = toError(thrown);
    context.resolved.logger.warn(
      `password: isBreached() failed (${name}), so a new password was not looked up in breaches`,
    );
    return false;
  } finally {
    clearTimeout(timer);
  }
}
