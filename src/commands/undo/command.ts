import { basename, join } from "node:path";
import { undoFiles } from "../../cli/apply/apply.js";
import { nodeDisk } from "../../cli/apply/disk.js";
import { foreignJournal } from "../../cli/apply/journal.js";
import {
  assertPlaces,
  readJournals,
  withTrueNames,
  type FoundJournal,
} from "../../cli/apply/journal-folder.js";
import { lockProject } from "../../cli/apply/lock.js";
import { rebase, type Obstacle } from "../../cli/apply/rebase.js";
import { recoverOwn } from "../steps/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import type { Journal, JournalFile } from "../../cli/formats/journal-file.js";
import { maskEnv } from "../../cli/formats/env-file.js";
import { splice } from "../../cli/source/text/text-edit.js";
import { unifiedDiff } from "../../cli/plan/diff.js";
import { renderOverlaps } from "../../cli/plan/merge.js";
import { makePlan, type Step } from "../../cli/plan/plan.js";
import { findWorkspace, packagesBelow } from "../../cli/project/workspace.js";
import { CliError, exitCodes, usageError } from "../../cli/terminal/errors.js";
import { paintDiff, renderSteps } from "../../cli/preview/preview.js";
import { isIgnored } from "../../cli/formats/ignore-file.js";
import { isJson } from "../../cli/formats/json-file.js";

/** `auth undo`: takes back the last plan, or the one named; work that came later stays. */
export async function run(context: CommandContext): CommandResult {
  const { args, cwd, options, output } = context;
  const recovered = recoverOwn(context);
  const { root } = findWorkspace(cwd);
  // Whoever repeats an undo that was interrupted does not mean the plan before it.
  if (recovered.length > 0 && recovered.includes(args[0] ?? recovered[0] ?? "")) return;
  if (!choose(readJournals(nodeDisk, root), args[0])) return output.note(nothingToUndo(root));
  if (options.is("dryRun")) return takeBackLast(context, root);
  // What is asked about a journal of somebody else is asked under the lock too: it must stay what was shown.
  await context.holdSignals(async () => {
    const release = lockProject(nodeDisk, root);
    try {
      await takeBackLast(context, root);
    } finally {
      release();
    }
  });
}

/** A plan is kept in the package that it changed. */
function nothingToUndo(root: string): string {
  const below = packagesBelow(root).filter(
    ({ folder }) => readJournals(nodeDisk, join(root, folder)).length > 0,
  );
  const commands = below.map(({ folder }) => `npx auth undo --cwd ${folder}`);
  return commands.length === 0
    ? "Nothing to undo."
    : `Nothing to undo here. In packages below: ${commands.join(", ")}`;
}

async function takeBackLast(context: CommandContext, root: string): Promise<void> {
  const { args, options, output } = context;
  const journals = readJournals(nodeDisk, root);
  const chosen = choose(journals, args[0]);
  if (!chosen) return output.note(nothingToUndo(root));
  assertPlaces(nodeDisk, root, chosen);
  const applied = withTrueNames(nodeDisk, root, chosen);
  const { journal, obstacles, left } = await rebase(nodeDisk, applied, isSound);
  // An env file that stays must stay ignored.
  const secretsStay = obstacles.some(({ file }) => file.cuts);
  const files = journal.files.filter((file) => !(secretsStay && file.path === ".gitignore"));
  const plan = makePlan({
    command: "undo",
    root,
    steps: [
      ...files.map(stepOf),
      ...obstacles.map(({ file }): Step => ({
        ...stepOf(file),
        status: "conflict",
        reason: "changed since",
      })),
    ],
    changes: [],
    conflicts: [],
    warnings: [],
    next: [],
  });
  output.plan(plan);
  if (obstacles.length > 0 && !options.is("force")) refuse(context, journals, applied, obstacles);
  const steps = renderSteps({ ...plan, steps: files.map(stepOf) }, output.noteStyle);
  if (options.is("dryRun")) {
    output.print(steps);
    for (const file of files) output.print(paintDiff(diffOf(file), output.resultStyle));
    return;
  }
  if (!applied.isOwn && !(await isWanted(context, applied, files))) return;
  const shown = noLongerIgnored(root, files);
  const stale = [...left, ...files.filter((file) => file.derived === true || dropsPackages(file))];
  // From here on a run that dies is finished by the next one.
  undoFiles(root, applied, { ...journal, files, state: "undoing", pid: process.pid });
  output.result({ id: applied.id, files: files.map((file) => file.path) }, "");
  output.note(`Took back auth ${applied.command} (${applied.id}):\n${steps}`);
  if (shown.length > 0)
    output.note(`git sees ${shown.join(", ")} again: delete what holds users' data, or ignore it.`);
  if (stale.length > 0) {
    output.note(
      "node_modules still has the package; the next install of the package manager removes it.",
      "dim",
    );
  }
}

