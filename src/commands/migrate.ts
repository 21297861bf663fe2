import path from "node:path";
import { packageName } from "../templates/package.js";
import { nodeDisk } from "../cli/apply/disk.js";
import { readJournals } from "../cli/apply/journal-folder.js";
import { executePlan, recoverProject } from "../cli/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../cli/context.js";
import { planMigrate, surveyPackage, type Migration, type PackageSurvey } from "../cli/migrate/plan.js";
import type { MigrateOptions } from "../cli/migrate/package.js";
import { renderSummary, renderTodos, reportOf } from "../cli/migrate/report.js";
import { packagesToMigrate, type OldPackage } from "../cli/migrate/workspace.js";
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
  const packages = packagesToMigrate(facts);
  if (packages.length === 0) throw nothingToMigrate(facts);
  if (packages.length > 1 || packages[0]?.folder !== "") return runWorkspace(context, facts, packages);
  const survey = await surveyPackage(facts, context.output.progress);
  const migration = await plan(context, survey, installOf(context));
  const report = reportOf(migration);
  say(context, renderSummary(report));
  await carryOutOne(context, facts, migration, () => context.output.result(report, renderTodos(report)));
  assertNothingLeft(context, [migration]);
}

/** Every package by a plan of its own, what others import first; packages are installed once, with the last that changes. */
async function runWorkspace(
  context: CommandContext,
  top: ProjectFacts,
  packages: readonly OldPackage[],
): CommandResult {
  const surveys = new Map<string, PackageSurvey>();
  for (const { folder } of packages) {
    const root = path.join(top.root, folder);
    recoverProject({ ...context, cwd: root });
    surveys.set(folder, await surveyPackage(readFacts(context, root), context.output.progress));
  }
  let install = installOf(context);
  const planned = [];
  for (const { folder, beside } of [...packages].reverse()) {
    const survey = surveys.get(folder)!;
    const migration = await plan(
      context,
      survey,
      install,
      beside.flatMap((one) => surveys.get(one) ?? []),
    );
    if (!isEmpty(migration.plan)) install = "elsewhere";
    planned.unshift({ folder: folder || ".", facts: survey.facts, migration, report: reportOf(migration) });
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
  survey: PackageSurvey,
  install: MigrateOptions["install"],
  beside: readonly PackageSurvey[] = [],
): Promise<Migration> =>
  planMigrate(
    survey,
    {
      install,
      force: options.is("force"),
      progress: output.progress,
      isRepeated: readJournals(nodeDisk, survey.facts.root)[0]?.command === "migrate",
    },
    beside,
  );

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
    if (error instanceof CliError && error.code === "AUTH_E_INSTALL") tell();
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
