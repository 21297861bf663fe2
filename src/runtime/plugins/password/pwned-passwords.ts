/** The list of breached passwords of haveibeenpwned.com, asked by the first five digits of a hash. */

/** What `pwnedPasswords()` takes. */
export interface PwnedPasswordsOptions {
  /** How often a password must have been seen to count; default 1. */
  minCount?: number;
  /** Milliseconds that the list may take; default 3000. */
  timeoutMs?: number;
  /** Address of the list, or of a copy; the digits follow. Default: `https://api.pwnedpasswords.com/range/`. */
  url?: string;
}

const longestAnswer = 1_000_000;

/**
 * Reads a list of breached passwords by k-anonymity: the service learns 5 of 40 digits of the password's SHA-1, and the
 * answer is padded, so that its length says nothing. When it fails the password passes, with one line in the log.
 *
 * @param options how often is too often, and how long to wait
 * @returns for `isBreached` of `password()`
 * @throws from the result: Error when the list does not answer
 * @example password({ isBreached: pwnedPasswords() })
 */
export function pwnedPasswords({
  minCount = 1,
  timeoutMs = 3000,
  url = "https://api.pwnedpasswords.com/range/",
}: PwnedPasswordsOptions = {}): (password: string) => Promise<boolean> {
  return async (password) => {
    const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
    const digits = [...new Uint8Array(digest)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("")
      .toUpperCase();
    const response = await fetch(url + digits.slice(0, 5), {
      headers: { "add-padding": "true" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`The list of breached passwords answered ${response.status}`);
    const text = (await response.text()).slice(0, longestAnswer);
    // Lines of padding have the count 0.
    const found = new RegExp(`^${digits.slice(5)}:(\\d+)\\s*$`, "m").exec(text);
    return found !== null && Number(found[1]) >= Math.max(1, minCount);
  };
}
