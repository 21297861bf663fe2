/** What an app or a provider gave for a page, as far as a page may show it. */

const colour =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([\d\s.,%/a-z+-]{1,64}\))$/i;

/** A CSS colour that cannot end its declaration; anything else counts as none. */
export function safeColour(value: unknown): string | undefined {
  const trimmed = typeof value === "string" ? value.trim() : "";
  return colour.test(trimmed) ? trimmed : undefined;
}

/** An address to show: http(s), or a path of the site. */
export function safeAddress(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  // Browsers drop white space: behind it a second slash would make a host of the path.
  if (/^\/(?![/\\\s])/.test(value)) return value;
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value).href : undefined;
}

/** Characters of an image that is written into the page itself. */
const maxImageLength = 100_000;

/** Address of an image, or an image as data. */
export const safeImage = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= maxImageLength && /^data:image\/[a-z+.-]+[;,]/i.test(value)
    ? value
    : safeAddress(value);

const maxNameLength = 80;

/** A name on one line; control characters, halves of characters, and what turns the direction of what follows are dropped. */
export function safeName(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  const plain = text.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, " ").trim();
  return plain.length > maxNameLength ? `${plain.slice(0, maxNameLength).replace(/\p{Cs}$/u, "")}…` : plain;
}

/** An address in full: what nobody sees, or what turns the direction of text, shows that it is there. */
export const fullAddress = (value: unknown): string =>
  typeof value === "string" ? value.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/gu, "\u{fffd}") : "";
