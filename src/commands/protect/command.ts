import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { survey } from "../steps/read-survey.js";
import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { organizationWish } from "./organization.js";
import { planProtect } from "./plan.js";
import { parseProtectedPath } from "../../cli/plan/protected-path.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { supportOf } from "../../templates/frameworks/index.js";
import { plugins } from "../../templates/plugins/index.js";
import { usageError } from "../../cli/terminal/errors.js";

/** `auth protect`: who is not signed in is asked to, before anything below these paths answers. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output } = context;
  const paths = idsOf(args).map(parseProtectedPath);
  const asked = {
    organization: options.text("organization"),
    role: namesIn("role", options.text("role")),
    can: namesIn("can", options.text("can")),
    factor: factorOf(options.text("factor")),
    maxAge: secondsOf(options.text("maxAge")),
  };
  recoverProject(context);
  const facts = await openProject(context);
  assertFactor(facts, asked.factor);
  const opened = await openConfiguration(context, facts);
  const requirement = await organizationWish(facts, { paths, requirement: asked }, () => promptsFor(context));
  const routes = await supportOf(opened.framework).routes?.(
    await survey(facts, context.io.env, { progress: context.output.progress }),
  );
  const plan = await planProtect(facts, opened, { paths, requirement, routes, force: options.is("force") });
  await executePlan(context, plan, facts, await promptsFor(context));
  if (options.is("dryRun")) return;
  const guards = plan.steps.flatMap(({ path: file, status, reason }) =>
    file === undefined ? [] : [{ file, status, reason }],
  );
  output.result({ paths: paths.map(({ text }) => text), guards }, "");
}

const plainName = /^[\w:.-]{1,64}$/;

/** One name, or a list of them with commas between. */
function namesIn(flag: "role" | "can", given: string | undefined): string | readonly string[] | undefined {
  if (given === undefined) return undefined;
  const names = idsOf([given]);
  const odd = names.length === 0 ? given : names.find((name) => !plainName.test(name));
  if (odd !== undefined)
    throw usageError(
      "AUTH_E_PROTECT_ROLE",
      `--${flag} ${odd} isn't a valid ${flag === "role" ? "role name" : "permission"}.`,
      "Letters, digits and - _ . : such as --role admin",
    );
  return names.length === 1 ? names[0] : names;
}

/** @throws CliError exit 2 for a plugin that shows no factor */
function factorOf(id: string | undefined): string | undefined {
  const factors = plugins.flatMap((plugin) => (plugin.isFactor ? [plugin.id] : []));
  if (id === undefined || factors.includes(id)) return id;
  throw usageError(
    "AUTH_E_PROTECT_FACTOR",
    `"${id}" is no second factor.`,
    `There are: ${factors.join(", ")}`,
  );
}

/** @throws CliError exit 2 where the configuration can be read and lacks the plugin: the guard would let nobody in */
function assertFactor({ configuration }: ConfiguredProject, id: string | undefined): void {
  if (id === undefined || configuration === undefined || configuration.unreadable.length > 0) return;
  if (configuration.plugins.some((plugin) => plugin.id === id)) return;
  throw usageError(
    "AUTH_E_PROTECT_FACTOR",
    `The configuration lacks the plugin ${id}.`,
    `Nothing was written. Run: auth add-plugin ${id}`,
  );
}

function secondsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const seconds = Number(given);
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds;
  throw usageError(
    "AUTH_E_PROTECT_MAX_AGE",
    `--max-age ${given} isn't a number of seconds.`,
    "For instance --max-age 300: the sign-in may be five minutes old",
  );
}
