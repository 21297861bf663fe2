/** The pages of docs/ as pages of the site: their addresses, titles, descriptions and links. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pageLinks } from "./links.mjs";
import { splitProviders } from "./providers.mjs";

const root = path.resolve(import.meta.dirname, "../..");

/** For those who work on the package itself; they stay in the repository. */
const inRepository = /^(?:decisions\/|cases\.md$|writing\.md$|mission\.md$|architecture\.md$)/;

/** Papers beside docs/ that readers want. */
const papers = { "CHANGELOG.md": "changelog.md", "SECURITY.md": "security/report.md" };

/**
 * @typedef {object} Page
 * @property {string} file below the pages of the site, such as `guides/protect.md`
 * @property {string} source below the repository
 * @property {string} title
 * @property {string} description
 * @property {string} text Markdown, with links of the site
 */

/** @returns {Page[]} */
export function readDocs() {
  const docs = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => name.endsWith(".md") && !inRepository.test(name));
  const sources = [
    ...docs.map((name) => ({ source: `docs/${name}`, file: addressOf(name) })),
    ...Object.entries(papers).map(([source, file]) => ({ source, file })),
  ].map((one) => ({ ...one, text: readFileSync(path.join(root, one.source), "utf8") }));
  const { pages, anchors } = splitProviders(sources);
  const files = new Map(pages.map(({ source, file, isPart }) => [source, isPart ? undefined : file]));
  const known = { files, anchors, root };
  return pages.map((page) => finished(page, known));
}

/** The site's own pages, which hold their title and description in front. */
export function readOwn() {
  const folder = path.join(root, "site/own");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  return names.map((name) => {
    const text = readFileSync(path.join(folder, name), "utf8");
    if (!/^description: /m.test(text)) descriptionOf("", `site/own/${name}`);
    return { file: name.split(path.sep).join("/"), title: /^title: (.+)$/m.exec(text)?.[1] ?? "", text };
  });
}

const addressOf = (name) => name.replace(/(^|\/)README\.md$/, "$1index.md").replace(/^index\.md$/, "docs.md");

function finished({ source, file, text, description }, known) {
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${source} has no title`);
  const body = pageLinks(text, { source, file }, known);
  return {
    file,
    source,
    title: plain(title),
    description: description ?? descriptionOf(body, source),
    text: body,
  };
}

/** Characters that a search engine shows. */
const longest = 160;
const shortest = 30;

/** The first sentences of the page. */
export function descriptionOf(text, source) {
  const paragraph = text
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .split(/\n{2,}/)
    .find((part) => /^(?![#|<!\-:]|```)\S/.test(part.trim()) && plain(part).length >= shortest);
  if (paragraph === undefined) throw new Error(`${source} has no first sentence to describe it by`);
  const sentences =
    plain(paragraph.replaceAll(/\s+/g, " ")).match(/[^.!?]+(?:[.!?]+(?:\s|$)|$)|[.!?]\S*/g) ?? [];
  let said = "";
  for (const sentence of sentences) {
    if (said !== "" && said.length + sentence.length > longest) break;
    said += sentence;
  }
  return said.trim().slice(0, longest).replaceAll('"', "'");
}

/** Markdown without its marks. */
const plain = (text) =>
  text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .trim();
