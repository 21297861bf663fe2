/** Lists of origins that somebody wrote: exact ones, and stars for a first label. */

/** The entries of a list that name no origin, or too many of them. */
export const unusableOrigins = (list: readonly string[]): readonly string[] =>
  list.filter((origin) => canonical(origin) === undefined);

/** Is this origin on the list? */
export function isListed(list: readonly string[], origin: string): boolean {
  const starred = origin.replace(/^https:\/\/[^.]+\./, "https://*.");
  return list.some((listed) => {
    const allowed = canonical(listed);
    return allowed !== undefined && (allowed === origin || allowed === starred);
  });
}

/**
 * An entry as the URL parser writes it. A star takes the place of one whole label, and only where nobody else can
 * register a neighbour: `*.vercel.app` belongs to everybody, `*.preview.example.com` to one.
 */
function canonical(entry: string): string | undefined {
  const isStarred = entry.startsWith("https://*.");
  const text = isStarred ? entry.replace("*", "x") : entry;
  if (text.includes("*") || !URL.canParse(text)) return undefined;
  const { protocol, origin, href, hostname } = new URL(text);
  if (protocol !== "https:" || href !== `${origin}/`) return undefined;
  if (!isStarred) return origin;
  return hostname.split(".").length >= 4 ? origin.replace("x.", "*.") : undefined;
}
