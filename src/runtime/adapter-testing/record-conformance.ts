import type { Adapter } from "../types/adapter.js";
import type { Records, RecordTable } from "../types/records.js";
import type { ConformanceOptions } from "./check.js";
import { recordChecks } from "./record-checks.js";
import { conformancePairs, conformanceTable } from "./record-rows.js";

/**
 * All checks of what an adapter does with tables of plugins. The database has empty tables {@link conformanceTable} and
 * {@link conformancePairs}. Internal: the shape of `records` may change until plugins have carried it.
 *
 * @param adapter with the method `records`; without it there is nothing to check
 * @param options `second`: opens the same store once more, for the races; without it they are run on one
 * @internal
 * @example
 * for (const check of recordsConformance(adapter)) test(check.name, () => check.run());
 */
export function recordsConformance(
  adapter: Adapter,
  { second }: Pick<ConformanceOptions, "second"> = {},
): { readonly name: string; run(): Promise<void> }[] {
  if (adapter.records === undefined) return [];
  let opened: Promise<Adapter> | undefined;
  const openSecond = () => (opened ??= Promise.resolve(second?.() ?? adapter));
  return recordChecks.map(({ name, run }) => ({
    name,
    async run() {
      const other = await openSecond();
      await run(recordsOf(adapter, conformanceTable), {
        other: recordsOf(other, conformanceTable),
        pairs: recordsOf(adapter, conformancePairs),
      });
    },
  }));
}

function recordsOf(adapter: Adapter, table: RecordTable): Records {
  if (adapter.records === undefined) throw new TypeError("The second store has no method records");
  return adapter.records(table);
}
