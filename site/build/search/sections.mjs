/** What the search looks through: every page, and every section of one. */
import { answers } from "./answers.mjs";

/**
 * @typedef {object} Section
 * @property {string} url below the site, with the anchor
 * @property {string} page title of the page
 * @property {string} heading "": the page itself, up to its first section
 * @property {string} words by which people look for it, though they do not stand there
 * @property {string} text
 */

/** As the repository's host makes anchors: the pages of docs/ link to each other there, too. */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

/** @param {{ file: string, title: string, text: string }[]} pages @returns {Section[]} */
export function sectionsOf(pages) {
  const sections = pages.flatMap(sectionsOfPage);
  const urls = new Set(sections.map(({ url }) => url));
  for (const url of Object.keys(answers))
    if (!urls.has(url)) throw new Error(`The search would lead to ${url}, which is not there`);
  return sections;
}

function sectionsOfPage({ file, title, text }) {
  const address = `/${file.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")}`;
  const [, id] = /^providers\/(?!index)(.+)\.md$/.exec(file) ?? [];
  let section = { url: address, page: title, heading: "", lines: id === undefined ? [] : [id] };
  const found = [section];
  let isCode = false;
  for (const line of withoutMembers(text).split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, words, id] = isCode ? [] : (/^##+ (.+?)(?: \{#(.+)\})?$/.exec(line) ?? []);
    if (words === undefined) {
      if (!line.startsWith("# ")) section.lines.push(line);
      continue;
    }
    const heading = plain(words);
    section = { url: `${address}#${id ?? anchorOf(heading)}`, page: title, heading, lines: [] };
    found.push(section);
  }
  return found.map(({ lines, ...rest }) => ({
    ...rest,
    words: answers[rest.url] ?? "",
    text: plain(lines.join(" ")),
  }));
}

/** Members of 234 profiles would be a quarter of what the search loads; the names of their types are found. */
const withoutMembers = (text) => text.replaceAll(/<div class="members">[^]*?<\/div>/g, "");

/** Markdown and the site's own elements without their marks. */
const plain = (text) =>
  text
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*|]|^---[^]*?---|:::/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll(/\s+/g, " ")
    .trim();
