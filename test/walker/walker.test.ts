/** Short walks through everything at once: all that once broke a promise, and three alphabets that the commit draws. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { tarball } from "../support/project.js";
import { adminWalks, offices } from "./admin-walks.js";
import { allAlphabets } from "./alphabets.js";
import { openWalker, type Walker } from "./run.js";
import { teamWalks } from "./team-walks.js";
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

/** What comes of the last moves of each. A session that is over leaves nothing to use: its cookie was taken back. */
const crossed = [
  {
    id: "the provider ends sessions in which the factor was shown, and copies",
    moves: [
      "the owner comes by the provider that ends sessions",
      "the owner sets up the second factor",
      "a day goes by",
      "the owner comes by the provider that ends sessions",
      "the owner comes by the provider that ends sessions, in the second browser",
      "the stranger copies the owner's session",
      "the owner shows the second factor",
      "61 seconds go by",
      "the provider ends all sessions of the owner",
    ],
    ends: ["ended"],
  },
  {
    id: "the provider ends one session, in a browser that is trusted, and the other goes on",
    moves: [
      "the owner comes by the provider that ends sessions",
      "the owner sets up the second factor",
      "a day goes by",
      "the owner comes by the provider that vouches, and trusts the browser",
      "the owner comes by the provider that ends sessions",
      "the owner comes by the provider that ends sessions, in the second browser",
      "the other process answers",
      "the provider ends the owner's newest session",
    ],
    ends: ["ended"],
  },
  {
    id: "an age that nothing tells counts from the first sight, whatever a client sends",
    houses: ["short jwt"],
    moves: [
      "the owner comes by the provider that ends sessions",
      "the owner's session is one of before this package",
      "a day goes by",
      "the owner's client sends an age",
      "a day goes by",
      "the stranger copies the owner's session",
      "the copied session is used",
      "a day goes by",
      "the copied session is used",
    ],
    ends: ["somebody is in", "waited", "nothing to do"],
  },
  {
    id: "a session that is used each day ends at its age, its copy too",
    houses: ["short jwt", "short database"],
    moves: [
      "the owner comes by the provider that ends sessions",
      "a day goes by",
      "a day goes by",
      "the stranger copies the owner's session",
      "the copied session is used",
      "a day goes by",
      "the copied session is used",
    ],
    ends: ["somebody is in", "waited", "nothing to do"],
  },
] as const;

test.each(["memory", "sqlite"] as const)(
  "sign-out at the provider and ages, crossed, over %s",
  async (store) => {
    const walks = crossed.flatMap(({ id, moves, ...own }) =>
      ("houses" in own ? own.houses : (["jwt", "database", "addressed"] as const)).map((house) => ({
        id: `${house}: ${id}`,
        house,
        moves,
      })),
    );
    const told = await walker.start({ kind: "walks", walks, store });
    expect(told.filter(({ promise }) => promise !== undefined)).toEqual([]);
    for (const { id, ends } of crossed)
      for (const walked of walks.filter((one) => one.id.endsWith(id))) {
        const outcomes = told.filter((line) => line["id"] === walked.id).map(({ outcome }) => outcome);
        expect(outcomes.slice(-ends.length), walked.id).toEqual(ends);
      }
  },
);

test("walks through a team end as they have to", async () => {
  const houses = ["team jwt", "team database"] as const;
  const walks = teamWalks.map((each, at) => ({ ...each, house: houses[at % 2]! }));
  const told = await walker.start({ kind: "walks", walks });
  expect(told.filter(({ promise }) => promise !== undefined)).toEqual([]);
  for (const { id, ends } of walks) {
    const outcomes = told.filter((line) => line["id"] === id).map(({ outcome }) => inOrder(outcome));
    expect(outcomes.slice(-ends.length), id).toEqual(ends);
  }
});

/** Each in one app here, in all of them in `npm run test:full -- --only walker`. */
test("walks through a back office end as they have to", async () => {
  const walks = adminWalks.map((each, at) => {
    const houses = each.houses ?? offices;
    return { ...each, house: houses[at % houses.length]! };
  });
  const told = await walker.start({ kind: "walks", walks });
  expect(told.filter(({ promise }) => promise !== undefined)).toEqual([]);
  for (const { id, ends } of walks) {
    const outcomes = told.filter((line) => line["id"] === id).map(({ outcome }) => outcome);
    expect(outcomes.slice(-ends.length), id).toEqual(ends);
  }
});

/** Of two at once either may be the faster one. */
const inOrder = (outcome: unknown): string => String(outcome).split(", ").sort().join(", ");

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
    const told = await walker.start({ kind: "search", alphabets: await drawn(), limits });
    const reports = told.filter((line) => !("checks" in line));
    for (const { features, depth, states, moves } of reports)
      console.log(`${String(features)}: ${states} states, ${moves} moves, whole to depth ${depth}`);
    expect(reports).toHaveLength(3);
    expect(reports.flatMap(({ found }) => found)).toEqual([]);
    expect(told.flatMap(({ differences = [] }) => differences)).toEqual([]);
  });
});
