import { expect, test } from "vitest";
import { compact } from "../../src/runtime/types/compact.js";

test("compact leaves out what is undefined, and nothing else", () => {
  const given = { a: undefined, b: null, c: 0, d: "", e: false };
  const made = compact(given);
  expect(made).toStrictEqual({ b: null, c: 0, d: "", e: false });
  expect(Object.keys(given)).toHaveLength(5);
});
