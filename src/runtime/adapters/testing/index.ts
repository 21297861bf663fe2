/** Door `authwright/adapters/testing`: what a store must do, as checks for any test runner. */
import type { Adapter } from "../../types/adapter.js";
import { behaviour } from "./behaviour.js";
import { lookAlikes } from "./look-alikes.js";
import { races } from "./races.js";

/** One thing a store must do. `run` rejects with the reason when it does not. */
export interface Check {
  readonly name: string;
  /** The adapter methods that the check calls; a store without one of them cannot be asked. */
  readonly needs: readonly (keyof Adapter)[];
  run(adapter: Required<Adapter>): Promise<void>;
}

/**
 * All checks that an adapter can be asked, in an order that any runner may change: each makes its own rows.
 *
 * @param adapter to know which methods there are
 * @example
 * for (const check of conformance(adapter)) test(check.name, () => check.run());
 */
export function conformance(adapter: Adapter): { readonly name: string; run(): Promise<void> }[] {
  return [...behaviour, ...lookAlikes, ...races]
    .filter(({ needs }) => needs.every((method) => typeof adapter[method] === "function"))
    .map((check) => ({ name: check.name, run: () => check.run(adapter as Required<Adapter>) }));
}
