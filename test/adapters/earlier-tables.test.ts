/** Tables of plugins that an earlier release has made: columns that came later are left out, whatever the driver says. */
import { expect, test } from "vitest";
import { withEarlierTables } from "../../src/runtime/adapters/rows/earlier-tables.js";
import type { Row, Rows } from "../../src/runtime/adapters/rows/rows.js";
import { sessionInfo } from "../../src/runtime/plugins/sessions/session-tables.js";

const refusals: readonly (readonly [string, Error])[] = [
  ["Postgres", Object.assign(new Error("column does not exist"), { code: "42703" })],
  ["MySQL", Object.assign(new Error("Unknown column"), { code: "ER_BAD_FIELD_ERROR", errno: 1054 })],
  ["SQLite", new Error("table auth_session_info has no column named askedAt")],
  ["Drizzle", new Error("Failed query", { cause: new Error("no such column: askedAt") })],
  ["a client of Prisma", new Error("Unknown argument `askedAt`. Available options are marked with ?.")],
];

/** A database whose table lacks the column. */
function before(refusal: Error) {
  const written: Row[] = [];
  let refused = 0;
  const rows = {
    insert: async (_table: unknown, row: Row) => {
      if ("askedAt" in row) {
        refused += 1;
        throw refusal;
      }
      written.push(row);
      return row;
    },
  } as unknown as Rows;
  return { rows: withEarlierTables(rows), written, refused: () => refused };
}

test.each(refusals)(
  "R1: %s refuses the column once, and the rows go on without it",
  async (_name, refusal) => {
    const { rows, written, refused } = before(refusal);
    for (const id of ["a", "b"]) await rows.insert(sessionInfo, { id, askedAt: new Date() });
    expect([written, refused()]).toEqual([[{ id: "a" }, { id: "b" }], 1]);
  },
);

test("R1: what is no missing column stays an error, and a column of the first release stays needed", async () => {
  const down = before(new Error("connection refused"));
  await expect(down.rows.insert(sessionInfo, { askedAt: null })).rejects.toThrow("connection refused");
  const columns = { ...sessionInfo.columns, askedAt: { type: "date" } } as const;
  const half = before(refusals[2]![1]);
  await expect(half.rows.insert({ ...sessionInfo, columns }, { askedAt: null })).rejects.toThrow("no column");
});
