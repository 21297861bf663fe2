/** The crossings as a table, and three rows of it that need no build of a framework: test/full/crossings.test.ts has all. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { linkedBase } from "../full/crossings/base.js";
import { envLines, notTried, shownLines } from "../full/crossings/env-lines.js";
import { coveringArray, pairsOf, type Rule } from "../full/crossings/pairs.js";
import { projectNamed } from "../full/crossings/projects.js";
import { tryRow } from "../full/crossings/row.js";
import { crossings, runRows } from "../full/crossings/run-rows.js";
import { shardOf } from "../full/crossings/shard.js";
import { elsewhere, shapes } from "../full/crossings/shapes.js";
import { factors, rules } from "../full/crossings/table.js";

const { rows, pairs } = crossings();

describe("a covering array of pairs", () => {
  test("has every pair that the rules allow, and none that they don't", () => {
    const small = { a: ["1", "2", "3"], b: ["1", "2", "3"], c: ["1", "2"] };
    const apart: Rule = { of: ["a", "b"], holds: ({ a, b }) => a !== b };
    // Nothing says so of a and c alone: with c = 1 only b = 1 is left, so a is another one.
    const through: Rule = { of: ["b", "c"], holds: ({ b, c }) => c !== "1" || b === "1" };
    const made = coveringArray(small, [apart, through]);
    const covered = new Set(made.rows.flatMap(pairsOf));
    expect(covered.size).toBe(made.pairs);
    expect(made.pairs).toBe(6 + 5 + 4);
    expect(covered).not.toContain("a=1 & c=1");
    expect(made.rows.every((row) => apart.holds(row) && through.holds(row))).toBe(true);
  });

  test("the crossings: each pair is in a row, and no row breaks a rule", () => {
    const covered = new Set(rows.flatMap(({ row }) => pairsOf(row)));
    expect(covered.size).toBe(pairs);
    expect(rows.flatMap(({ row }) => rules.filter(({ holds }) => !holds(row)))).toEqual([]);
    expect(rows.every(({ row }) => Object.keys(row).length === Object.keys(factors).length)).toBe(true);
    expect(crossings().rows).toEqual(rows);
    console.log(`crossings: ${rows.length} rows, ${covered.size} of ${pairs} pairs`);
  });

  test("parts of a run", () => {
    expect(shardOf("3/8")).toEqual({ number: 3, of: 8 });
    expect(shardOf(undefined)).toEqual({ number: 1, of: 1 });
    for (const text of ["0/8", "9/8", "8", "a/b"]) expect(() => shardOf(text)).toThrow(TypeError);
  });
});

describe("the table of the crossings", () => {
  test("has every line of an AUTH_ variable that the documentation shows, or says why not", () => {
    const tried = new Set(envLines.flatMap(({ shown }) => shown));
    const shown = shownLines();
    expect([...shown].filter((line) => !tried.has(line) && !(line in notTried))).toEqual([]);
    expect([...tried, ...Object.keys(notTried)].filter((line) => !shown.has(line))).toEqual([]);
  });

  test("has every shape of the tables of shapes, or says where it is tried", () => {
    const folder = path.join(projectRoot, "test/fixtures/edits");
    const edits = readdirSync(folder).filter((name) => !/^(?:refused|already|server)-/.test(name));
    const untyped = readFileSync(
      path.join(projectRoot, "test/commands/untyped-configurations.test.ts"),
      "utf8",
    );
    const named = [...untyped.matchAll(/^ {4}\[(?:\n {6})?"([^"]+)",/gm)].map(([, name = ""]) => name);
    const taken = [...shapes.flatMap(({ standsFor }) => standsFor), ...Object.values(elsewhere).flat()];
    expect([...edits, ...named].filter((name) => !taken.includes(name))).toEqual([]);
    expect(taken.filter((name, at) => taken.indexOf(name) !== at)).toEqual([]);
    console.log(
      `shapes: ${edits.length + named.length} of the tables, written in ${shapes.length} ways here`,
    );
  });
});

/** Other rows with each commit, the same ones for the same commit. */
function seed(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: projectRoot,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch {
    // A copy without its history.
    const manifest = readFileSync(path.join(projectRoot, "package.json"), "utf8");
    return (JSON.parse(manifest) as { version: string }).version;
  }
}

describe("three rows, drawn by the commit", () => {
  const commit = seed();
  const drawn = (number: number) => createHash("sha256").update(`${commit} ${number}`).digest("hex");
  const three = rows
    .filter(({ row }) => projectNamed(row["project"] ?? "").isQuick && row["store"] === "none")
    .sort((one, other) => drawn(one.number).localeCompare(drawn(other.number)))
    .slice(0, 3);
  const bases = new Map<string, ReturnType<typeof linkedBase>>();
  afterAll(async () => {
    for (const base of bases.values()) await (await base).dispose();
  });
  const baseOf = (id: string) => {
    const known = bases.get(id) ?? linkedBase(projectNamed(id));
    bases.set(id, known);
    return known;
  };

  test("nothing is wrong", async () => {
    const wrong = await runRows(three, async ({ row }) =>
      tryRow(row, { base: await baseOf(row["project"] ?? "") }),
    );
    expect(wrong).toEqual([]);
  });
});
