import type { Plan } from "../../cli/plan/plan.js";
import type { Todo } from "./todo.js";

/** The plan of a migration, and what it leaves to a person. */
export interface Migration {
  readonly plan: Plan;
  readonly todo: readonly Todo[];
  /** Packages of the old family that stay because they work as they are. */
  readonly kept: readonly string[];
  /** The old packages that were there. */
  readonly from: readonly string[];
}
