/** Taking back: what a plan did, and what a run that died left half done. */
import path from "node:path";
import { splice } from "../source/text/text-edit.js";
import { hashOf } from "../project/files.js";
import type { Journal, JournalFile } from "../formats/journal-file.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import { missingFolders, type Disk } from "./disk.js";
import { assertPlaces, dropJournal, home, pruneHome, readJournals, shelf } from "./journal-folder.js";

/** Beside the file, so that it takes the file's place in one step; gone when everything went well. */
export const temporaryOf = (
  { id }: Pick<Journal, "id">,
  { realPath }: Pick<JournalFile, "realPath">,
): string => path.join(path.dirname(realPath), `.${path.basename(realPath)}.${id}.tmp`);

/** Whether a file is as before the plan, as the plan left it, or something else. */
export function stateOf(disk: Disk, file: JournalFile): "before" | "after" | "other" {
  const content = disk.read(file.realPath);
  const hash = content === undefined ? null : hashOf(content);
  if (hash === (file.before?.hash ?? null)) return "before";
  return hash === file.afterHash ? "after" : "other";
}

/**
 * Brings every file back that still is as the plan left it, and removes what was made for the plan. What needs room on
 * the disk is written first: when that fails, no file has been touched.
 */
export function revert(disk: Disk, root: string, journal: Journal): void {
  for (const file of journal.files) disk.remove(temporaryOf(journal, file));
  const returning = journal.irreversible
    ? []
    : journal.files.filter((file) => isToRestore(disk, file)).reverse();
  const back = returning.filter(({ before }) => before !== null).map(({ realPath }) => realPath);
  for (const folder of missingFolders(disk, back)) disk.makeFolder(folder);
  for (const file of returning)
    if (file.before)
      disk.writeNew(temporaryOf(journal, file), contentBefore(disk, file), file.before.mode & 0o777);
  for (const file of returning) {
    if (file.before) disk.rename(temporaryOf(journal, file), file.realPath);
    else disk.remove(file.realPath);
  }
  for (const folder of new Set(returning.map(({ realPath }) => path.dirname(realPath))))
    disk.syncFolder(folder);
  for (const folder of [...journal.folders].reverse()) disk.removeFolder(folder);
  dropJournal(disk, root, journal.id);
}

function isToRestore(disk: Disk, file: JournalFile): boolean {
  const state = stateOf(disk, file);
  // A change of permissions alone leaves the bytes as they were.
  return state === "after" || (state === "before" && file.before?.hash === file.afterHash);
}

function contentBefore(disk: Disk, file: JournalFile): string | Uint8Array {
  if (file.before?.base64 !== undefined) return Buffer.from(file.before.base64, "base64");
  const text = disk.read(file.realPath)?.toString("utf8") ?? "";
  return splice(
    text,
    (file.cuts ?? []).map((cut) => ({ ...cut, text: cut.text ?? "" })),
  );
}

/** Something in `.auth/` that no run left there when it ended. */
export function needsRecovery(disk: Disk, root: string): boolean {
  if (!disk.list(root).includes(".auth")) return false;
  const journals = readJournals(disk, root);
  const names = disk.list(shelf(root));
  const leftovers = [...names, ...disk.list(home(root))].some((name) => /\.tmp$|^lock-/.test(name));
  return leftovers || names.length === 0 || journals.some(({ state }) => state !== "applied");
}

/**
 * Takes back what a process of this user, which died or lost its machine, left half done. Journals of others stay.
 * @returns the journals that were taken back
 */
export function recover(disk: Disk, root: string): Journal[] {
  const unfinished = readJournals(disk, root).filter(({ state, isOwn }) => isOwn && state !== "applied");
  for (const journal of unfinished) {
    if (journal.pid !== process.pid && isAlive(journal.pid)) {
      throw new CliError("AUTH_E_BUSY", `Another run (process ${journal.pid}) is changing this project.`, {
        exitCode: exitCodes.failed,
        hint: "Wait until it has finished.",
      });
    }
    assertPlaces(disk, root, journal);
    revert(disk, root, journal);
  }
  if (disk.list(root).includes(".auth")) pruneHome(disk, root);
  return unfinished;
}

/** @throws CliError exit 3 when a run was interrupted that this user did not start: only a person can say what to do */
export function refuseForeign(disk: Disk, root: string): void {
  const foreign = readJournals(disk, root).find(({ state, isOwn }) => !isOwn && state !== "applied");
  if (foreign) throw foreignJournal(foreign);
}

/** The journal may have come with the repository: nothing in it is believed before it was looked at. */
export const foreignJournal = ({ id, command }: Journal): CliError =>
  new CliError(
    "AUTH_E_FOREIGN_JOURNAL",
    `.auth holds the journal of a run (${command}, ${id}) that this user did not make on this machine.`,
    {
      exitCode: exitCodes.conflict,
      hint: `Nothing was written. See what taking it back would do, in a terminal: npx auth undo ${id}. Or remove .auth/journal/${id}.journal`,
    },
  );

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
