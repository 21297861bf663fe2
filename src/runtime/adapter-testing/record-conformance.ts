import type { Adapter } from "../types/adapter.js";
import { recordChecks } from "./record-checks.js";
import { conformanceTable } from "./record-rows.js";

/**
 * All checks of what an adapter does with tables of plugins. The database has an empty table {@link conformanceTable}.
 * Internal: the shape of `records` may change until plugins have carried it.
 *
 * @param adapter with the method `records`; without it there is nothing to check
 * @internal
 * @example
 * for (const check of recordsConformance(adapter)) test(check.name, () => check.run());
 */
export function recordsConformance(adapter: Adapter): { readonly name: string; run(): Promise<void> }[] {
  const { records } = adapter;
  return records === undefined
    ? []
    : recordChecks.map(({ name, run }) => ({
        name,
        run: () => run(records.call(adapter, conformanceTable)),
      }));
}
