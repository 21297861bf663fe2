/** What an app or a provider gave for a page, as far as a page may show it. */

const colour =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([\d\s.,%/a-z+-]{1,64}\))$/i;

/** A CSS colour that cannot end its declaration; anything else counts as none. */
export function safeColour(value: unknown): string | undefined {
  const trimmed = typeof value === "string" ? value.trim() : "";
  return colour.test(trimmed) ? trimmed : undefined;
}

/** Characters of an image that is written into the page itself. */
const maxImageLength = 100_000;

/** Address of an image: http(s), a path of the site, or an image as data. */
export function safeImage(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > maxImageLength) return undefined;
  if (/^\/(?![/\\])/.test(value) || /^data:image\/[a-z+.-]+[;,]/i.test(value)) return value;
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value).href : undefined;
}

const maxNameLength = 80;

/** A name on one line; control characters, and those that turn the direction of what follows, are dropped. */
export function safeName(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  const plain = text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, " ").trim();
  return plain.length > maxNameLength ? `${plain.slice(0, maxNameLength)}…` : plain;
}
