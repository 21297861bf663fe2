import type { Adapter } from "../types/adapter.js";
import type { StoreAdapter } from "../adapters/adapter-over.js";

/** What the kit may do besides calling the store. */
export interface ConformanceOptions {
  /**
   * Opens the same store once more, over a connection of its own; best in another process, in another time zone.
   * Called once. Without it the races of two instances are not run.
   */
  second?: () => Adapter | Promise<Adapter>;
  /**
   * Ends the database connections that the store has at the moment, as a restart of the database would. Called several
   * times while calls are under way. Without it the group of lost connections is not run.
   */
  breakConnections?: () => Promise<void>;
}

/** What a check has besides the store. */
export interface Means {
  /** The same rows over another connection, in another process if the caller has one; else the store itself. */
  readonly other: StoreAdapter;
  /** Ends the connections of the store while calls are under way. Only groups that ask for it call it. */
  readonly breakConnections: () => Promise<void>;
}

/** One thing a store must do. `run` rejects with the reason when it does not. */
export interface Check {
  /** What the store must do, as a sentence. */
  readonly name: string;
  /** The adapter methods that the check calls; a store without one of them cannot be asked. */
  readonly needs: readonly (keyof StoreAdapter)[];
  /** @throws Error with what was expected, when the store does not do it */
  run(adapter: StoreAdapter, means: Means): Promise<void>;
}
