import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { planPresentTables } from "../additions/plugins.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { askDialect, assertAdapter, dialectFlag, sessionFlag } from "../steps/store-flags.js";

/** `auth add-adapter`: a store for people, accounts and sessions. */
export async function run(context: CommandContext): CommandResult {
  const { options, args } = context;
  const [id = ""] = args;
  const store = assertAdapter(id);
  const session = sessionFlag(options.text("session"));
  const chosen = dialectFlag(options.text("dialect"), store);
  recoverProject(context);
  const facts = await openProject(context);
  const { source, framework, env } = await openConfiguration(context, facts);
  const prompts = await promptsFor(context);
  const force = options.is("force");
  const builder = new PlanBuilder(facts, { force });
  const answers = {
    dialect: chosen ?? (await askDialect(prompts, store, facts)),
    session,
    env,
    install: !options.isOff("install"),
    force,
  };
  const planned = { builder, framework, source };
  await store.plan(planned, answers);
  await planPresentTables(planned);
  await executePlan(context, builder.finish("add-adapter"), facts, prompts);
}
