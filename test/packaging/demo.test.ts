/** `npm run demo` installs from scripts/demo: few packages, in the versions that everything else is tested with. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { iconPackages } from "../../scripts/marks.mjs";
import { projectRoot } from "../architecture/source-tree.js";

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly resolved?: string; readonly dependencies?: object }>
  >;
}
const read = (file: string) => JSON.parse(readFileSync(path.join(projectRoot, file), "utf8")) as Lock;
const own = read("scripts/demo/package-lock.json");
const ours = read("package-lock.json");

const direct = Object.entries(own.packages[""]?.dependencies ?? {}) as [string, string][];

test.each(direct)("demo: %s is %s here, too", (name, version) => {
  expect(ours.packages[`node_modules/${name}`]?.version).toBe(version);
  expect(own.packages[`node_modules/${name}`]?.version).toBe(version);
});

test("demo: its manifest and its lock file agree, and no registry stands in it", () => {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(projectRoot, "scripts/demo/package.json"), "utf8"),
  ) as { dependencies: object };
  expect(Object.fromEntries(direct)).toEqual(dependencies);
  expect(Object.values(own.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test("demo: every package that the command line inlines, or marks are made of, is among them", () => {
  const inlined = JSON.parse(
    readFileSync(path.join(projectRoot, "scripts/inlined-packages.json"), "utf8"),
  ) as string[];
  const names = new Set(Object.keys(own.packages).map((key) => key.replace(/^.*node_modules\//, "")));
  expect([...inlined, ...iconPackages].filter((name) => !names.has(name))).toEqual([]);
});
