import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { survey } from "../steps/read-survey.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { checkProject } from "../doctor/static.js";
import { doubtedRoutes, planGuardMatrix } from "./guard-matrix.js";
import { supportOf } from "../../templates/frameworks/index.js";

/** `auth test init`: a test of who gets what at every route. The routes are read, and nothing of the app is run. */
export async function run(context: CommandContext): CommandResult {
  const { options, output, io } = context;
  recoverProject(context);
  const facts = await openProject(context);
  const opened = await openConfiguration(context, facts);
  const all = await survey(facts, io.env, { progress: output.progress });
  const routes = doubtedRoutes(await supportOf(opened.framework).routes?.(all), await checkProject(all));
  const { plan, file, runner, rows } = await planGuardMatrix(facts, opened, routes, {
    force: options.is("force"),
    install: !options.isOff("install"),
  });
  await executePlan(context, plan, facts, await promptsFor(context));
  if (!options.is("dryRun")) output.result({ file, runner, routes: rows }, "");
}
