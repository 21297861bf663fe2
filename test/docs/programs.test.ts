/** SECURITY.md says which programs the command line starts: those of the code, and no others. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { programs } from "../../src/cli/programs/programs.js";
import { projectRoot } from "../architecture/source-tree.js";

it("G1: SECURITY.md has a row for each program that is started", () => {
  const page = readFileSync(path.join(projectRoot, "SECURITY.md"), "utf8");
  const [, section = ""] = page.split("## Programs that the command line starts\n");
  const rows =
    section
      .split("\n## ")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("| ")) ?? [];
  expect(rows.slice(1)).toEqual(
    Object.values(programs).map(
      ({ what, when, reads, found }) => `| ${what} | ${when} | ${reads} | ${found} |`,
    ),
  );
});
