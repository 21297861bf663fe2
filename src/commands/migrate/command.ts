import path from "node:path";
import { packageName } from "../../cli/formats/own-package.js";
import { nodeDisk } from "../../cli/apply/disk.js";
import { readJournals } from "../../cli/apply/journal-folder.js";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { planAlias } from "./alias/plan.js";
import { lentBy } from "./handed-on.js";
import { oldClientsOf } from "./old-client/found.js";
import { atWrittenPlaces } from "./places-after.js";
import type { Migration } from "./migration.js";
import { planMigrate, surveyPackage, type PackageSurvey } from "./plan.js";
import { unreplaced, type MigrateOptions } from "./package.js";
import { hasCompiler, typeFaults, typeTodos } from "./type-check.js";
import { assertNothingLeft } from "./left.js";
import { renderSummary, renderTodos, reportOf } from "./report.js";
import { packagesToMigrate, type OldPackage } from "./workspace.js";
import { isEmpty } from "../../cli/plan/plan.js";
import { openProject } from "../steps/open-configuration.js";
import { detect } from "../steps/detect.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { assertPackageManager } from "../../cli/project/package-manager.js";
import { findApps } from "../../cli/project/workspace.js";
import { CliError, usageError } from "../../cli/terminal/errors.js";
import { otherLibraries } from "../../cli/old-auth/other-libraries.js";
import { oldPackages } from "../../cli/old-auth/packages.js";

/** `auth migrate`: a project of next-auth or @auth/* becomes one of ours; whoever is signed in stays so. */
export async function run(context: CommandContext): CommandResult {
  recoverProject(context);
  const facts = await openProject(context);
  if (context.options.is("alias")) return runAlias(context, facts);
  assertNoSource(context);
  const packages = packagesToMigrate(facts);
  if (packages.length === 0 && oldClientsOf(facts).length > 0) return runOldClient(context, facts);
  if (packages.length === 0) throw nothingToMigrate(facts);
  const [only, ...more] = packages;
  if (more.length > 0 || only?.folder !== "") return runWorkspace(context, facts, packages);
  const survey = await surveyPackage(facts, only.old, context.output.progress);
  const migration = await plan(context, survey, installOf(context));
  say(context, renderSummary(reportOf(migration)));
  await writePlans(context, [{ folder: "", facts, migration }], (migrations) => {
    const [report] = migrations.map(reportOf);
    if (report) context.output.result(report, renderTodos(report));
  });
}

/** A client of OAuth without sessions. */
async function runOldClient(context: CommandContext, facts: ProjectFacts): CommandResult {
  const { planOldClient } = await import("./old-client/plan.js");
  for (const line of otherLibraries(facts)) say(context, `${line}\n`);
  const options = { install: installOf(context), force: context.options.is("force") };
  const migration = atWrittenPlaces(await planOldClient(facts, options));
  say(context, renderSummary(reportOf(migration)));
  await writePlans(context, [{ folder: "", facts, migration }], (migrations) => {
    const [report] = migrations.map(reportOf);
    if (report) context.output.result(report, renderTodos(report));
  });
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
  await writePlan({ ...context, assertInstalled }, facts, migration);
  output.result(report, renderTodos(report));
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
  packages: readonly OldPackage[],
): CommandResult {
  const surveyed: {
    readonly folder: string;
    readonly beside: readonly string[];
    readonly survey: PackageSurvey;
  }[] = [];
  for (const { folder, beside, old } of packages) {
    const root = path.join(top.root, folder);
    recoverProject({ ...context, cwd: root });
    const lent = new Map(
      surveyed.flatMap(({ survey: { facts, surveys } }) =>
        facts.packageJson.name === undefined ? [] : [[facts.packageJson.name, lentBy(surveys)] as const],
      ),
    );
    const survey = await surveyPackage(readFacts(context, root), old, context.output.progress, lent);
    surveyed.push({ folder, beside, survey });
  }
  let install = installOf(context);
  const planned: Planned[] = [];
  for (const { folder, beside, survey } of [...surveyed].reverse()) {
    const others = surveyed.filter((one) => beside.includes(one.folder)).map((one) => one.survey);
    const migration = await plan(context, survey, install, others);
    if (!isEmpty(migration.plan)) install = "elsewhere";
    planned.unshift({ folder: folder || ".", facts: survey.facts, migration });
  }
  for (const { folder, migration } of planned)
    say(context, `${folder}\n${renderSummary(reportOf(migration))}`);
  await writePlans(context, planned, (migrations) => {
    const reports = migrations.map(reportOf);
    const result = planned.map(({ folder, migration: { plan: own } }, at) => ({
      path: folder,
      plan: { id: own.id, steps: own.steps },
      ...reports[at],
    }));
    const text = planned.map(({ folder }, at) => {
      const todos = reports[at] ? renderTodos(reports[at]) : "";
      return todos === "" ? "" : `${folder}\n${todos}`;
    });
    context.output.result({ packages: result }, text.join("\n"));
  });
}

