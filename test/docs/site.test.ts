/** What the site makes of docs/, without building it: `npm run test:full -- --only site` does that. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";

interface SitePage {
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
}

let pages: readonly SitePage[];
let frameworks: readonly { readonly id: string; readonly name: string }[];
let frameworksOf: (heading: string) => readonly string[] | undefined;
let pageLinks: (text: string, page: object, known: object) => string;
beforeAll(async () => {
  const built = (file: string) => import(pathToFileURL(path.join(projectRoot, "site/build", file)).href);
  pages = (await built("read-docs.mjs")).readDocs();
  pageLinks = (await built("links.mjs")).pageLinks;
  ({ frameworks, frameworksOf } = await built("framework-sections.mjs"));
});

test("each page has an address, a title and a description of its own", () => {
  expect(pages.length).toBeGreaterThan(350);
  expect(new Set(pages.map(({ file }) => file)).size).toBe(pages.length);
  for (const { file, title, description } of pages) {
    expect(title, file).not.toBe("");
    expect(description.length, file).toBeGreaterThanOrEqual(20);
    expect(description.length, file).toBeLessThanOrEqual(160);
  }
});

test("no page leads into the repository, and none holds an element of its own", () => {
  for (const { file, text } of pages) {
    const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
    expect(prose, file).not.toMatch(/\]\((?:\.\.?\/|[^)/#:]+\.md)/);
    expect(prose.replaceAll(/<(?:https?:|ProviderMark |ThemedPicture )/g, ""), file).not.toContain("<");
  }
});

test("a picture for light and dark pages stands there with its size", () => {
  const [shown] = pages.flatMap(({ text }) => /<ThemedPicture [^>]*plugin-code[^>]*>/.exec(text) ?? []);
  expect(shown).toMatch(
    /^<ThemedPicture light="\/pictures\/plugin-code-light.png" dark="\/pictures\/plugin-code-dark.png" :width="320" :height="\d{3}" alt="In a sign-in: /,
  );
});

test("links: to pages, to providers, to headings; out of the repository's own files becomes text", () => {
  const known = {
    root: projectRoot,
    files: new Map([
      ["docs/guides/protect.md", "guides/protect.md"],
      ["docs/adapters/README.md", "adapters/index.md"],
    ]),
    anchors: new Map([["docs/providers/g.md#github", "providers/github"]]),
  };
  const page = { source: "docs/guides/email.md" };
  const linked = (text: string) => pageLinks(text, page, known);
  expect(linked("[a](protect.md#express)")).toBe("[a](/guides/protect#express)");
  expect(linked("[`a`](../adapters/README.md)")).toBe("[`a`](/adapters/)");
  expect(linked("[a](../providers/g.md#github)")).toBe("[a](/providers/github)");
  expect(linked("[a](../../package.json)")).toBe("a");
  expect(linked("[a](https://example.com) [b](#here)")).toBe("[a](https://example.com) [b](#here)");
  expect(linked("`[a](x.md)` and <b> {{ c }}")).toBe("`[a](x.md)` and &lt;b> &#123;&#123; c }}");
  expect(() => linked("[a](gone.md)")).toThrow("docs/guides/email.md links to gone.md, which is not there");
});

test("F-09: a heading says whom its section is for", () => {
  expect(frameworksOf("Next.js: page")).toEqual(["next"]);
  expect(frameworksOf("SvelteKit and Nuxt: a button on every page")).toEqual(["sveltekit", "nuxt"]);
  expect(frameworksOf("Koa, NestJS and Node.js: a signed-in request")).toEqual(["koa", "nest", "node"]);
  expect(frameworksOf("Servers: your page")).toContain("hono");
  expect(frameworksOf("React: user menu")).not.toContain("nuxt");
  for (const heading of ["Express and others", "What the command does"])
    expect(frameworksOf(heading), heading).toBeUndefined();
});

/** Mails are the same everywhere: docs/guides/email.md has no section of one framework. */
test.each(["protect", "session-data", "sign-in-buttons", "roles", "passkeys", "testing"])(
  "F-09: %s has code for each framework that a reader can choose",
  (guide) => {
    const { text } = pages.find(({ file }) => file === `guides/${guide}.md`)!;
    const shown = text
      .split(/^## /m)
      .filter((section) => /^```|^\| .*`/m.test(section))
      .flatMap((section) => frameworksOf(section.split("\n", 1)[0] ?? "") ?? []);
    expect(frameworks.filter(({ id }) => !shown.includes(id)).map(({ name }) => name)).toEqual([]);
  },
);

test("F-09: the guide on mails holds for every framework", () => {
  const { text } = pages.find(({ file }) => file === "guides/email.md")!;
  expect(
    text.split(/^## /m).flatMap((section) => frameworksOf(section.split("\n", 1)[0] ?? "") ?? []),
  ).toEqual([]);
  expect(text).not.toMatch(/authwright\/(?:express|next)"/);
});
