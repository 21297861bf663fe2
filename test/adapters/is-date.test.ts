import { expect, test } from "vitest";
import { isDate } from "../../src/runtime/adapters/index.js";

test.each(["2026-01-31T12:00:00.000Z", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.123456+02:00"])(
  "%s is a date",
  (text) => expect(isDate(text)).toBe(true),
);
test.each([
  "2026-01-31",
  "2026-13-31T12:00:00Z",
  "12:00:00",
  "",
  5,
  null,
  new Date(0),
  "2026-01-31T12:00:00Zx",
])("%s is none", (value) => expect(isDate(value)).toBe(false));
