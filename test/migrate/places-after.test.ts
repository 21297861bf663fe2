/** The lines that `auth migrate` lists are those of the files as it writes them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { makePlan } from "../../src/cli/plan/plan.js";
import { atWrittenPlaces } from "../../src/commands/migrate/places-after.js";
import type { Migration } from "../../src/commands/migrate/migration.js";

type Files = Readonly<Record<string, readonly string[]>>;

/** A migration with a todo at each line of the files of before. */
function migrated(before: Files, after: Files, why = "why"): Migration["todo"] {
  const changes = Object.entries(after).map(([path, lines]) => ({
    path,
    realPath: `/app/${path}`,
    before: before[path] && { text: before[path].join("\n"), hash: "", mode: 0o644 },
    after: { text: lines.join("\n"), mode: 0o644 },
    ...(lines.length === 0 && { gone: true as const }),
  }));
  const plan = makePlan({
    command: "migrate",
    root: "/app",
    steps: [],
    changes,
    seen: [],
    conflicts: [],
    warnings: [],
    next: [],
  } as unknown as Parameters<typeof makePlan>[0]);
  const todo = Object.entries(before).flatMap(([path, lines]) =>
    lines.map((_, at) => ({ path, line: at + 1, why, write: "write" })),
  );
  return atWrittenPlaces({ plan, todo, kept: [], from: [] }).todo;
}

it("CL-23: every line that stays is named where it stands afterwards", () => {
  const edit = fc.record({ keep: fc.boolean(), added: fc.nat({ max: 2 }) });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 2, maxLength: 12 }), (edits) => {
      const before = edits.map((_, at) => `line ${at};`);
      const after = edits.flatMap(({ keep, added }, at) => [
        ...Array.from({ length: added }, (_, count) => `new ${at}.${count};`),
        ...(keep ? [`line ${at};`] : []),
      ]);
      fc.pre(edits.some(({ keep }) => keep) && after.length > 0);
      for (const [at, { line }] of migrated({ "a.ts": before }, { "a.ts": after }).entries())
        if (edits[at]?.keep) expect(after[line - 1]).toBe(before[at]);
        else expect(line).toBeLessThanOrEqual(after.length + 1);
    }),
    { numRuns: 100 },
  );
});

it("CL-23: a line that is rewritten is where the new one is, below an import that was added", () => {
  const todo = migrated(
    { "a.ts": ["use();", "old();", "end();"] },
    { "a.ts": ["import;", "use();", "fresh();", "end();"] },
  );
  expect(todo.map(({ line }) => line)).toEqual([2, 3, 4]);
});

it("CL-23: what moved to a file of its own is named there, in the words too", () => {
  const options = ["const a = 1;", "const b = 2;", "signIn();", "export {};"];
  const todo = migrated(
    { "route.ts": options, "other.ts": ["x();"] },
    { "route.ts": ["import;", "export handlers;"], "auth.ts": ["import;", ...options] },
    "thrown in route.ts:3",
  );
  expect(todo[2]).toMatchObject({ path: "auth.ts", line: 4, why: "thrown in auth.ts:4" });
  expect(todo[4]).toMatchObject({ path: "other.ts", line: 1 });
});

it("CL-23: a file that goes keeps its name where nothing of it stands elsewhere", () => {
  expect(migrated({ "a.ts": ["x();"] }, { "a.ts": [] })).toMatchObject([{ path: "a.ts", line: 1 }]);
});
