import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { choosePlugin, planRemovePlugins } from "../additions/plugins.js";

/** `auth remove-plugin`: the inverse of add-plugin, but for the tables: their rows are the app's. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output } = context;
  const ids = idsOf(args).map((id) => choosePlugin(id).id);
  recoverProject(context);
  const facts = await openProject(context);
  const { plan, removed, kept } = await planRemovePlugins(
    facts,
    await openConfiguration(context, facts),
    ids,
  );
  await executePlan(context, plan, facts, await promptsFor(context));
  if (options.is("dryRun")) return;
  const plugins = ids.map((id) => ({ id, removed: removed.includes(id) }));
  output.result({ plugins, tables: kept }, "");
}
