import { packageName } from "../templates/package.js";
import { nodeDisk } from "../cli/apply/disk.js";
import { readJournals } from "../cli/apply/journal.js";
import { carryOut, recoverProject } from "../cli/carry-out.js";
import { promptsFor, type CommandContext, type CommandResult } from "../cli/context.js";
import { planMigrate } from "../cli/migrate/plan.js";
import type { Todo } from "../cli/migrate/todo.js";
import { oldDependencies } from "../cli/migrate/package.js";
import { isEmpty } from "../cli/plan/plan.js";
import { detect, type ProjectFacts } from "../cli/project/detect.js";
import { assertPackageManager } from "../cli/project/package-manager.js";
import { findApps } from "../cli/project/workspace.js";
import { CliError, exitCodes, usageError } from "../cli/terminal/errors.js";
import { oldPackages } from "../cli/migrate/rules/names.js";

/** `auth migrate`: a project of next-auth or @auth/* becomes one of ours; whoever is signed in stays so. */
export async function run(context: CommandContext): CommandResult {
  const { options, io, cwd, output } = context;
  const packageManager = assertPackageManager(options.text("packageManager"));
  recoverProject(context);
  const facts = detect(cwd, { packageManager, userAgent: io.env["npm_config_user_agent"] });
  assertSomethingToDo(facts);
  const migration = await planMigrate(facts, {
    install: !options.isOff("install"),
    force: options.is("force"),
    isRepeated: readJournals(nodeDisk, facts.root)[0]?.command === "migrate",
  });
  const { plan, todo, kept, from } = migration;
  if (isEmpty(plan) && todo.length > 0) {
    output.plan(plan);
    output.result({ from, kept, todo }, renderTodo(todo));
    throw new CliError("AUTH_E_MIGRATE_BY_HAND", `What is left needs a person: ${todo.length} places.`, {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. Make the changes listed, then run auth migrate again.",
    });
  }
  try {
    await carryOut(context, plan, facts, await promptsFor(context));
  } catch (error) {
    // An install that failed takes nothing back: what is left to a person stays true.
    if (error instanceof CliError && error.code === "AUTH_E_INSTALL")
      output.result({ from, kept, todo }, renderTodo(todo));
    throw error;
  }
  output.result({ from, kept, todo }, renderTodo(todo));
  const broken = todo.filter(({ breaks }) => breaks);
  if (broken.length === 0 || isEmpty(plan) || options.is("dryRun")) return;
  throw new CliError(
    "AUTH_E_MIGRATE_LEFT",
    `Written, but ${broken.length} of the places listed break until repaired.`,
    {
      exitCode: exitCodes.failed,
      hint: "They are listed above under Breaks now. auth undo takes everything back.",
    },
  );
}

/** @throws CliError exit 2 at the top of a workspace whose packages have what is looked for */
function assertSomethingToDo(facts: ProjectFacts): void {
  if (facts.declared || oldDependencies(facts.files.read("package.json")?.text ?? "{}").length > 0) return;
  const apps = findApps(facts.root, oldPackages);
  throw usageError(
    "AUTH_E_NOTHING_TO_MIGRATE",
    `package.json names none of ${oldPackages.join(", ")}.`,
    apps.length > 0
      ? `This is a workspace. Migrate its packages one by one: ${apps.map((app) => `--cwd ${app}`).join(", ")}`
      : `Run the command in the folder of your app (--cwd DIR), or start anew: npx ${packageName} init`,
  );
}

/** What breaks comes first; the rest can wait. */
function renderTodo(todo: readonly Todo[]): string {
  const broken = todo.filter(({ breaks }) => breaks);
  return [
    listed("Breaks now", broken),
    listed(
      broken.length === 0 ? "Left to you" : "Tidy up",
      todo.filter(({ breaks }) => !breaks),
    ),
  ].join("");
}

function listed(title: string, todo: readonly Todo[]): string {
  if (todo.length === 0) return "";
  const lines = todo.map(
    ({ path, line, why, write, code }) =>
      `  ${path}:${line}: ${why}${code === undefined ? "" : ` (${code})`}\n    write: ${write}\n`,
  );
  return `${title} (${todo.length}):\n${lines.join("")}`;
}
