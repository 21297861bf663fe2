/** What a session callback gave, without what it was lent: the cookie's value, and columns that are secrets. */
import type { AdapterUser } from "../types/adapter.js";
import { membersOf } from "../types/members.js";

/** Words in the names of columns: `passwordHash`, `otp_secret`, `backupCodes`, `resettoken`; none in `footprint`. */
const secretWord = /passw|secret|token|backup codes?|\b(?:hash(?:ed)?|salt|t?otp|recovery)\b/;
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\W]+/g, " ")
    .toLowerCase();
const depthOfRows = 5;

interface Lent {
  readonly user: AdapterUser;
  /** The token, as the cookie and as the store's row has it. */
  readonly tokens: readonly unknown[];
}

/** Is this member as it was lent to the callback, and a secret? What the callback put there itself is its own. */
function isSecret(name: string, value: unknown, { user, tokens }: Lent): boolean {
  if (name === "sessionToken") return tokens.includes(value);
  // Whether there is a password, since when, and how many tokens somebody has left, are no secrets.
  const isText = typeof value === "string" || (typeof value === "object" && !(value instanceof Date));
  if (value === null || !(isText || (typeof value === "number" && /\botp\b/.test(wordsOf(name)))))
    return false;
  return membersOf(user)[name] === value && secretWord.test(wordsOf(name));
}

/**
 * The same session; copied only along the way to what must go. Most callbacks give nothing of the kind.
 *
 * @param given what the callback returned
 */
export function visible<T>(given: T, lent: Lent, depth = 0): T {
  if (typeof given !== "object" || given === null || depth > depthOfRows) return given;
  let copy: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(given)) {
    const isGone = isSecret(name, value, lent);
    const shown: unknown = isGone ? undefined : visible(value, lent, depth + 1);
    if (!isGone && shown === value) continue;
    copy ??= (Array.isArray(given) ? [...given] : { ...given }) as unknown as Record<string, unknown>;
    if (isGone) delete copy[name];
    else copy[name] = shown;
  }
  return (copy as T | undefined) ?? given;
}
