// alone: the reference remembers what the configurations before had
/** Passkeys with a device in software: options, ceremonies, refusals and rows are those of the reference. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { duel, type Score } from "../contract/live/duel.js";
import { passkeyDifferences } from "../contract/live/known-passkeys.js";
import { passkeyFlows, passkeyVisits } from "../contract/live/passkey-flows.js";
import { type Setting, storeSetting, usualSetting } from "../contract/live/setting.js";
import { draw, full } from "./draw.js";

const slow = 1_200_000;
const score: Score = { exchanges: 0, used: new Map() };
const visits = draw(15, 3000);

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

const table = (["webauthn", "passkey"] as const).flatMap((passkeys) =>
  (["jwt", "database"] as const).flatMap((strategy) =>
    Object.entries(passkeyFlows(passkeys)).map(([name, shots]) => ({ name, passkeys, strategy, shots })),
  ),
);

// Each flow once; in full mode with both providers and both strategies.
const cases = full
  ? table
  : table.filter(({ passkeys, strategy }, index) =>
      index % 2 === 0
        ? passkeys === "passkey" && strategy === "jwt"
        : passkeys === "webauthn" && strategy === "database",
    );

test.each(cases)("$name: $passkeys, $strategy", { timeout: slow }, async ({ passkeys, strategy, shots }) => {
  await expect(duel({ ...usualSetting, strategy, passkeys }, shots, score)).resolves.toBeUndefined();
});

test(`any configuration: ${visits.numRuns} visits`, { timeout: slow }, async () => {
  // What is known to differ in other checks would end visits before.
  const settings = storeSetting.map((drawn): Setting => ({ ...drawn, checks: ["pkce"], formPost: false }));
  const property = fc.asyncProperty(settings, passkeyVisits, (setting, { id, shots }) =>
    duel({ ...setting, passkeys: id }, shots, score),
  );
  await expect(fc.assert(property, visits)).resolves.toBeUndefined();
});

test.runIf(full)("every known difference was met (with AUTHWRIGHT_TEST_FULL)", () => {
  const rows = new Set(passkeyDifferences.map(({ row }) => row));
  expect([...rows].filter((row) => !score.used.has(row))).toEqual([]);
});
