/** The time that a text of a request costs grows with its length, not with the square of it. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cost, fragments, readers, repeated } from "./hostile-text.js";

beforeAll(() => {
  for (const level of ["error", "warn", "log"] as const) vi.spyOn(console, level).mockReturnValue(undefined);
});
afterAll(() => void vi.restoreAllMocks());

/** What reading a harmless text of that length may take in microseconds, whatever the machine does beside it. */
const allowed = 4000;

describe.each(Object.entries(readers))("SEC2-10: %s", (_name, read) => {
  it("costs eight times as much for a text that is eight times as long, whatever it repeats", () => {
    const [short, long] = [8_000, 64_000];
    read(repeated("a", short));
    const slow: string[] = [];
    for (const unit of fragments) {
      if (cost(() => read(repeated(unit, long))) < allowed) continue;
      // Eight times the length is eight times the time, or 64 times with the square; a busy machine measures again.
      let growth = Infinity;
      for (let attempt = 0; attempt < 10 && growth > 32; attempt += 1) {
        const few = Math.max(
          cost(() => read(repeated(unit, short))),
          100,
        );
        growth = Math.min(growth, cost(() => read(repeated(unit, long))) / few);
      }
      if (growth > 32) slow.push(`${JSON.stringify(unit)}: ${growth.toFixed(0)} times`);
    }
    expect(slow).toEqual([]);
  });
});

it("SEC2-10: a log line has no text of a request in full", () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  readers["log: message of an error"]?.("a-".repeat(50_000));
  expect(lines[0]?.length).toBeLessThan(15_000);
});

it("SEC2-10: tokens and codes are cut out all the same", () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  const token = `${"e".repeat(40)}..${"i".repeat(20)}.${"c".repeat(40)}.${"t".repeat(20)}`;
  for (const text of [
    token,
    `in-the-middle ${token}`,
    `x=${token};`,
    `"${token}"`,
    `/callback?code=${"c".repeat(30)}`,
  ])
    readers["log: message of an error"]?.(text);
  expect(lines.join("\n")).not.toMatch(/e{40}|c{30}/);
});
