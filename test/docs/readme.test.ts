/** What README promises: pictures that are there, figures that can be counted. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { catalog } from "../../src/providers/catalog.js";
import { commands } from "../../src/commands/manifest/manifest.js";
import { projectRoot } from "../architecture/source-tree.js";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const readme = read("README.md");
const manifest = JSON.parse(read("package.json")) as {
  dependencies: object;
  files: string[];
  scripts: object;
  version: string;
};

test("its pictures are there, move by CSS alone and load nothing", () => {
  const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = ""]) => file);
  expect(pictures).toEqual(["docs/pictures/demo.svg", "docs/pictures/bench.svg"]);
  for (const file of pictures) {
    expect(existsSync(path.join(projectRoot, file)), file).toBe(true);
    const svg = read(file);
    expect(svg.length).toBeLessThan(150_000);
    expect(svg).not.toMatch(/<script|href="http/);
    expect(svg).toMatch(/role="img" aria-label="[^"]+"/);
  }
  expect(read("docs/pictures/demo.svg")).toContain("prefers-reduced-motion:no-preference");
});

test("its figures are those of the sources", () => {
  const oauth = catalog.filter(({ type }) => type === "oauth" || type === "oidc").length;
  expect(readme).toContain(`searches ${catalog.length} providers`);
  for (const page of ["index", "compare/auth-js", "compare/better-auth"])
    expect(read(`site/own/${page}.md`), page).toContain(`${oauth}`);
  expect(read("site/own/index.md")).toContain(`## ${catalog.length} providers`);
  expect(readme).toContain(`| OAuth and OpenID Connect providers | ${oauth} |`);
  expect(Object.keys(manifest.dependencies).sort()).toEqual(["jose", "oauth4webapi"]);
  expect(readme).toContain("This brings 3: itself, `jose`, `oauth4webapi`.");
  expect(readme).toContain(`authwright-${manifest.version}.tgz`);
});

test("F-13: what it says of speed is what the chart shows, and when that was measured", () => {
  const chart = read("docs/pictures/bench.svg");
  const texts = [...chart.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = ""]) => text);
  const session = texts[texts.indexOf("session") + 1]?.replace("×", "");
  const load = /load ([\d.]+)$/.exec(texts.find((text) => text.includes("load")) ?? "")?.[1];
  expect(readme).toContain(`Checking a session takes ${session} times less CPU time than`);
  expect(readme).toContain(`and a load of ${load};`);
  expect(readme.match(/\d+(?:\.\d+)? times less/g)).toHaveLength(1);
  expect(readme).toMatch(/One run of \d{4}-\d\d-\d\d/);
  const { devDependencies } = JSON.parse(read("package.json"));
  for (const [name, version] of [
    ["next-auth", devDependencies["next-auth"]],
    ["`@auth/core`", devDependencies["@auth/core"]],
  ])
    expect(readme).toContain(`${name} ${version}`);
});

test("F-13: the same is said of others in README and on the compare pages, with a date", () => {
  const page = read("site/own/compare/better-auth.md");
  for (const said of [
    "36, and generic ones",
    "after a password, a user name or a phone number",
    "closed, hosted",
  ])
    expect([readme.includes(said), page.includes(said)], said).toEqual([true, true]);
  for (const name of ["auth-js", "better-auth", "clerk"])
    expect(read(`site/own/compare/${name}.md`), name).toContain("November 2026");
});

test("every npm script that it names exists, and every command is in its table", () => {
  const scripts = [...readme.matchAll(/npm run (\w+)/g)].map(([, name = ""]) => name);
  for (const name of scripts) expect(Object.keys(manifest.scripts)).toContain(name);
  for (const { name } of commands) {
    const [first = "", second] = name.split(" ");
    expect(readme).toContain(`auth ${first}`);
    if (second) expect(readme).toMatch(new RegExp(`auth ${first} [^|]*\`?${second}\``));
  }
});

test("what the package does not need stays out of it", () => {
  expect(manifest.files).toContain("!docs/mission.md");
});
