/** Short walks through everything at once: all that once broke a promise, and three alphabets that the commit draws. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { tarball } from "../support/project.js";
import { allAlphabets } from "./alphabets.js";
import { openWalker, type Walker } from "./run.js";
import { knownWalks } from "./walks.js";

let walker: Walker;
beforeAll(async () => {
  walker = await openWalker(process.env["AUTHWRIGHT_TARBALL"] ?? tarball);
});
afterAll(() => walker.dispose());

describe("walks that once broke a promise", () => {
  let told: readonly Record<string, unknown>[];
  beforeAll(async () => {
    told = await walker.start({ kind: "walks", walks: knownWalks });
  });

  test.each(knownWalks.map((known) => [known.id, known.broke, known] as const))(
    "%s: its walk breaks promise %i no more",
    (id, _broke, { moves }) => {
      const own = told.filter((line) => line["id"] === id);
      expect(own.filter(({ promise }) => promise !== undefined)).toEqual([]);
      expect(own.map(({ move }) => move)).toEqual(moves);
    },
  );
});

/** The same for everybody who runs this commit, another three for the next one. */
async function drawn() {
  const { stdout } = await execa("git", ["rev-parse", "HEAD"], { cwd: projectRoot, reject: false });
  const seed = stdout || readFileSync(`${projectRoot}/package.json`, "utf8");
  const all = allAlphabets();
  return [0, 1, 2].map((at) => {
    const hash = createHash("sha256").update(`${seed} ${at}`).digest();
    return all[hash.readUInt32BE(0) % all.length]!;
  });
}

describe("three alphabets that the commit draws", () => {
  test("no promise is broken in what a second and a half reaches", async () => {
    const limits = { depth: 6, time: 1_500, enough: 1 };
    const reports = await walker.start({ kind: "search", alphabets: await drawn(), limits });
    for (const { features, depth, states, moves } of reports)
      console.log(`${String(features)}: ${states} states, ${moves} moves, whole to depth ${depth}`);
    expect(reports).toHaveLength(3);
    expect(reports.flatMap(({ found }) => found)).toEqual([]);
    expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
  });
});
