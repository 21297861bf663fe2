import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { unifiedDiff } from "../../src/cli/plan/diff.js";

const folder = mkdtempSync(path.join(tmpdir(), "authwright-diff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("git applies every diff to the old text and gets the new one", () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom("a", "b", "c", "", "  d"), { maxLength: 30 }), fc.boolean())
    .map(([lines, closed]) => lines.join("\n") + (closed && lines.length > 0 ? "\n" : ""));
  const file = path.join(folder, "file");
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after && before !== "" && after !== "");
      writeFileSync(file, before);
      const diff = unifiedDiff("file", before, after);
      execFileSync("git", ["apply", "--whitespace=nowarn", "--unidiff-zero", "-"], {
        cwd: folder,
        input: diff,
        stdio: ["pipe", "ignore", "inherit"],
      });
      expect(readFileSync(file, "utf8")).toBe(after);
    }),
    { numRuns: 60 },
  );
});

test("what stands alike before a change is not compared, and the diff is the same", () => {
  const text = fc
    .tuple(
      fc.constantFrom("", "\uFEFF", "\n"),
      fc.array(fc.constantFrom("a", "b", "", "\r"), { maxLength: 40 }),
    )
    .map(([start, lines]) => start + lines.join("\n"));
  const ends = fc.array(fc.constantFrom("a", "b", "a\n", "\n", ""), { maxLength: 6 });
  fc.assert(
    fc.property(text, ends, ends, (same, old, added) => {
      const [before, after] = [same + old.join(""), same + added.join("")];
      fc.pre(before !== after);
      const whole = createTwoFilesPatch("a/f", "b/f", before, after, undefined, undefined, {
        context: 3,
        headerOptions: FILE_HEADERS_ONLY,
      });
      expect(unifiedDiff("f", before, after)).toBe(whole);
    }),
    { numRuns: 500 },
  );
});

test("a new file and equal texts", () => {
  expect(unifiedDiff("f", undefined, "a\nb\n")).toBe("--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  expect(unifiedDiff("f", "a", "a")).toBe("");
});

test("the smallest change is shown", () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  const diff = unifiedDiff(
    "f",
    `${lines.join("\n")}\n`,
    `${lines.map((line) => (line === "line 20" ? "new" : line)).join("\n")}\n`,
  );
  expect(diff.split("\n").filter((line) => /^[+-][^+-]/.test(line))).toEqual(["-line 20", "+new"]);
});
