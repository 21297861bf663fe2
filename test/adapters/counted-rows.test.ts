/** Tables of other libraries may count their rows: when a store leaves the id to the database. */
import { expect, test } from "vitest";
import { insertUnlessCounted } from "../../src/runtime/adapters/rows/driver-errors.js";
import type { Row } from "../../src/runtime/adapters/rows/rows.js";

const notANumber = Object.assign(new Error("invalid input syntax for type integer"), { code: "22P02" });

/** A database whose users have numbers; `fails` throws in place of its next row. */
function open() {
  const written: Row[] = [];
  const fails: Error[] = [];
  const insert = insertUnlessCounted({
    counts: (table) => table === "User",
    async write(_, row) {
      written.push(row);
      throw notANumber;
    },
    async writeCounted(_, row) {
      written.push(row);
      const failure = fails.pop();
      if (failure) throw failure;
      return { ...row, id: "7" };
    },
  });
  return { insert, written, fails };
}

const ada = { id: "a", name: "Ada" };

test("the first refusal is remembered", async () => {
  const { insert, written } = open();
  expect(await insert("User", ada)).toEqual({ id: "7", name: "Ada" });
  expect(await insert("User", ada)).toEqual({ id: "7", name: "Ada" });
  expect(written).toEqual([ada, { name: "Ada" }, { name: "Ada" }]);
});

test("a second try that fails says nothing of the table", async () => {
  const { insert, written, fails } = open();
  fails.push(new Error("the name is too long"));
  await expect(insert("User", ada)).rejects.toThrow("the name is too long");
  await insert("User", ada);
  expect(written).toEqual([ada, { name: "Ada" }, ada, { name: "Ada" }]);
});

test("a table that never counts is asked once", async () => {
  const { insert, written } = open();
  await expect(insert("Session", ada)).rejects.toBe(notANumber);
  expect(written).toEqual([ada]);
});
