import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { planDocker } from "./plan.js";

/** `auth add-docker`: the files that the app runs from in containers. */
export async function run(context: CommandContext): CommandResult {
  recoverProject(context);
  const facts = await openProject(context);
  const force = context.options.is("force");
  const plan = await planDocker(facts, await openConfiguration(context, facts), { force });
  await executePlan(context, plan, facts, await promptsFor(context));
}
