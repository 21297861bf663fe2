import { expect, it } from "vitest";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import {
  grantOf,
  grantRow,
  isAdministrator,
  revokeGrant,
} from "../../../src/runtime/plugins/admin/grants.js";
import { admin } from "../../../src/runtime/plugins/admin/index.js";
import { grantTable, impersonationTable } from "../../../src/runtime/plugins/admin/tables.js";

const own = () => {
  const { records } = MemoryAdapter();
  return { records: records! };
};

it("a grant is a row of the user, until it is taken back", async () => {
  const scope = own();
  expect(await grantOf(scope, "ada")).toBeUndefined();
  await scope.records(grantTable).insert(grantRow("ada", "root"));
  expect(await grantOf(scope, "ada")).toEqual({ userId: "ada", createdAt: expect.any(Date) });
  expect(await grantOf(scope, "Ada")).toBeUndefined();
  expect(await revokeGrant(scope.records(grantTable), "ada")).toBe(true);
  expect(await revokeGrant(scope.records(grantTable), "ada")).toBe(false);
  expect(await grantOf(scope, "ada")).toBeUndefined();
});

it("a row without a time lets nobody in, and is no user whom pages change", async () => {
  const scope = own();
  await scope.records(grantTable).insert({ userId: "ada", grantedBy: "root", createdAt: new Date(0) });
  expect(await grantOf(scope, "ada")).toBeUndefined();
  expect(await isAdministrator(scope, "ada")).toBe(true);
});

it("a row that a store finds for another spelling is somebody else's", async () => {
  const row = grantRow("ada", "root");
  const scope = { records: () => ({ ...own().records(grantTable), find: () => Promise.resolve(row) }) };
  expect(await grantOf(scope, "Ada")).toBeUndefined();
  expect(await grantOf(scope, "ada")).toBeDefined();
});

it.each([
  [{ freshSeconds: 59 }],
  [{ freshSeconds: 86_401 }],
  [{ freshSeconds: Number.NaN }],
  [{ readsAnHour: 0 }],
  [{ readsAnHour: 1.5 }],
])("%j is refused", (options) => {
  expect(() => admin(options)).toThrow(RangeError);
});

it("of one session of an administrator there is one act at a time", async () => {
  const scope = own();
  const rows = scope.records(impersonationTable);
  const now = new Date();
  const act = { adminId: "root", userId: "ada", reason: "x", sessionHash: "1", createdAt: now };
  const ends = { endsAt: now, endedAt: null, expires: now };
  expect(await rows.insert({ id: "1", ...act, ...ends })).toBe("inserted");
  expect(await rows.insert({ id: "2", ...act, ...ends })).toBe("taken");
});