/** Files that stay, and that git ignored by a line which goes. */
function noLongerIgnored(root: string, files: readonly JournalFile[]): readonly string[] {
  const ignore = files.find(({ path }) => path === ".gitignore");
  if (ignore === undefined) return [];
  const [now, after] = bothTexts(ignore);
  const going = new Set(files.flatMap((file) => (file.before === null ? file.path : [])));
  return nodeDisk
    .list(root)
    .filter((name) => !going.has(name) && isIgnored(now, name) && !isIgnored(after, name));
}

/** Whether package.json names fewer packages then. */
function dropsPackages(file: JournalFile): boolean {
  if (file.path !== "package.json") return false;
  const [now = [], before = []] = bothTexts(file).map(packagesIn);
  return now.some((name) => !before.includes(name));
}

function packagesIn(text: string): readonly string[] {
  if (!isJson(text)) return [];
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, object | undefined>;
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** @throws CliError exit 2 when no plan has this id */
function choose(journals: readonly FoundJournal[], id: string | undefined): FoundJournal | undefined {
  const journal = id === undefined ? journals[0] : journals.find((one) => one.id === id);
  if (journal || id === undefined) return journal;
  const known = journals.map((one) => one.id).join(", ");
  throw usageError(
    "AUTH_E_NO_JOURNAL",
    `There is no plan ${id} to undo.`,
    known === "" ? "Nothing was applied here." : `Known: ${known}`,
  );
}

/**
 * A journal that this user did not write may have come with the repository: its diff is shown, and a person says yes.
 * @throws CliError exit 3 when nobody can be asked and `--force` does not stand for the answer
 */
async function isWanted(
  context: CommandContext,
  journal: FoundJournal,
  files: readonly JournalFile[],
): Promise<boolean> {
  const { output, options } = context;
  for (const file of files) output.note(paintDiff(diffOf(file), output.noteStyle));
  if (options.is("force")) return true;
  const prompts = await promptsFor(context);
  if (!prompts.interactive) throw foreignJournal(journal);
  const isYes = await prompts.confirm("You did not make this change on this machine. Take it back as shown?");
  if (!isYes) output.note("Nothing was written.");
  return isYes;
}

/** A merged source has no more mistakes than the file that is there. */
async function isSound(file: string, now: string, merged: string): Promise<boolean> {
  if (!/\.[cm]?[jt]sx?$/.test(file)) return !file.endsWith("package.json") || isJson(merged) || !isJson(now);
  const { countSyntaxErrors } = await import("../../cli/source/syntax/syntax.js");
  return countSyntaxErrors(merged, file) <= countSyntaxErrors(now, file);
}

function refuse(
  { output }: CommandContext,
  journals: readonly Journal[],
  applied: Journal,
  obstacles: readonly Obstacle[],
): never {
  for (const { file, overlaps } of obstacles) {
    if (file.cuts) output.print(`${file.path}: was changed since`);
    else output.print(overlaps.length > 0 ? renderOverlaps(file.path, overlaps) : diffOf(file));
  }
  const paths = obstacles.map(({ file }) => file.path);
  const later = journals
    .slice(
      0,
      journals.findIndex(({ id }) => id === applied.id),
    )
    .filter(({ files }) => files.some(({ path }) => paths.includes(path)));
  const first = later.map(({ id, command }) => `auth undo ${id} (${command})`).join(", then ");
  const next = later.map(({ id, command }) => ({
    command: `npx auth undo ${id}`,
    why: `${command} changed the same lines later.`,
  }));
  throw new CliError("AUTH_E_CHANGED_SINCE", `Changed since: ${paths.join(", ")}.`, {
    exitCode: exitCodes.conflict,
    next: later.length > 0 ? next : [{ flags: "--force", why: "Takes back the rest; these files stay." }],
    hint:
      later.length > 0
        ? `Nothing was written. A later plan changed the same lines; take it back first: ${first}`
        : "Nothing was written. --force leaves these files alone and takes back the rest.",
  });
}

const stepOf = ({ path, before, cuts }: JournalFile): Step => ({
  kind: before === null ? "remove" : cuts ? "env" : "edit",
  path,
  status: "todo",
  reason: before ? "as it was before" : "goes",
});

/** A file as it is, and as it will be. */
function bothTexts({ realPath, before, cuts }: JournalFile): readonly [now: string, after: string] {
  const now = nodeDisk.read(realPath)?.toString("utf8") ?? "";
  const back = (cuts ?? []).map((cut) => ({ ...cut, text: cut.text ?? "" }));
  return [now, cuts ? splice(now, back) : Buffer.from(before?.base64 ?? "", "base64").toString("utf8")];
}

/** What taking a file back does to it; values of env files never show. */
function diffOf(file: JournalFile): string {
  const { path, realPath, cuts } = file;
  const [now, after] = bothTexts(file);
  // A journal of somebody else may name an env file without saying that it is one.
  const isEnv = cuts !== undefined || basename(realPath).startsWith(".env");
  return isEnv ? unifiedDiff(path, maskEnv(now), maskEnv(after)) : unifiedDiff(path, now, after);
}
