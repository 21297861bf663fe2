import { nodeDisk } from "./apply/disk.js";
import { changedSince, readJournals, takeBack, writeJournal, type Journal } from "./apply/journal.js";
import { recoverProject } from "./carry-out.js";
import type { CommandContext, CommandResult } from "./context.js";
import { maskEnv } from "./edit/env-file.js";
import { unifiedDiff } from "./plan/diff.js";
import { findWorkspace } from "./project/workspace.js";
import { CliError, exitCodes, usageError } from "./ui/errors.js";

/** `auth undo`: takes back the last plan, or the one named, byte for byte. */
export async function run(context: CommandContext): CommandResult {
  const { args, cwd, options, output } = context;
  recoverProject(context);
  const { root } = findWorkspace(cwd);
  const journals = readJournals(nodeDisk, root);
  const [id] = args;
  const journal = id === undefined ? journals[0] : journals.find((one) => one.id === id);
  if (!journal) {
    if (id === undefined) return output.note("Nothing to undo.");
    throw usageError("AUTH_E_NO_JOURNAL", `There is no plan ${id} to undo.`, journals.length > 0 ? `Known: ${journals.map((one) => one.id).join(", ")}` : "Nothing was applied here.");
  }
  const changed = changedSince(nodeDisk, journal);
  if (changed.length > 0 && !options.is("force")) {
    for (const file of changed) output.print(renderLoss(file));
    throw new CliError("AUTH_E_CHANGED_SINCE", `Changed since: ${changed.map((file) => file.path).join(", ")}.`, {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. --force leaves these files alone and takes back the rest.",
    });
  }
  const files = journal.files.filter((file) => !changed.includes(file));
  const summary = files.map((file) => `  ${file.before ? "~ restore" : "- remove "}  ${file.path}`).join("\n");
  if (options.is("dryRun")) return output.print(summary);
  // From here on a run that dies is finished by the next one.
  const undoing: Journal = { ...journal, state: "undoing", pid: process.pid };
  writeJournal(nodeDisk, root, undoing);
  takeBack(nodeDisk, root, undoing);
  output.result({ id: journal.id, files: files.map((file) => file.path) }, "");
  output.note(`Took back auth ${journal.command} (${journal.id}):\n${summary}`);
  if (files.some((file) => file.path === "package.json")) {
    output.note("node_modules still has the package; the next install of the package manager removes it.", "dim");
  }
}

/** What undoing would do to a file that somebody went on editing. */
function renderLoss(file: Journal["files"][number]): string {
  const now = nodeDisk.read(file.realPath)?.toString("utf8") ?? "";
  if (file.cuts) return unifiedDiff(file.path, maskEnv(now), maskEnv(now));
  const before = file.before?.base64 === undefined ? "" : Buffer.from(file.before.base64, "base64").toString("utf8");
  return unifiedDiff(file.path, now, before);
}
