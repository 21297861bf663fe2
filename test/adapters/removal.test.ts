import { expect, it } from "vitest";
import { recordsOver } from "../../src/runtime/adapters/rows/records.js";
import type { Rows } from "../../src/runtime/adapters/rows/rows.js";
import { conformanceTable } from "../../src/runtime/adapter-testing/index.js";

it("a removal ends where a store shows rows that it does not remove", async () => {
  let asked = 0;
  const rows = {
    list: async () => [{}],
    remove: async () => {
      asked += 1;
      return 0;
    },
  } as unknown as Rows;
  const removal = recordsOver(conformanceTable, rows).remove({}, { batch: 10 });
  await expect(removal).rejects.toThrow("rows are seen that cannot be removed");
  expect(asked).toBeLessThanOrEqual(100);
});
