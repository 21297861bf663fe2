/** Which of the offered languages does a browser ask for? By the lookup of RFC 4647 section 3.4. */

/** Browsers send fewer than ten ranges; whoever sends more reads a part of them. */
const longestHeader = 1000;
const mostRanges = 32;

/**
 * @param header value of `Accept-Language`
 * @param offered BCP 47 tags
 * @returns one of them, as it was given; undefined: none fits
 */
export function lookUp(header: string, offered: readonly string[]): string | undefined {
  const tags = new Map(offered.map((tag) => [tag.toLowerCase(), tag]));
  for (const range of rangesOf(header)) {
    for (let tag = range; tag !== ""; tag = shortened(tag)) {
      const found = tags.get(tag);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** In the order of preference; a wildcard says nothing that the default would not (section 3.4). */
function rangesOf(header: string): string[] {
  // What was cut in the middle counts as far as it goes.
  const parts = header.slice(0, longestHeader).toLowerCase().split(",", mostRanges);
  return parts
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((each) => each.trim());
      return { range, quality: qualityOf(parameters) };
    })
    .filter(({ range, quality }) => quality > 0 && /^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,8}$/.test(range))
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => range);
}

/** RFC 9110 section 12.4.2; what is no such number counts as "not at all". */
function qualityOf(parameters: readonly string[]): number {
  const weight = parameters.find((each) => each.startsWith("q="));
  if (weight === undefined) return 1;
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0;
}

/** Without the last subtag, and without one letter before it, which would stand alone. */
function shortened(tag: string): string {
  const rest = tag.slice(0, Math.max(0, tag.lastIndexOf("-")));
  return rest.at(-2) === "-" ? rest.slice(0, -2) : rest;
}
