/** Full mode: 100,000 texts for each reader of request text; none crashes it, none costs more than its length explains. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cost, readers, repeated, units } from "../security/hostile-text.js";

// Not a spy: one would keep every text that it was called with.
const { error, warn, log } = console;
beforeAll(() => void Object.assign(console, { error: silent, warn: silent, log: silent }));
afterAll(() => void Object.assign(console, { error, warn, log }));
function silent(): void {}

const seed = Number(process.env["AUTHWRIGHT_TEST_SEED"] ?? 20_261_122);
const length = 4000;
/** Microseconds; a text that takes longer is looked at again at two lengths. */
const suspicious = 3000;

test.each(Object.entries(readers))("%s: 100,000 texts", { timeout: 1_800_000 }, (_name, read) => {
  const property = fc.property(units, (unit) => {
    const text = repeated(unit, length);
    if (cost(() => read(text)) < suspicious) return true;
    const few = cost(() => read(repeated(unit, length * 2)));
    const many = cost(() => read(repeated(unit, length * 16)));
    return many <= 24 * Math.max(few, 100);
  });
  expect(() => fc.assert(property, { numRuns: 100_000, seed })).not.toThrow();
});
