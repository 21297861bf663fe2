/** Ids of rows that are listed by their time. */
import { expect, test } from "vitest";
import { timedId } from "../../src/runtime/security/timed-id.js";

test("ids sort as their times do, by bytes and in languages", () => {
  const times = [0, 1, 35, 36, 1_000_000_000_000, Date.now(), Date.now() + 1, 36 ** 10 - 1];
  const ids = times.map((time) => timedId(time));
  expect([...ids].sort()).toEqual(ids);
  expect([...ids].sort(new Intl.Collator("en").compare)).toEqual(ids);
  expect(ids.map((id) => Number.parseInt(id.slice(0, 10), 36))).toEqual(times);
});

test("each has 32 digits of base 36, and its random part is another one each time", () => {
  const now = Date.now();
  const ids = Array.from({ length: 2000 }, () => timedId(now));
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]{32}$/);
  expect(new Set(ids).size).toBe(ids.length);
  const digits = [...ids.map((id) => id.slice(10)).join("")];
  const counts = [..."0123456789abcdefghijklmnopqrstuvwxyz"].map(
    (digit) => digits.filter((each) => each === digit).length,
  );
  const expected = digits.length / 36;
  for (const count of counts) expect(Math.abs(count - expected)).toBeLessThan(expected / 4);
});
