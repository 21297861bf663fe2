/** What is found for some words, in which order. The component and the tests rank by this. */
import MiniSearch from "minisearch";

/** What people look for most stands first: the first row whose beginning fits counts. */
const weights = [
  ["/guides/", 3],
  ["/plugins/", 2.6],
  ["/quick-start", 2.4],
  ["/frameworks/", 2.2],
  ["/adapters/", 2.2],
  ["/dev", 2],
  ["/reference/api/", 0.7],
  ["/reference/", 1.6],
  ["/migrate/", 1.6],
  ["/compare/", 1.5],
  ["/cli/", 1.5],
  ["/providers/", 0.6],
  ["/errors/", 0.7],
  ["/changelog", 0.2],
  ["/security/advisories", 0.2],
];
const weightOf = (url) =>
  (weights.find(([start]) => url.startsWith(start))?.[1] ?? 1) * (isOfProvider(url) ? 0.3 : 1);

/** Sections of 234 providers have the same few headings: they are found by the text alone, names of types too. */
const isOfProvider = (url) => url.startsWith("/providers/") && url.includes("#");

/** At most so many sections of one page, so that another page is seen too. */
const mostOfPage = 3;
const mostFound = 24;

const searchOptions = {
  prefix: (term) => term.length > 1,
  fuzzy: (term) => term.length > 5 && 0.2,
  weights: { prefix: 0.4, fuzzy: 0.15 },
  boost: { words: 12, page: 4, heading: 5 },
  combineWith: "AND",
};

const headOptions = { idField: "url", fields: ["words", "page", "heading"], searchOptions };
const textOptions = { idField: "url", fields: ["text"], searchOptions };

/** @returns {{ heads: string[][], text: string }} what the browser loads first, and what it loads then */
export function indexOf(sections) {
  const text = new MiniSearch(textOptions);
  text.addAll(
    sections.map((one) => (isOfProvider(one.url) ? { ...one, text: `${one.heading} ${one.text}` } : one)),
  );
  return {
    heads: sections.map(({ url, page, heading, words }) => [url, page, heading, words]),
    text: JSON.stringify(text),
  };
}

/** @param {string[][]} rows as `indexOf` gives them */
export function openHeads(rows) {
  const heads = new MiniSearch(headOptions);
  const sections = new Map();
  for (const [url, page, heading, words] of rows) {
    sections.set(url, { url, page, heading });
    // A section does not count by its page's title again.
    if (!isOfProvider(url)) heads.add({ url, page: heading === "" ? page : "", heading, words });
  }
  return { heads, sections };
}

export const openText = (json) => MiniSearch.loadJSON(json, textOptions);

/** Names and headings first, then what only the text says; then names and headings with some of the words. */
export function find(words, { heads, sections }, text) {
  const boostDocument = (url) => weightOf(url) * (url.includes("#") ? 0.8 : 1);
  const searches = [
    () => heads.search(words, { boostDocument }),
    () => text?.search(words, { boostDocument }) ?? [],
    () => heads.search(words, { boostDocument, combineWith: "OR" }),
  ];
  const found = new Map();
  const ofPage = new Map();
  for (const search of searches)
    for (const { id } of search()) {
      const [address] = id.split("#");
      const count = ofPage.get(address) ?? 0;
      if (found.size >= mostFound || found.has(id) || count >= mostOfPage) continue;
      ofPage.set(address, count + 1);
      found.set(id, sections.get(id));
    }
  return [...found.values()];
}
