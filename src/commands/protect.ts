import { executePlan, recoverProject } from "../cli/execute-plan.js";
import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../cli/context.js";
import { openConfiguration, openProject } from "../cli/open-configuration.js";
import { planProtect } from "../cli/plan/protect.js";
import { parseProtectedPath } from "../cli/plan/protected-path.js";
import { usageError } from "../cli/terminal/errors.js";

/** `auth protect`: who is not signed in is asked to, before anything below these paths answers. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output } = context;
  const paths = idsOf(args).map(parseProtectedPath);
  const requirement = { role: roleOf(options.text("role")), maxAge: secondsOf(options.text("maxAge")) };
  recoverProject(context);
  const facts = await openProject(context);
  const plan = await planProtect(facts, openConfiguration(context, facts), paths, requirement);
  await executePlan(context, plan, facts, await promptsFor(context));
  if (options.is("dryRun")) return;
  const guards = plan.steps.flatMap(({ path: file, status, reason }) =>
    file === undefined ? [] : [{ file, status, reason }],
  );
  output.result({ paths: paths.map(({ text }) => text), guards }, "");
}

const roleName = /^[\w:.-]{1,64}$/;

function roleOf(id: string | undefined): string | undefined {
  if (id === undefined || roleName.test(id)) return id;
  throw usageError(
    "AUTH_E_PROTECT_ROLE",
    `--role ${id} is no name of a role.`,
    "Letters, digits and - _ . : such as --role admin",
  );
}

function secondsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const seconds = Number(given);
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds;
  throw usageError(
    "AUTH_E_PROTECT_MAX_AGE",
    `--max-age ${given} is no number of seconds.`,
    "For instance --max-age 300: the sign-in may be five minutes old",
  );
}
