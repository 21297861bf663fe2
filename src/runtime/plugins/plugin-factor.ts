/** Factors that sessions may have. */
import type { Awaitable } from "../types/entities.js";
import type { PluginPath } from "../types/flow.js";
import type { Records, RecordTable } from "../types/records.js";
import type { ResolvedConfig, SessionRead } from "../types/resolved-config.js";

/** What is asked of a session for `require({ factor })`. */
export interface FactorQuestion {
  readonly resolved: ResolvedConfig;
  readonly read: SessionRead;
  /** Seconds since the factor was shown, at most. */
  readonly maxAge: number | undefined;
}

/** A factor that sessions may have, named as its plugin. */
export interface PluginFactor {
  /** Where a user who is signed in shows it, below the base path; `callbackUrl` leads back. */
  readonly path: PluginPath;
  /** Has the user set it up? Default: nobody is known to. */
  isSetUp?(own: { records(table: RecordTable): Records }, userId: string): Promise<boolean>;
  isProven(question: FactorQuestion, own: { records(table: RecordTable): Records }): Awaitable<boolean>;
}
