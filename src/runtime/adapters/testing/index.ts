/** Door `authwright/adapters/testing`: what a store must do, as checks for any test runner. */
import type { Adapter } from "../../types/adapter.js";
import type { StoreAdapter } from "../adapter-over.js";
import { behaviour } from "./behaviour.js";
import { housekeeping } from "./housekeeping.js";
import { lookAlikes } from "./look-alikes.js";
import { races } from "./races.js";

export type { Check } from "./check.js";

/**
 * All checks that an adapter can be asked, in an order that any runner may change: each makes its own rows.
 *
 * @param adapter to know which methods there are
 * @example
 * for (const check of conformance(adapter)) test(check.name, () => check.run());
 */
export function conformance(adapter: Adapter): { readonly name: string; run(): Promise<void> }[] {
  const store = adapter as StoreAdapter;
  return [...behaviour, ...lookAlikes, ...races, ...housekeeping]
    .filter(({ needs }) => needs.every((method) => typeof store[method] === "function"))
    .map((check) => ({ name: check.name, run: () => check.run(store) }));
}
