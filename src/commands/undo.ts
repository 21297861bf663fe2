import { nodeDisk } from "./apply/disk.js";
import { undoFiles } from "./apply/apply.js";
import { changedSince, readJournals, type Journal, type JournalFile } from "./apply/journal.js";
import { lockProject } from "./apply/lock.js";
import { recoverProject } from "./carry-out.js";
import type { CommandContext, CommandResult } from "./context.js";
import { unifiedDiff } from "./plan/diff.js";
import { findWorkspace } from "./project/workspace.js";
import { CliError, exitCodes, usageError } from "./ui/errors.js";

/** `auth undo`: takes back the last plan, or the one named, byte for byte. */
export async function run(context: CommandContext): CommandResult {
  const { args, cwd, options, output } = context;
  const recovered = recoverProject(context);
  const { root } = findWorkspace(cwd);
  // Whoever repeats an undo that was interrupted does not mean the plan before it.
  if (recovered.length > 0 && recovered.includes(args[0] ?? recovered[0] ?? "")) return;
  const journals = readJournals(nodeDisk, root);
  const [id] = args;
  const journal = id === undefined ? journals[0] : journals.find((one) => one.id === id);
  if (!journal) {
    if (id === undefined) return output.note("Nothing to undo.");
    throw usageError(
      "AUTH_E_NO_JOURNAL",
      `There is no plan ${id} to undo.`,
      journals.length > 0
        ? `Known: ${journals.map((one) => one.id).join(", ")}`
        : "Nothing was applied here.",
    );
  }
  const changed = changedSince(nodeDisk, journal);
  if (changed.length > 0 && !options.is("force")) {
    for (const file of changed) output.print(renderLoss(file));
    throw new CliError(
      "AUTH_E_CHANGED_SINCE",
      `Changed since: ${changed.map((file) => file.path).join(", ")}.`,
      {
        exitCode: exitCodes.conflict,
        hint: "Nothing was written. --force leaves these files alone and takes back the rest.",
      },
    );
  }
  // An env file that stays must stay ignored.
  const secretsStay = changed.some((file) => file.cuts);
  const kept = journal.files.filter(
    (file) => changed.includes(file) || (secretsStay && file.path === ".gitignore"),
  );
  const files = journal.files.filter((file) => !kept.includes(file));
  const summary = files
    .map((file) => `  ${file.before ? "~ restore" : "- remove "}  ${file.path}`)
    .join("\n");
  if (options.is("dryRun")) return output.print(summary);
  // From here on a run that dies is finished by the next one.
  const undoing: Journal = { ...journal, files, state: "undoing", pid: process.pid };
  const release = lockProject(nodeDisk, root);
  try {
    undoFiles(root, journal, undoing);
  } finally {
    release();
  }
  output.result({ id: journal.id, files: files.map((file) => file.path) }, "");
  output.note(`Took back auth ${journal.command} (${journal.id}):\n${summary}`);
  if (files.some((file) => file.path === "package.json")) {
    output.note(
      "node_modules still has the package; the next install of the package manager removes it.",
      "dim",
    );
  }
}

/** What undoing would do to a file that somebody went on editing; of an env file nothing is shown. */
function renderLoss(file: JournalFile): string {
  if (file.cuts) return `${file.path}: was changed since`;
  const now = nodeDisk.read(file.realPath)?.toString("utf8") ?? "";
  const before = Buffer.from(file.before?.base64 ?? "", "base64").toString("utf8");
  return unifiedDiff(file.path, now, before);
}
