/** Letters that stand for a person where there is no picture. */

const longestName = 200;

/** A letter or digit, with its marks. */
const letter = /[\p{L}\p{N}]\p{M}*/u;

/** Scripts with capitals have initials; letters of others would be joined, or stand for nothing alone. */
const hasCapitals = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

/**
 * The first letters of the first and the last word; in scripts without capitals the first letter alone.
 *
 * @returns "" where there is no letter and no digit
 */
export function initialsOf(name: string): string {
  const plain = name.slice(0, longestName).replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, " ");
  const firsts = plain.split(/\s+/u).flatMap((word) => letter.exec(word) ?? []);
  const [first = "", ...others] = firsts;
  const last = others.at(-1) ?? "";
  const both = [first, last].every((one) => one === "" || hasCapitals(one));
  return (both ? first + last : first).toLocaleUpperCase("en");
}
