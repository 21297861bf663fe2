/** S2: where the addresses that the runtime writes lead, by what headers and environment say; test/fixtures/security/addresses.json has the answers. */
import { afterEach, expect, it, vi } from "vitest";
import { cases, compared } from "./addresses.js";

afterEach(() => vi.unstubAllEnvs());

// One of each kind; test/full/addresses.test.ts asks all of them.
it.each(cases)("S2: $case", async (row) => {
  const { written, expected } = await compared(row, ["Express", "Auth and setEnvDefaults", "Next.js"]);
  expect(written).toEqual(expected);
});
