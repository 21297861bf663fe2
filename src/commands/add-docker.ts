import { executePlan, recoverProject } from "../cli/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../cli/context.js";
import { openConfiguration, openProject } from "../cli/open-configuration.js";
import { planDocker } from "../cli/plan/docker.js";

/** `auth add-docker`: the files that the app runs from in containers. */
export async function run(context: CommandContext): CommandResult {
  recoverProject(context);
  const facts = await openProject(context);
  const plan = await planDocker(facts, await openConfiguration(context, facts));
  await executePlan(context, plan, facts, await promptsFor(context));
}
