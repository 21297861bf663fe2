import { randomBytes } from "./random.js";

const digitsOfTime = 10;
const randomDigits = 22;
const base = 36;
/** Bytes from here on would make the first digits more frequent than the others. */
const fairBytes = 252;

/**
 * An id of a row that is listed by its time: ids sort as their milliseconds do. Of two in the same one either may be first.
 *
 * @returns 32 of `[0-9a-z]`: milliseconds since 1970, then 113 random bits
 */
export function timedId(now = Date.now()): string {
  let random = "";
  while (random.length < randomDigits)
    for (const byte of randomBytes(randomDigits))
      if (byte < fairBytes) random += (byte % base).toString(base);
  return now.toString(base).padStart(digitsOfTime, "0") + random.slice(0, randomDigits);
}
