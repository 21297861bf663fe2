import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";

const text = readFileSync(path.join(projectRoot, "docs/mission.md"), "utf8");
const rows = [...text.matchAll(/^\| (.+) \| `([^`]+)`: (.+) \|$/gm)].map(
  ([, claim = "", file = "", name = ""]) => ({
    claim: claim.replaceAll("&#124;", "|"),
    file,
    name,
  }),
);

test("the table is whole: each of its lines was read", () => {
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| the interface"));
  expect(rows).toHaveLength(lines.length);
  expect(rows.length).toBeGreaterThan(100);
});

test.each(rows)("$claim", ({ file, name }) => {
  const source = path.join(projectRoot, file);
  expect(existsSync(source), `${file} exists`).toBe(true);
  const titles = readFileSync(source, "utf8");
  expect(titles.includes(name), `${file} has a test "${name}"`).toBe(true);
});
