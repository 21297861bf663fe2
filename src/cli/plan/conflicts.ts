import { makePlan, type Plan } from "./plan.js";

/** Decision about a file that is in the way: its new text, or undefined when it stays as it is. */
export interface Decision {
  readonly text: string | undefined;
  /** Nothing of the new text came from a person. */
  readonly isOurs?: boolean;
  readonly reason: string;
}

/** The plan once a person has decided about each of its conflicts, in their order. */
export function settle(plan: Plan, decisions: readonly Decision[]): Plan {
  const steps = [...plan.steps];
  const changes = [...plan.changes];
  for (const [at, { step, path, present }] of plan.conflicts.entries()) {
    const decision = decisions[at];
    if (!decision) continue;
    const { text, reason, isOurs } = decision;
    steps[step] = { kind: "create", path, status: text === undefined ? "already" : "todo", reason };
    if (text === undefined) continue;
    const { realPath, mode, ...before } = present;
    changes.push({
      path,
      realPath,
      before: { ...before, mode },
      after: { text, mode },
      ...(isOurs && { generated: true }),
    });
  }
  const { id: _, schemaVersion: __, ...parts } = plan;
  return makePlan({ ...parts, steps, changes, conflicts: [] });
}
