/** What takes a part of its rows in every run is whole in a group of `npm run test:full`. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { filesOf, groups, parted } from "../../scripts/test-groups.mjs";
import { projectRoot } from "./source-tree.js";

/** Modules that say how much of a matrix a run takes. */
const measuring = ["every-run", "draw"].map((module) => `/${module}.js"`);

const inEachRun = readdirSync(path.join(projectRoot, "test"), { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.split(path.sep).join("/")}`)
  .filter((file) => file.endsWith(".test.ts") && !/^test\/(?:full|fixtures)\//.test(file));

test("every test file that takes a part of its rows is in a group", () => {
  const taking = inEachRun.filter((file) => {
    const text = readFileSync(path.join(projectRoot, file), "utf8");
    return measuring.some((module) => text.includes(module));
  });
  const whole = groups().flatMap(filesOf);
  expect(taking.length).toBeGreaterThan(10);
  expect(taking.filter((file) => !whole.includes(file))).toEqual([]);
});

test("a group names files that are there", () => {
  const named = Object.keys(parted).flatMap(filesOf);
  expect(named.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
