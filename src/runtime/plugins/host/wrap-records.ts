/** Rows of plugins, asked as everything else of a store is. */
import { MissingAdapterMethods } from "../../errors/index.js";
import type { Adapter } from "../../types/adapter.js";
import type { GuardCall } from "../../types/plugin.js";
import type { Records } from "../../types/records.js";

const methods: readonly (keyof Records)[] = [
  "find",
  "list",
  "insert",
  "update",
  "consume",
  "remove",
  "deleteExpired",
];

export function wrapRecords(adapter: Adapter, guard: GuardCall): Required<Adapter>["records"] {
  return (table) => {
    if (adapter.records === undefined) throw new MissingAdapterMethods("The adapter has no method records");
    const records = adapter.records(table);
    const wrapped = methods.map((method) => {
      const call = records[method] as (...args: unknown[]) => unknown;
      return [method, guard(`records.${method}`, table.name, (...args) => call.apply(records, args))];
    });
    return Object.freeze(Object.fromEntries(wrapped)) as Records;
  };
}
