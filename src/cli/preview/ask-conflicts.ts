import type { CommandContext } from "../terminal/context.js";
import { settle, type Conflict, type Decision, type Plan } from "../plan/plan.js";
import { unifiedDiff } from "../plan/diff.js";
import { merge, renderOverlaps } from "../plan/merge.js";
import type { Choice, Prompts } from "../terminal/prompts.js";

const choices = (canMerge: boolean): readonly Choice[] => [
  { value: "no", label: "No", hint: "leave this file as it is" },
  { value: "yes", label: "Yes", hint: "auth undo brings it back" },
  { value: "diff", label: "Show the difference" },
  ...(canMerge ? [{ value: "merge", label: "Merge", hint: "your changes stay where they are" }] : []),
  { value: "all", label: "Yes to all" },
  { value: "quit", label: "Quit", hint: "write nothing" },
];

/** Asks about each file that is in the way, where somebody can be asked; who quits leaves the conflicts standing. */
export async function askConflicts(context: CommandContext, plan: Plan, prompts: Prompts): Promise<Plan> {
  const isOpen = prompts.interactive && !context.options.is("dryRun");
  if (!isOpen || plan.conflicts.length === 0) return plan;
  const decisions: Decision[] = [];
  let all = false;
  for (const conflict of plan.conflicts) {
    const answer: Decision | "all" | "quit" = all ? "all" : await decide(context, conflict, prompts);
    if (answer === "quit") return plan;
    all = answer === "all";
    decisions.push(typeof answer === "object" ? answer : replacing(conflict));
  }
  return settle(plan, decisions);
}

const replacing = ({ content }: Conflict): Decision => ({
  text: content,
  isOurs: true,
  reason: "replaces what was there",
});

async function decide(
  { output }: CommandContext,
  conflict: Conflict,
  prompts: Prompts,
): Promise<Decision | "all" | "quit"> {
  const { path, present, content, base } = conflict;
  for (;;) {
    const answer = await prompts.select(
      { flag: "--force", message: `${path} has other content. Replace it?`, initial: "no" },
      choices(base !== undefined),
    );
    if (answer === "no") return { text: undefined, reason: "left as it is" };
    if (answer === "yes") return replacing(conflict);
    if (answer === "all" || answer === "quit") return answer;
    if (answer === "diff") output.note(unifiedDiff(path, present.text, content));
    if (answer !== "merge" || base === undefined) continue;
    const merged = merge(base, present.text, content);
    if (merged.kind === "clean") return { text: merged.text, reason: "your changes and ours" };
    output.note(renderOverlaps(path, merged.overlaps, "would be written"));
    output.note(
      `${path} cannot be merged: both sides changed the same lines. It is left as it is until you choose.`,
    );
  }
}
