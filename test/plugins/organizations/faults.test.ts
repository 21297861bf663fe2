/** Invitations in a process that dies behind any of its writes. The whole matrix is test/full/organizations.test.ts. */
import { afterAll, expect, it } from "vitest";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { tries } from "../../support/every-run.js";
import { doings, tryBehindEachWrite } from "./faults.js";
import { closeStores, libsqlFile } from "./town.js";

afterAll(closeStores);

it.each(Object.entries(doings))("%s: one membership, and an owner who can act", async (_name, doing) => {
  const adapter = MemoryAdapter();
  const every = tries(2, 1);
  expect(await tryBehindEachWrite(doing, () => Promise.resolve(adapter), every)).toBeGreaterThan(2);
});

it("two connections of one file: one membership, and an owner who can act", async () => {
  const [, doing] = Object.entries(doings)[0]!;
  expect(await tryBehindEachWrite(doing, await libsqlFile(), tries(6, 1))).toBeGreaterThan(2);
});
