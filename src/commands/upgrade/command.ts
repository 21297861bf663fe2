import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { planUpgrade } from "./plan.js";

/** `auth upgrade`: from an earlier release of ours to this one. */
export async function run(context: CommandContext): CommandResult {
  recoverProject(context);
  const facts = await openProject(context);
  const { plan, from, changes } = await planUpgrade(facts, await openConfiguration(context, facts));
  await executePlan(context, plan, facts, await promptsFor(context));
  if (context.options.is("dryRun")) return;
  context.output.result({ ...(from !== undefined && { from }), changes }, "");
}
