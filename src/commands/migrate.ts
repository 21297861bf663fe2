import path from "node:path";
import { packageName } from "../templates/package.js";
import { nodeDisk } from "../cli/apply/disk.js";
import { readJournals } from "../cli/apply/journal-folder.js";
import { executePlan, recoverProject } from "../cli/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../cli/context.js";
import { planAlias } from "../cli/migrate/alias/plan.js";
import { planMigrate, type Migration } from "../cli/migrate/plan.js";
import type { MigrateOptions } from "../cli/migrate/package.js";
import { renderSummary, renderTodos, reportOf } from "../cli/migrate/report.js";
import { packagesToMigrate } from "../cli/migrate/workspace.js";
import { isEmpty } from "../cli/plan/plan.js";
import { openProject } from "../cli/open-configuration.js";
import { detect } from "../cli/project/detect.js";
import type { ProjectFacts } from "../cli/project/facts.js";
import { assertPackageManager } from "../cli/project/package-manager.js";
import { findApps } from "../cli/project/workspace.js";
import { CliError, exitCodes, usageError } from "../cli/terminal/errors.js";
import { oldPackages } from "../cli/migrate/rules/names.js";

/** `auth migrate`: a project of next-auth or @auth/* becomes one of ours; whoever is signed in stays so. */
export async function run(context: CommandContext): CommandResult {
  recoverProject(context);
  const facts = await openProject(context);
  if (context.options.is("alias")) return runAlias(context, facts);
  assertNoSource(context);
  const folders = packagesToMigrate(facts);
  if (folders.length === 0) throw nothingToMigrate(facts);
  if (folders.length > 1 || folders[0] !== "") return runWorkspace(context, facts, folders);
  const migration = await plan(context, facts, installOf(context));
  const report = reportOf(migration);
  say(context, renderSummary(report));
  await carryOutOne(context, facts, migration, () => context.output.result(report, renderTodos(report)));
  assertNothingLeft(context, [migration]);
}

/** The package in place of `@auth/core`, and nothing else. */
async function runAlias(context: CommandContext, facts: ProjectFacts): CommandResult {
  const { options, io, cwd, output } = context;
  const migration = await planAlias(facts, {
    from: options.text("from"),
    cwd,
    force: options.is("force"),
    installs: !options.isOff("install"),
    env: io.env,
    progress: output.progress,
  });
  const report = reportOf(migration);
  say(context, renderSummary(report));
  const { assertInstalled } = migration;
  const tell = () => output.result(report, renderTodos(report));
  await carryOutOne({ ...context, assertInstalled }, facts, migration, tell);
  assertNothingLeft(context, [migration]);
}

function assertNoSource({ options }: CommandContext): void {
  if (options.text("from") === undefined) return;
  throw usageError(
    "AUTH_E_USAGE",
    "--from goes with --alias.",
    "auth migrate --alias --from <version|tarball>",
  );
}

/** Every package by a plan of its own, what others import first; packages are installed once, with the last that changes. */
async function runWorkspace(
  context: CommandContext,
  top: ProjectFacts,
  folders: readonly string[],
): CommandResult {
  let install = installOf(context);
  const planned = [];
  for (const folder of [...folders].reverse()) {
    const root = path.join(top.root, folder);
    recoverProject({ ...context, cwd: root });
    const facts = readFacts(context, root);
    const migration = await plan(context, facts, install);
    if (!isEmpty(migration.plan)) install = "elsewhere";
    planned.unshift({ folder: folder || ".", facts, migration, report: reportOf(migration) });
  }
  for (const { folder, report } of planned) say(context, `${folder}\n${renderSummary(report)}`);
  const result = planned.map(({ folder, migration: { plan: own }, report }) => ({
    path: folder,
    plan: { id: own.id, steps: own.steps },
    ...report,
  }));
  const text = planned.map(({ folder, report }) => {
    const todos = renderTodos(report);
    return todos === "" ? "" : `${folder}\n${todos}`;
  });
  const tell = () => context.output.result({ packages: result }, text.join("\n"));
  for (const [at, { folder, facts, migration }] of planned.entries()) {
    say(context, `\n${folder}`);
    const isLast = at === planned.length - 1;
    await carryOutOne({ ...context, cwd: facts.root }, facts, migration, isLast ? tell : () => {});
  }
  assertNothingLeft(
    context,
    planned.map(({ migration }) => migration),
  );
}

const readFacts = ({ options, io }: CommandContext, root: string): ProjectFacts =>
  detect(root, {
    packageManager: assertPackageManager(options.text("packageManager")),
    userAgent: io.env["npm_config_user_agent"],
  });

const installOf = ({ options }: CommandContext): MigrateOptions["install"] =>
  options.isOff("install") ? "tell" : "run";

const plan = (
  { options, output }: CommandContext,
  facts: ProjectFacts,
  install: MigrateOptions["install"],
): Promise<Migration> =>
  planMigrate(facts, {
    install,
    force: options.is("force"),
    progress: output.progress,
    isRepeated: readJournals(nodeDisk, facts.root)[0]?.command === "migrate",
  });

/** A dry run has no other result than what it shows. */
const say = ({ output, options }: CommandContext, text: string): void =>
  options.is("dryRun") ? output.print(text) : output.note(text);

/** @param tell says what is left to a person, also when an install fails: that takes nothing back */
async function carryOutOne(
  context: CommandContext,
  facts: ProjectFacts,
  { plan: own, todo }: Migration,
  tell: () => void,
): Promise<void> {
  if (isEmpty(own) && todo.length > 0) {
    context.output.plan(own);
    return tell();
  }
  try {
    await executePlan({ ...context, isBrief: true }, own, facts, await promptsFor(context));
  } catch (error) {
    if (error instanceof CliError && error.code === "AUTH_E_INSTALL" && !context.assertInstalled) tell();
    // What is open is told at the end, for all packages of a workspace together.
    if (!(error instanceof CliError && error.code === "AUTH_E_UNFINISHED")) throw error;
  }
  tell();
}

/** @throws CliError exit 3 when nothing was written and something is left; exit 1 when what was written breaks */
function assertNothingLeft({ options }: CommandContext, migrations: readonly Migration[]): void {
  const todo = migrations.flatMap((one) => one.todo);
  const isUnchanged = migrations.every((one) => isEmpty(one.plan));
  if (isUnchanged && todo.length > 0)
    throw new CliError(
      "AUTH_E_MIGRATE_BY_HAND",
      `What is left has to be changed by hand: ${todo.length} places.`,
      {
        exitCode: exitCodes.conflict,
        hint: "Nothing was written. Make the changes listed, then run auth migrate again.",
      },
    );
  const broken = todo.filter(({ breaks }) => breaks);
  if (broken.length === 0 || isUnchanged || options.is("dryRun")) return;
  throw new CliError(
    "AUTH_E_MIGRATE_LEFT",
    `Written, but ${broken.length} of the places listed break until repaired.`,
    {
      exitCode: exitCodes.failed,
      hint: "Make the changes listed above under Breaks now. auth undo reverts everything.",
    },
  );
}

/** Exit 2, with the packages below that have what is looked for. */
function nothingToMigrate(facts: ProjectFacts): CliError {
  const apps = findApps(facts.root, oldPackages);
  return usageError(
    "AUTH_E_NOTHING_TO_MIGRATE",
    `package.json names none of ${oldPackages.join(", ")}.`,
    apps.length > 0
      ? `Folders below do. Run the command there: ${apps.map((app) => `--cwd ${app}`).join(", ")}`
      : `Run the command in the folder of your app (--cwd DIR), or start anew: npx ${packageName} init`,
  );
}
