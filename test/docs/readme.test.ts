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
  expect(readme).toContain(`searches ${oauth} providers`);
  expect(readme).toContain(`| OAuth and OpenID Connect providers | ${oauth} |`);
  expect(Object.keys(manifest.dependencies).sort()).toEqual(["jose", "oauth4webapi"]);
  expect(readme).toContain("This brings 3: itself, `jose`, `oauth4webapi`.");
  expect(readme).toContain(`authwright-${manifest.version}.tgz`);
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
