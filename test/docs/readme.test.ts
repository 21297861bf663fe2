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

test("its figures of speed are those of the chart, and the site's figures are its own", () => {
  const chart = read("docs/pictures/bench.svg");
  const [, session] = />session<\/text>[^]*?>([\d.]+)×<\/text>/.exec(chart) ?? [];
  const [, load] = /, load ([\d.]+)</.exec(chart) ?? [];
  expect(readme).toContain(`Checking a session took ${session} times less CPU time here, on 2026-11-23`);
  expect(readme).toContain(`One run of 2026-11-23, on a machine with two cores and a load of ${load};`);
  const rowOf = (page: string, name: string) =>
    page
      .split("\n")
      .find((line) => line.startsWith(`| ${name} |`))
      ?.split("|")
      .slice(2, -1)
      .map((cell) => cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").trim());
  const [ours, authJs, betterAuth] = rowOf(readme, "OAuth and OpenID Connect providers") ?? [];
  const compare = (other: string) => read(`site/own/compare/${other}.md`);
  expect(rowOf(compare("better-auth"), "OAuth and OpenID Connect providers")).toEqual([betterAuth, ours]);
  expect(rowOf(compare("auth-js"), "providers of OAuth and OpenID Connect")).toEqual([authJs, ours]);
  const factor = rowOf(readme, "the second factor is asked after");
  expect(rowOf(compare("better-auth"), "the second factor is asked after")).toEqual([
    factor?.[2],
    factor?.[0],
  ]);
  const home = read("site/own/index.md");
  expect(home).toContain(`## ${ours} providers`);
  expect(home).toContain(`The list has ${catalog.length} ways to sign in`);
  expect(read("docs/providers/README.md")).toContain(`${catalog.length} ways to sign in.`);
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
