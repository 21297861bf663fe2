/** Links of pages: to other pages of the site where they lead there, and plain text where they leave for the repository. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Files of the package that the site serves as they are. */
const served = new Set(["llms.txt", "docs/cli/commands.json", "docs/cli/output.schema.json"]);

/**
 * @param {string} text Markdown of a page
 * @param {{ source: string, file: string }} page
 * @param {{ files: Map<string, string | undefined>, anchors: Map<string, string>, root: string }} known
 * @throws when a link leads to no file
 */
export function pageLinks(text, page, known) {
  return parted(text, fences, (prose) =>
    parted(withLinks(withPictures(prose, page, known), page, known), spans, asText),
  );
}

/** Text of comments, in which nothing is HTML. */
export const escaped = (text) => parted(text, fences, (prose) => parted(prose, spans, asText));

const fences = /(^```[\s\S]*?^```$)/m;
const spans = /(`[^`\n]*`)/;

/** What is no code, changed. */
const parted = (text, code, change) =>
  text
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join("");

/** No page holds HTML of its own: what looks like an element is text, but for the site's own ones. */
const asText = (text) =>
  text
    .replaceAll(/<!--[\s\S]*?-->\n?/g, "")
    .replaceAll(/<(?!https?:|Provider|ThemedPicture)/g, "&lt;")
    .replaceAll("{{", "&#123;&#123;");

const withLinks = (text, page, known) =>
  text.replaceAll(
    /`[^`\n]*`|(!?)\[((?:`[^`\n]*`|[^\][`]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
    (whole, picture, words, to) => {
      if (to === undefined || /^(?:[a-z]+:|#)/.test(to)) return whole;
      const found = targetOf(to, page, known);
      return found === undefined ? words : `${picture}[${words}](${found})`;
    },
  );

const picture =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img src="([^"]+)" width="(\d+)" alt="([^"]*)">\s*<\/picture>/g;

/** A picture for light and one for dark pages, of a known height: nothing moves when it comes. */
const withPictures = (text, page, known) =>
  text.replaceAll(picture, (_, dark, light, width, alt) => {
    const file = path.join(known.root, path.dirname(page.source), light);
    const header = readFileSync(file).subarray(16, 24);
    const height = Math.round((width * header.readUInt32BE(4)) / header.readUInt32BE(0));
    const [one, other] = [light, dark].map((to) => targetOf(to, page, known));
    return `<ThemedPicture light="${one}" dark="${other}" :width="${width}" :height="${height}" alt="${alt}" />`;
  });

function targetOf(to, { source }, { files, anchors, root }) {
  const [name, anchor] = to.split("#", 2);
  const file = path.posix.normalize(path.posix.join(path.posix.dirname(source), name));
  const provider = anchors.get(`${file}#${anchor}`);
  if (provider !== undefined) return `/${provider}`;
  if (!existsSync(path.join(root, file))) throw new Error(`${source} links to ${to}, which is not there`);
  if (file === "README.md") return "/quick-start";
  if (served.has(file)) return `/${path.posix.basename(file)}`;
  if (/\.(?:png|svg)$/.test(file)) return `/${file.replace(/^docs\//, "")}`;
  const page = files.get(file) ?? (file === "docs" ? "docs.md" : files.get(`${file}/README.md`));
  if (page === undefined) return undefined;
  const address = `/${page.replace(/(?:^|(?<=\/))index\.md$/, "").replace(/\.md$/, "")}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}
