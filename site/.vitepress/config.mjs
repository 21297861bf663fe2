import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitepress";
import { fileNames } from "../build/file-names.mjs";
import { emptyHeads } from "../build/empty-heads.mjs";
import { frameworkSections, frameworks } from "../build/framework-sections.mjs";
import { anchorOf } from "../build/search/sections.mjs";

const pages = path.resolve(import.meta.dirname, "../pages");

/** The pages of a folder, by title; `index` first. */
function pagesOf(folder) {
  const names = readdirSync(path.join(pages, folder)).filter((name) => name.endsWith(".md"));
  const items = names.map((name) => {
    const [, title = name] =
      /^title: "?(.+?)"?$/m.exec(readFileSync(path.join(pages, folder, name), "utf8")) ?? [];
    const isIndex = name === "index.md";
    // Their folder says so already.
    const text = title.replace(/^(?:Errors|Doctor): /, "");
    return {
      text: isIndex ? "Overview" : text,
      link: `/${folder}/${isIndex ? "" : name.slice(0, -3)}`,
      isIndex,
    };
  });
  return items.sort((a, b) => Number(b.isIndex) - Number(a.isIndex) || a.text.localeCompare(b.text));
}

/** Folders of pages, in the order of the sidebar. */
const folders = [
  ["frameworks", "Frameworks"],
  ["guides", "How do I …"],
  ["plugins", "Plugins"],
  ["adapters", "Databases"],
  ["providers", "Providers"],
  ["reference", "Reference"],
  ["cli", "Commands"],
  ["doctor", "What doctor finds"],
  ["errors", "Errors of the commands"],
  ["migrate", "Coming from …"],
  ["compare", "Compared with others"],
  ["security", "Security"],
];

const start = {
  text: "Start",
  items: [
    { text: "Quick start", link: "/quick-start" },
    { text: "auth dev", link: "/dev" },
    { text: "All pages by question", link: "/docs" },
  ],
};

const project = {
  text: "The project",
  items: [
    { text: "What differs from Auth.js", link: "/compatibility" },
    { text: "Support and versions", link: "/support" },
    { text: "What stays stable", link: "/stability" },
    { text: "Changelog", link: "/changelog" },
    { text: "Glossary", link: "/glossary" },
  ],
};

/** Where a folder begins: its overview, or its first page. */
const doorOf = ([folder, text]) => ({ text, link: pagesOf(folder)[0].link });

/** The subpaths of the package; those with others below them first. */
function imports(folder = "reference/api") {
  const entries = readdirSync(path.join(pages, folder), { withFileTypes: true });
  const below = entries
    .filter((one) => one.isDirectory())
    .flatMap(({ name }) => imports(`${folder}/${name}`));
  const own = pagesOf(folder).map((one) =>
    one.isIndex ? { ...one, text: `authwright/${folder.slice("reference/api/".length)}` } : one,
  );
  return [...(folder === "reference/api" ? own.slice(1) : own), ...below].sort((one, other) =>
    one.text.localeCompare(other.text),
  );
}

/** The pages of one folder, and the doors of the others. 234 providers have a list of their own. */
function sidebarOf(folder) {
  const own = folders.find(([name]) => name === folder);
  const items = folder === "providers" ? [{ ...doorOf(own), text: "All of them" }] : pagesOf(folder);
  if (folder === "reference")
    items.push({ text: "Imports", link: "/reference/api/", items: imports(), collapsed: true });
  const others = folders.filter((one) => one !== own).map(doorOf);
  return [start, { text: own[1], items }, { text: "More", items: others }, project];
}

const sidebar = {
  ...Object.fromEntries(folders.map(([folder]) => [`/${folder}/`, sidebarOf(folder)])),
  "/": [start, { text: "Pages", items: folders.map(doorOf) }, project],
};

/** The same rule as in theme/framework.mjs. */
const hidden = frameworks
  .map(
    ({ id }) =>
      `html[data-framework="${id}"] main:has([data-for~="${id}"]) [data-for]:not([data-for~="${id}"],[data-asked]){display:none}`,
  )
  .join("");

/** Before the first paint: whoever has chosen a framework sees its sections alone. */
const chosen = `try{var f=localStorage.getItem("framework");if(f)document.documentElement.dataset.framework=f}catch(e){}`;

export default defineConfig({
  srcDir: "pages",
  lang: "en",
  title: "authwright",
  description: "Sign-in for any JavaScript app, in one command",
  cleanUrls: true,
  lastUpdated: false,
  metaChunk: true,
  head: [
    ["style", {}, hidden],
    ["script", {}, chosen],
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => void md.use(fileNames).use(frameworkSections).use(emptyHeads),
  },
  transformPageData(page) {
    if (!page.description) throw new Error(`${page.filePath} has no description`);
  },
  vite: {
    resolve: {
      alias: [
        {
          find: /^.*\/VPDocOutlineItem\.vue$/,
          replacement: path.join(import.meta.dirname, "theme/OutlineItem.vue"),
        },
        {
          find: /^.*\/VPLocalSearchBox\.vue$/,
          replacement: path.join(import.meta.dirname, "theme/SearchBox.vue"),
        },
      ],
    },
  },
  themeConfig: {
    nav: [
      { text: "Quick start", link: "/quick-start" },
      { text: "Guides", link: "/docs" },
      { text: "Providers", link: "/providers/" },
      { text: "Coming from …", link: "/migrate/in-one-line" },
    ],
    sidebar,
    outline: { level: [2, 3], label: "On this page" },
    // The box is theme/SearchBox.vue, over what build/search makes.
    search: { provider: "local" },
    frameworks,
  },
});
