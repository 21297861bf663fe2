import path from "node:path";
import { nodeDisk } from "../../cli/apply/disk.js";
import { writeFiles } from "../../cli/apply/apply.js";
import { needsRecovery, recover, refuseForeign, revert } from "../../cli/apply/journal.js";
import { readJournals } from "../../cli/apply/journal-folder.js";
import { lockProject } from "../../cli/apply/lock.js";
import { askConflicts } from "../../cli/preview/ask-conflicts.js";
import type { CommandContext } from "../../cli/terminal/context.js";
import { blockers, isEmpty, renderNext, type Plan } from "../../cli/plan/plan.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { formatCommand } from "../../cli/project/formatter.js";
import type { Journal } from "../../cli/formats/journal-file.js";
import { dirtyFiles } from "../../cli/project/git.js";
import { findLockfiles, findWorkspace } from "../../cli/project/workspace.js";
import { openWarnings, warningCodes } from "../../cli/terminal/error-codes.js";
import { CliError, exitCodes, interrupted } from "../../cli/terminal/errors.js";
import { whetherAborted } from "../../cli/terminal/signals.js";
import { renderDiff, renderManual, renderSteps, renderSummary } from "../../cli/preview/preview.js";
import type { Prompts } from "../../cli/terminal/prompts.js";

/**
 * What a run that died left half done is taken back before anything is read.
 * @returns the ids of such runs
 * @throws CliError exit 3 when somebody else's run was interrupted here
 */
export function recoverProject(context: CommandContext): readonly string[] {
  if (!context.options.is("dryRun")) refuseForeign(nodeDisk, findWorkspace(context.cwd).root);
  return recoverOwn(context);
}

/** The same for this user's own runs alone. */
export function recoverOwn({ cwd, output, options }: CommandContext): readonly string[] {
  const { root } = findWorkspace(cwd);
  if (options.is("dryRun") || !needsRecovery(nodeDisk, root)) return [];
  const release = lockProject(nodeDisk, root);
  try {
    const journals = recover(nodeDisk, root);
    for (const { id, irreversible } of journals) {
      const outcome = irreversible
        ? "run it again when its change is not there"
        : "its changes were taken back";
      output.warn("AUTH_W_RECOVERED", `An earlier run (${id}) had been interrupted; ${outcome}.`);
    }
    return journals.map(({ id }) => id);
  } finally {
    release();
  }
}

/** The common end of every command that changes the project: preview, stop or ask, apply, install, say what is next. */
export async function executePlan(
  context: CommandContext,
  proposed: Plan,
  facts: ProjectFacts,
  prompts: Prompts,
): Promise<void> {
  const { output, options } = context;
  output.plan(proposed);
  assertPlan(context, proposed);
  const plan = await askConflicts(context, proposed, prompts);
  stopWhenBlocked(context, plan);
  if (isEmpty(plan)) {
    const said = isWhole(plan) ? "Nothing to do." : "Nothing is written.";
    output.note(`${said}\n${renderSteps(plan, output.noteStyle)}`);
    return assertWhole(plan);
  }
  if (options.is("dryRun")) return printDryRun(context, plan);
  output.note(`${renderSteps(plan, output.noteStyle)}\n${renderSummary(plan)}\n`);
  const dirty = dirtyFiles(
    facts,
    plan.changes.map((change) => change.path),
  );
  if (dirty.length > 0) output.warn("AUTH_W_DIRTY", `Not committed yet: ${dirty.join(", ")}.`);
  if (!(await prompts.confirm(plan.irreversible ? "Write this? It cannot be taken back." : "Write this?"))) {
    output.note("Nothing was written.");
    return;
  }
  await context.onAgreed?.();
  const folder = folderFrom(context.io.cwd, plan.root);
  const next = nextSteps(plan, facts, folder);
  try {
    await applyPlan(context, plan, facts);
  } catch (error) {
    // The files are written: what is left to do is the same, once the packages are there.
    const isWritten =
      error instanceof CliError && error.code === "AUTH_E_INSTALL" && !context.assertInstalled;
    if (isWritten && next !== "") output.note(next);
    throw error;
  }
  if (isWhole(plan)) output.note(doneLine(plan, folder), "good");
  if (next !== "") output.note(next);
  assertWhole(plan);
}

function doneLine({ irreversible }: Plan, folder: string | undefined): string {
  if (irreversible) return "Done.";
  return `Done. auth undo${folder === undefined ? "" : ` --cwd ${folder}`} takes it back.`;
}

/** What was asked for and does not work when the plan is carried out. */
const openIn = ({ open = [], warnings }: Plan): readonly string[] => [
  ...new Set([
    ...open,
    ...warnings.flatMap(({ code }) => (openWarnings.has(code) ? warningCodes[code].what : [])),
  ]),
];

const isWhole = (plan: Plan): boolean => openIn(plan).length === 0;

