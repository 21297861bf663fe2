/** Writes `pages/`, which VitePress reads: those of docs/, those of the site's own, and what providers look like. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { loadSource } from "../../scripts/load-sources.mjs";
import { readDocs, readOwn } from "./read-docs.mjs";
import { referencePages } from "./reference/pages.mjs";
import { sectionsOf } from "./search/sections.mjs";
import { indexOf } from "../.vitepress/theme/search.mjs";

const site = path.resolve(import.meta.dirname, "..");
const root = path.dirname(site);
const target = path.join(site, "pages");

function write(file, text) {
  const place = path.join(target, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

const matter = (values) =>
  `---\n${Object.entries(values)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join("\n")}\n---\n\n`;

rmSync(target, { recursive: true, force: true });
const { catalog } = await loadSource("src/providers/catalog.ts");
const pages = readDocs();
const isProvider = /^providers\/(?!index)(.+)\.md$/;
const described = new Set(pages.flatMap(({ file }) => isProvider.exec(file)?.[1] ?? []));
const reference = referencePages(root, described);

/** Width, height and paths, as the package has them; "": there is none in the public domain. */
function markOf(id) {
  const module = readFileSync(path.join(root, "src/providers", `${id}.ts`), "utf8");
  const [, name] = /from "\.\/(marks\/[\w-]+)\.js"/.exec(module) ?? [];
  if (name === undefined) return "";
  const drawing = readFileSync(path.join(root, "src/providers", `${name}.ts`), "utf8");
  const [width, height, ...paths] = JSON.parse(/: ProviderMark = (.*);$/m.exec(drawing)[1]);
  const drawn = paths.map((one) => (typeof one === "string" ? ["currentColor", one] : one));
  const shapes = drawn.map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" class="provider-mark" viewBox="0 0 ${width} ${height}" aria-hidden="true">${shapes}</svg>`;
}

/** The list of providers can be searched, where it is a table elsewhere. */
const list = `<script setup>
import ProviderList from "../../.vitepress/theme/ProviderList.vue";
</script>

<ProviderList />
`;

const typesOf = (file) => reference.providers.get(isProvider.exec(file)?.[1]) ?? "";

for (const { file, title, description, text } of pages) {
  const shown =
    file === "providers/index.md"
      ? text.replace(/^\|[\s\S]*?\n(?!\|)/m, list)
      : text.replace(/<ProviderMark (\S+)>/, (_, id) => markOf(id));
  write(file, `${matter({ title, description })}${shown}\n${typesOf(file)}\n`);
}
for (const { file, title, description, text } of reference.pages)
  write(file, `${matter({ title, description })}${text}\n`);
const own = readOwn();
for (const { file, text } of own) write(file, text);

const searched = [
  ...pages.map((page) => ({ ...page, text: `${page.text}\n${typesOf(page.file)}` })),
  ...reference.pages,
  ...own,
];
const { heads, text } = indexOf(sectionsOf(searched));
write("public/search-headings.json", JSON.stringify(heads));
write("public/search-text.json", text);

const published = path.join(target, "public");
mkdirSync(published, { recursive: true });
for (const file of ["llms.txt", "docs/cli/commands.json", "docs/cli/output.schema.json"])
  cpSync(path.join(root, file), path.join(published, path.basename(file)));
for (const folder of ["pictures", "cli/pictures"])
  cpSync(path.join(root, "docs", folder), path.join(published, folder), { recursive: true });

const providers = catalog
  .filter(({ id }) => described.has(id))
  .map(({ id, name, type, status }) => {
    const mark = markOf(id);
    if (mark === "") return { id, name, type, status };
    write(`public/marks/${id}.svg`, mark);
    return { id, name, type, status, mark: /fill="#/.test(mark) ? "colours" : "plain" };
  });
write("providers.json", JSON.stringify(providers));
console.log(
  `${pages.length} pages of docs, ${providers.length} of them of providers; ${reference.pages.length} of imports`,
);
