import type { StoreAdapter } from "../adapter-over.js";

/** One thing a store must do. `run` rejects with the reason when it does not. */
export interface Check {
  readonly name: string;
  /** The adapter methods that the check calls; a store without one of them cannot be asked. */
  readonly needs: readonly (keyof StoreAdapter)[];
  run(adapter: StoreAdapter): Promise<void>;
}
