/** The picture of a user, over initials that show where there is none or it does not load. */
import { type Html, html } from "../../pages/html.js";
import { safeImage } from "../../safe-values.js";

const longestName = 200;

/** As readers see them: a letter with its marks, or a whole emoji. */
const letters = (text: string): readonly string[] =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);

/** Scripts with capitals have initials; letters of others would be joined, or stand for nothing alone. */
const hasCapitals = (letter: string): boolean => letter.toLowerCase() !== letter.toUpperCase();

/**
 * The first letters of the first and the last word; in scripts without capitals the first letter alone.
 *
 * @returns "" where there is no letter and no digit
 */
export function initialsOf(name: string): string {
  const plain = name.slice(0, longestName).replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, " ");
  const firsts = plain.split(/\s+/u).flatMap((word) => {
    const first = letters(word).find((letter) => /[\p{L}\p{N}]/u.test(letter));
    return first === undefined ? [] : [first];
  });
  const [first = "", ...others] = firsts;
  const last = others.at(-1) ?? "";
  const both = [first, last].every((letter) => letter === "" || hasCapitals(letter));
  return (both ? first + last : first).toLocaleUpperCase("en");
}

/** What a browser may ask for: no other scheme, no path of the site, and nothing that names the page. */
function pictureOf(image: string | null): string | undefined {
  const safe = safeImage(image);
  return safe !== undefined && /^(?:https|data):/i.test(safe) ? safe : undefined;
}

/** Of whom there may be a picture. */
interface Pictured {
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

/** It says nothing that the name beside it does not. */
export function avatar({ name, email, image }: Pictured): Html {
  const picture = pictureOf(image);
  const initials = initialsOf(name ?? "") || initialsOf(email ?? "").slice(0, 2);
  return html`<span class="avatar" aria-hidden="true"
    ><span>${initials}</span>${
      picture !== undefined &&
      html`<img src="${picture}" alt="" referrerpolicy="no-referrer" width="64" height="64" />`
    }</span
  >`;
}
