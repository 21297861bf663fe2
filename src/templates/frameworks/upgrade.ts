import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** A project whose files may be those of an earlier version. */
export interface UpgradeContext {
  readonly builder: PlanBuilder;
  readonly authFile: string;
  /** All files of code. */
  readonly sources: readonly string[];
  /** Whether a file means the auth file by this module. */
  leadsToAuth(from: string, specifier: string): boolean;
  /** Where the endpoints answer. */
  readonly base: string;
}