/** @throws CliError where something that was asked for does not work yet: exit 3 with nothing written, else exit 1 */
function assertWhole(plan: Plan): void {
  if (isWhole(plan)) return;
  const message = `Not all of it works yet. ${openIn(plan).join(" ")}`;
  const look = { command: "npx auth doctor", why: "It names what is left, with file and line." };
  if (isEmpty(plan))
    throw new CliError("AUTH_E_UNFINISHED", message, { exitCode: exitCodes.conflict, next: [look] });
  throw new CliError("AUTH_E_UNFINISHED", message, {
    hint: "The rest is written. auth undo takes it back.",
    next: [look, { command: "npx auth undo", why: "It takes back what is written." }],
  });
}

/** @throws CliError exit 3 when another plan than the one of `--plan` would be carried out */
function assertPlan({ options }: CommandContext, { id }: Plan): void {
  const expected = options.text("plan");
  if (expected === undefined || expected === id) return;
  throw new CliError("AUTH_E_ANOTHER_PLAN", `The plan is ${id} now, not ${expected}.`, {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Look at the plan again: --dry-run shows it.",
  });
}

function printDryRun({ output, options, isBrief }: CommandContext, plan: Plan): void {
  output.offer(plan);
  const showsDiff = !isBrief || options.is("diff") || options.is("verbose");
  const diff = showsDiff ? `\n${renderDiff(plan, output.resultStyle)}` : "";
  output.print(`${renderSteps(plan, output.resultStyle)}${diff}\n${renderSummary(plan)}\n`);
}

/** The folder of the app, from where the command was typed; undefined there and below, where commands find it. */
function folderFrom(cwd: string, root: string): string | undefined {
  const away = path.relative(cwd, root).split(path.sep);
  return away.every((part) => part === ".." || part === "") ? undefined : away.join("/");
}

function nextSteps({ next, changes }: Plan, facts: ProjectFacts, folder: string | undefined): string {
  const kept = changes.filter(({ gone }) => !gone).map(({ path: file }) => file);
  const format = formatCommand(facts, kept);
  const steps = format === undefined ? next : [...next, `Format what changed: ${format}`];
  return renderNext(steps, folder);
}

function stopWhenBlocked({ output }: CommandContext, plan: Plan): void {
  const stopping = blockers(plan);
  if (stopping.length === 0) return;
  output.note(renderSteps(plan, output.noteStyle));
  output.code(renderManual(stopping));
  const [first] = stopping;
  const where = `${first?.path}${first?.line === undefined ? "" : `:${first.line}`}`;
  const manual = stopping.some(({ status }) => status === "manual");
  const open = openIn(plan);
  if (open.length > 0)
    throw new CliError("AUTH_E_UNFINISHED", `${where}: ${open.join(" ")}`, {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. Make the change shown by hand, then run the command again.",
    });
  throw new CliError(manual ? "AUTH_E_CONFIG_SHAPE" : "AUTH_E_CONFLICT", `${where}: ${first?.reason}.`, {
    exitCode: exitCodes.conflict,
    hint: manual
      ? "Nothing was written. Make the change shown by hand, then run the command again."
      : "Nothing was written.",
  });
}

const applyPlan = (context: CommandContext, plan: Plan, facts: ProjectFacts): Promise<void> =>
  context.holdSignals(async (signal) => {
    const release = lockProject(nodeDisk, plan.root);
    try {
      await writeAndInstall({ ...context, signal }, plan, facts);
    } finally {
      release();
    }
  });

/** The plan that an install alone finishes: the last one, of the same command, whose own install had failed. */
function unfinished({ changes, command, root }: Plan): Journal | undefined {
  const [last] = changes.length === 0 ? readJournals(nodeDisk, root) : [];
  return last?.isOwn && last.command === command ? last : undefined;
}

async function writeAndInstall(
  { output, options, signal, assertInstalled }: CommandContext & { readonly signal: AbortSignal },
  plan: Plan,
  facts: ProjectFacts,
): Promise<void> {
  const written = writeFiles(plan);
  if (written !== undefined && (await whetherAborted(signal))) {
    revert(nodeDisk, plan.root, written);
    throw interrupted("Cancelled. What was written is taken back.");
  }
  const journal = written ?? unfinished(plan);
  if (!plan.install) return;
  const { install, journaled } = await import("../../cli/apply/install.js");
  const { command, cwd } = plan.install;
  output.note(`Running ${command.join(" ")} ...`);
  const lockfiles = [
    ...findLockfiles(facts),
    ...["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"].map((name) =>
      path.join(facts.workspaceRoot, name),
    ),
    path.join(facts.root, "package.json"),
    path.join(facts.workspaceRoot, "package.json"),
  ];
  const isRevertible = assertInstalled !== undefined;
  const run = () => install({ command, cwd, verbose: options.is("verbose"), signal, isRevertible });
  try {
    await journaled(journal, { root: plan.root, lockfiles: [...new Set(lockfiles)] }, run);
    assertInstalled?.();
  } catch (error) {
    // The journal on disk knows what the package manager did until then.
    const latest = readJournals(nodeDisk, plan.root).find(({ id }) => id === written?.id);
    if ((signal.aborted || isRevertible) && latest) revert(nodeDisk, plan.root, latest);
    throw error;
  }
}
