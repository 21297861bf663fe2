/** What a table must be for every database to have it. */
import { expect, test } from "vitest";
import { recordTables } from "../../src/runtime/adapters/schema.js";
import { tables as signOutTables } from "../../src/runtime/sign-out/tables.js";
import { pluginTables } from "../../src/templates/plugins/index.js";
import type { RecordTable } from "../../src/runtime/types/records.js";

/** MySQL takes 3072 bytes into an index, and a `key` is 255 characters of up to four. */
const mostKeys = 3;

const all: readonly RecordTable[] = [...recordTables, ...signOutTables, ...pluginTables];

test.each(all.map((table) => [table.name, table] as const))(
  "%s: no index has more columns of keys than MySQL takes",
  (_, { columns, primaryKey, unique, indexes }) => {
    for (const index of [primaryKey, ...unique, ...indexes]) {
      const keys = index.filter((name) => columns[name]?.type === "key");
      expect(keys.length, index.join()).toBeLessThanOrEqual(mostKeys);
    }
  },
);

test.each(all.map((table) => [table.name, table] as const))(
  "%s: its rows have an order, that of a primary key of texts",
  (_, { columns, primaryKey }) => {
    expect(primaryKey).not.toEqual([]);
    for (const name of primaryKey) expect(columns[name]).toEqual({ type: "key", required: true });
  },
);
