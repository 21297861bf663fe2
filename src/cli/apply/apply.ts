import path from "node:path";
import type { Journal, JournalFile } from "../formats/journal-file.js";
import type { FileChange, Plan } from "../plan/plan.js";
import { hashOf, realPlace } from "../project/files.js";
import { isJson } from "../formats/json-file.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import { noteGenerated } from "./manifest.js";
import { isListOfLines, marksOf } from "./rebase.js";
import { missingFolders, nodeDisk, removeEmpty, type Disk } from "./disk.js";
import { revert, stateOf, temporaryOf } from "./journal.js";
import { dropJournal, writeJournal } from "./journal-folder.js";

/**
 * Writes the files of a plan: all of them or none. When a step fails, everything is as before; when the process dies,
 * the next run takes the half-done work back ({@link recover} in journal.ts).
 * @returns the journal, for installing and undo; undefined when there was nothing to write, or nothing to take back
 * @throws CliError exit 3 when a file is no longer what it was when the plan was made
 */
export function writeFiles(plan: Plan, disk: Disk = nodeDisk): Journal | undefined {
  if (plan.changes.length === 0) return undefined;
  assertCurrent(disk, plan);
  const journal = newJournal(disk, plan);
  try {
    writeJournal(disk, plan.root, journal);
    noteGenerated(disk, plan.root, plan);
    replaceFiles(disk, plan, journal);
    if (!plan.irreversible) {
      const applied: Journal = { ...journal, state: "applied" };
      writeJournal(disk, plan.root, applied);
      return applied;
    }
  } catch (error) {
    rollBack(disk, plan.root, journal, error);
    throw error;
  }
  try {
    dropJournal(disk, plan.root, journal.id);
  } catch {
    // The files are as they should be; the next run removes what says that they are not.
  }
  return undefined;
}

/** Everything that was looked at is as it was when the plan was made. */
function assertCurrent(disk: Disk, { root, changes, seen = [] }: Plan): void {
  for (const change of changes) assertUnchanged(disk, root, change);
  for (const { path: file, hash } of seen) assertSame(disk, file, path.join(root, file), hash);
  for (const change of changes) assertReadable(change);
}

/** A package.json that no package manager can read would be the end of the project's every command. */
function assertReadable({ path: file, before, after, gone }: FileChange): void {
  if (gone || path.basename(file) !== "package.json" || !before || !isJson(before.text)) return;
  if (!isJson(after.text)) throw new Error(`the plan would leave ${file} unreadable; nothing was written`);
}

const newJournal = (disk: Disk, { id, command, changes, irreversible }: Plan): Journal => ({
  schemaVersion: 1,
  id,
  command,
  appliedAt: new Date().toISOString(),
  state: "applying",
  pid: process.pid,
  files: changes.map(journalFile),
  ...(irreversible && { irreversible: true }),
  folders: missingFolders(
    disk,
    changes.map(({ realPath }) => realPath),
  ),
});

/** All texts go into temporary files first; only then is the first file replaced. */
function replaceFiles(disk: Disk, { changes }: Plan, journal: Journal): void {
  const { files, folders } = journal;
  for (const folder of folders) disk.makeFolder(folder);
  for (const change of changes)
    if (!change.gone) disk.writeNew(temporaryOf(journal, change), change.after.text, change.after.mode);
  for (const file of files) {
    if (file.afterHash === null) disk.remove(file.realPath);
    else disk.rename(temporaryOf(journal, file), file.realPath);
  }
  for (const folder of new Set(files.map(({ realPath }) => path.dirname(realPath)))) disk.syncFolder(folder);
  for (const { afterHash, realPath } of files)
    if (afterHash === null) removeEmpty(disk, path.dirname(realPath));
}

function rollBack(disk: Disk, root: string, journal: Journal, cause: unknown): void {
  try {
    revert(disk, root, journal);
  } catch {
    throw new CliError("AUTH_E_ROLLBACK", "Writing failed, and so did reverting what was written.", {
      hint: "Fix the disk or its permissions, then run any command here: it reverts the rest.",
      cause,
    });
  }
}

/**
 * Takes back the files of a journal, all or none; `undoing` is what a run that comes after a death goes on with.
 * @throws the failure when nothing was touched; CliError AUTH_E_ROLLBACK when the next run has to finish
 */
export function undoFiles(root: string, applied: Journal, undoing: Journal, disk: Disk = nodeDisk): void {
  writeJournal(disk, root, undoing);
  try {
    revert(disk, root, undoing);
  } catch (error) {
    finishUndo(disk, root, { applied, undoing }, error);
  }
}

/** Going on is worth one more try; when no file moved, the plan stays applied. */
function finishUndo(
  disk: Disk,
  root: string,
  { applied, undoing }: { applied: Journal; undoing: Journal },
  cause: unknown,
): void {
  const moved = undoing.files.some((file) => stateOf(disk, file) !== "after");
  try {
    if (moved) return revert(disk, root, undoing);
    for (const file of undoing.files) disk.remove(temporaryOf(undoing, file));
    writeJournal(disk, root, applied);
  } catch {
    throw new CliError("AUTH_E_ROLLBACK", "Reverting stopped halfway.", {
      hint: "Fix the disk or its permissions, then run any command here: it reverts the rest.",
      cause,
    });
  }
  throw cause;
}

/** Folders that became links since lead elsewhere: the same names, other files. */
function assertUnchanged(disk: Disk, root: string, { path: file, realPath, before }: FileChange): void {
  const place = realPlace(path.join(root, file), (folder) => disk.real(folder));
  if (place !== realPath) throw changedSince(file);
  assertSame(disk, file, realPath, before?.hash);
}

function assertSame(disk: Disk, file: string, place: string, hash: string | undefined): void {
  const content = disk.read(place);
  if ((content === undefined ? undefined : hashOf(content)) === hash) return;
  throw changedSince(file);
}

const changedSince = (file: string) =>
  new CliError("AUTH_E_CHANGED", `${file} was changed while the plan was shown.`, {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Run the command again.",
  });

function journalFile({ path: file, realPath, before, after, inserted, gone }: FileChange): JournalFile {
  const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
  const image = inserted || !before ? {} : { base64: base64(before.text) };
  const cuts = inserted?.map((cut) => ({ ...cut, ...marksOf(after.text, cut) }));
  return {
    path: file,
    realPath,
    before: before ? { hash: before.hash, mode: before.mode, ...image } : null,
    afterHash: gone ? null : hashOf(after.text),
    ...(cuts && { cuts }),
    // A whole source that was made and then edited is nobody's to merge; lists of lines are.
    ...(!inserted && !gone && (before || isListOfLines(file)) && { after: base64(after.text) }),
  };
}
