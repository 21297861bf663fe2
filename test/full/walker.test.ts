/**
 * Every set of three features, searched to six moves, and long walks over all of them: in two processes, an eighth of
 * the sets at a time.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { tarball } from "../support/project.js";
import { partOf } from "../walker/alphabets.js";
import { openWalker, type Walker } from "../walker/run.js";
import type { Checked, Report } from "../walker/search.js";
import { adminWalks, offices } from "../walker/admin-walks.js";
import { fields } from "../walker/features.js";
import { teamWalks } from "../walker/team-walks.js";
import { knownWalks } from "../walker/walks.js";

const [shard = 1, shards = 1] = (process.env["AUTHWRIGHT_SHARD"] ?? "1/1").split("/").map(Number);

/** All of a shard, in both processes together. */
const minutes = Number(process.env["WALKER_MINUTES"] ?? 25);
const strayMinutes = Number(process.env["WALKER_STRAY_MINUTES"] ?? 2);

/** Both processes end by themselves, a little later: what is begun in time is searched to its end. */
const withRoom = (spent: number) => ({ timeout: (spent * 2 + 5) * 60_000 });

let walker: Walker;
beforeAll(async () => {
  walker = await openWalker(process.env["AUTHWRIGHT_TARBALL"] ?? tarball);
});
afterAll(() => walker.dispose());

test("no set of three features breaks a promise", withRoom(minutes), async () => {
  const halves = [0, 1].map((half) => partOf((shard - 1) * 2 + half, shards * 2));
  const told = await Promise.all(
    halves.map((alphabets) =>
      walker.start({
        kind: "search",
        alphabets,
        limits: { depth: 6, time: Math.round((minutes * 60_000) / alphabets.length), enough: 3 },
      }),
    ),
  );
  const isCheck = (line: object): line is Checked => "checks" in line;
  const lines = told.flat() as unknown as (Report | Checked)[];
  const reports = lines.filter((line): line is Report => !isCheck(line));
  const checked = lines.filter(isCheck);
  const sum = <Each>(all: readonly Each[], of: (each: Each) => number) =>
    all.reduce((total, each) => total + of(each), 0);
  console.log(
    `shard ${shard}/${shards}: ${reports.length} sets, ${sum(reports, ({ states }) => states)} states, ` +
      `${sum(reports, ({ moves }) => moves)} moves`,
  );
  const names = Object.keys(fields);
  for (const field of names) {
    const own = reports.filter(
      ({ house }) => (names.find((name) => house.startsWith(name)) ?? "person") === field,
    );
    const depths = [0, 1, 2, 3, 4, 5, 6].map(
      (depth) => own.filter((report) => report.depth === depth).length,
    );
    console.log(`${field}: searched whole to depth 0 to 6: ${depths.join(", ")} sets`);
  }
  const toFour = reports.filter(({ depth }) => depth >= 4).length;
  console.log(`whole to depth 4: ${((100 * toFour) / reports.length).toFixed(1)} % of the sets`);
  console.log(
    `${sum(checked, ({ answers }) => answers.told)} of ${sum(checked, ({ answers }) => answers.asked)} ` +
      `requests answered as before; walked the long way too: ${sum(checked, ({ checks }) => checks.walks)} walks, ` +
      `${sum(checked, ({ checks }) => checks.meetings)} meetings; and instead: ` +
      `${sum(checked, ({ checks }) => checks.strayed)} moves`,
  );
  for (const { found } of reports)
    for (const { message, walk } of found) console.log(`${message}\n  ${walk.join("\n  ")}`);
  expect(reports).toHaveLength(sum(halves, ({ length }) => length));
  expect(reports.flatMap(({ found }) => found)).toEqual([]);
  expect(checked.flatMap(({ differences }) => differences)).toEqual([]);
});

test("long walks break no promise", withRoom(strayMinutes), async () => {
  const task = { kind: "stray", length: 30, time: strayMinutes * 60_000 } as const;
  const seed = `${process.env["WALKER_SEED"] ?? Date.now()} ${shard}/${shards}`;
  const told = await Promise.all([0, 1].map((half) => walker.start({ ...task, seed: `${seed} ${half}` })));
  for (const line of told.flat()) console.log(JSON.stringify(line));
  expect(told.flat().filter(({ message }) => message !== undefined)).toEqual([]);
});

test.each(["memory", "sqlite", "postgres"] as const)(
  "walks through a team break no promise over %s",
  async (store) => {
    const walks = teamWalks.flatMap(({ id, moves }) =>
      (["team jwt", "team database"] as const).map((house) => ({ id: `${house}: ${id}`, house, moves })),
    );
    const told = await walker.start({ kind: "walks", walks, store });
    expect(told.filter(({ promise }) => promise !== undefined)).toEqual([]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(walks.length);
  },
);

test.each(["memory", "sqlite", "postgres"] as const)(
  "walks through a back office end as they have to over %s",
  async (store) => {
    const walks = adminWalks.flatMap(({ houses = offices, ...each }) =>
      houses.map((house) => ({ ...each, id: `${house}: ${each.id}`, house })),
    );
    const told = await walker.start({ kind: "walks", walks, store });
    expect(told.filter(({ promise }) => promise !== undefined)).toEqual([]);
    for (const { id, ends } of walks) {
      const outcomes = told.filter((line) => line["id"] === id).map(({ outcome }) => outcome);
      expect(outcomes.slice(-ends.length), id).toEqual(ends);
    }
  },
);

test.each(["sqlite", "postgres"] as const)("known walks break no promise over %s", async (store) => {
  const told = await walker.start({ kind: "walks", walks: knownWalks, store });
  expect(told.filter(({ promise }) => promise !== undefined)).toEqual([]);
  expect(new Set(told.map(({ id }) => id)).size).toBe(knownWalks.length);
});

test("known walks break no promise with the real hashes of passwords", async () => {
  const told = await walker.start({ kind: "walks", walks: knownWalks, hashes: "real" });
  expect(told.filter(({ promise }) => promise !== undefined)).toEqual([]);
  expect(new Set(told.map(({ id }) => id)).size).toBe(knownWalks.length);
});