const readFacts = ({ options, io, output }: CommandContext, root: string): ProjectFacts =>
  detect(root, {
    packageManager: assertPackageManager(options.text("packageManager")),
    userAgent: io.env["npm_config_user_agent"],
    onRead: output.progress.reads,
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
  ).then(atWrittenPlaces);

/** A dry run has no other result than what it shows. */
const say = ({ output, options }: CommandContext, text: string): void =>
  options.is("dryRun") ? output.print(text) : output.note(text);

/** A package with its plan. */
interface Planned {
  /** As it is named to a person; "" where it is the only one. */
  readonly folder: string;
  readonly facts: ProjectFacts;
  readonly migration: Migration;
}

/**
 * All plans, one after the other.
 *
 * @param tell says what is left to a person, also when an install fails: that takes nothing back
 */
async function writePlans(
  context: CommandContext,
  planned: readonly Planned[],
  tell: (migrations: readonly Migration[]) => void,
): Promise<void> {
  assertOnePlan(context, planned);
  let before: readonly Faults[] | undefined;
  // The compiler is code of the project: nobody starts it unasked.
  const onAgreed = async () => {
    before ??= await askCompilers(context, planned);
  };
  try {
    for (const { folder, facts, migration } of planned) {
      if (folder !== "") say(context, `\n${folder}`);
      await writePlan({ ...context, cwd: facts.root, onAgreed }, facts, migration);
    }
  } catch (error) {
    if (error instanceof CliError && error.code === "AUTH_E_INSTALL")
      tell(planned.map(({ migration }) => migration));
    throw error;
  }
  const after = before && (await askCompilers(context, planned));
  const migrations = planned.map(({ facts, migration }, at) => ({
    ...migration,
    todo: [...migration.todo, ...typeTodos(facts, migration.todo, before?.[at], after?.[at])],
  }));
  tell(migrations);
  assertNothingLeft(
    context,
    migrations,
    planned.map(({ folder }) => folder),
  );
}

/** @throws CliError exit 2: an id names the plan of one package */
function assertOnePlan({ options }: CommandContext, planned: readonly Planned[]): void {
  if (options.text("plan") === undefined || planned.length < 2) return;
  throw usageError(
    "AUTH_E_USAGE",
    `There are ${planned.length} plans here, one for each package, and --plan names one.`,
    "Nothing was written. Leave --plan out.",
  );
}

type Faults = Awaited<ReturnType<typeof typeFaults>>;

/** undefined: nothing is installed, so there is nothing to compile with. */
async function askCompilers(
  { options, output, holdSignals }: CommandContext,
  planned: readonly Planned[],
): Promise<readonly Faults[] | undefined> {
  const isInstalled = planned.some(({ migration }) => migration.plan.install !== undefined);
  if (!isInstalled || options.is("dryRun")) return undefined;
  const found: Faults[] = [];
  for (const { facts } of planned) {
    if (hasCompiler(facts)) output.note("Asking the project's compiler ...", "dim");
    found.push(await holdSignals((signal) => typeFaults(facts, signal)));
  }
  return found;
}

async function writePlan(
  context: CommandContext,
  facts: ProjectFacts,
  { plan: own, todo }: Migration,
): Promise<void> {
  if (isEmpty(own) && todo.length > 0) return context.output.plan(own);
  try {
    await executePlan({ ...context, isBrief: true }, own, facts, await promptsFor(context));
  } catch (error) {
    // What is open is told at the end, for all packages of a workspace together.
    if (!(error instanceof CliError && error.code === "AUTH_E_UNFINISHED")) throw error;
  }
}

/** Exit 2, with the packages below that have what is looked for. */
function nothingToMigrate(facts: ProjectFacts): CliError {
  const [other] = unreplaced(facts);
  if (other !== undefined)
    return usageError(
      "AUTH_E_NOTHING_TO_MIGRATE",
      `package.json names ${other}, which is not replaced: ${packageName} has no module for that framework yet.`,
      "Nothing was written. The app goes on with its own core.",
    );
  const [library] = otherLibraries(facts);
  if (library !== undefined)
    return usageError(
      "AUTH_E_NOTHING_TO_MIGRATE",
      `${library}.`,
      `Nothing was written. The page says what to do by hand; what is rewritten comes from ${oldPackages.join(", ")}, arctic and oslo.`,
    );
  const apps = findApps(facts.root, oldPackages);
  return usageError(
    "AUTH_E_NOTHING_TO_MIGRATE",
    `package.json names none of ${oldPackages.join(", ")}, arctic, oslo.`,
    apps.length > 0
      ? `Folders below do. Run the command there: ${apps.map((app) => `--cwd ${app}`).join(", ")}`
      : `Run the command in the folder of your app (--cwd DIR), or start anew: npx ${packageName} init`,
  );
}
