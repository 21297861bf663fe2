/** The table of docs/frameworks/README.md is about the code as it is. */
import { expect, test } from "vitest";
import { rows } from "../e2e/framework-matrix.js";
import { codeOf, readPage, readResults, tableOf } from "../e2e/framework-results.js";

const results = readResults();

test.each(rows)("$project was tried with this code", (row) => {
  expect(
    results[row.project]?.code,
    `Run: AUTHWRIGHT_WRITE=1 AUTHWRIGHT_ROWS="${row.project}" npm run test:full -- --only frameworks`,
  ).toBe(codeOf(row));
});

test("the page shows what was written down", () => {
  expect(readPage().table).toBe(tableOf(results));
});

test("a changed line of code makes a row old, a changed comment does not", () => {
  const codes = rows.map(codeOf);
  expect(codes).not.toContain(codeOf({ code: [] }));
});
