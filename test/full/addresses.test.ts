/**
 * S2: where the addresses that the runtime writes lead, in every framework.
 *
 * npm run test:full -- --only addresses
 */
import { afterEach, expect, test, vi } from "vitest";
import { cases, compared, frameworks } from "../integrations/addresses.js";

afterEach(() => vi.unstubAllEnvs());

test.each(cases)("S2: $case", { timeout: 60_000 }, async (row) => {
  const { written, expected } = await compared(row, Object.keys(frameworks));
  expect(written).toEqual(expected);
});
