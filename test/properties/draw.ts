import { isFull as full } from "../support/every-run.js";

export { full };

/**
 * How many cases a comparison with the reference draws, and from which seed: the same each time, because what such
 * corners show first is a gap in the list of known differences, and that must not fail a change that is none of it.
 * AUTHWRIGHT_TEST_SEED=<number> looks elsewhere.
 */
export const draw = (usual: number, many: number) => ({
  numRuns: full ? many : usual,
  seed: Number(process.env["AUTHWRIGHT_TEST_SEED"] ?? 20_261_121),
});
