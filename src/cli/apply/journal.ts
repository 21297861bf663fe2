import path from "node:path";
import { splice } from "../edit/text-edit.js";
import { hashOf } from "../project/files.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import { manifestPath } from "../project/generated.js";
import type { Disk } from "./disk.js";
import { forgetGenerated } from "./manifest.js";

/** UTF-16 offsets in the file as written. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** What stood there: lines of keys without a value. */
  readonly text?: string;
  /** The line that they stood behind; none: they stood at the top. */
  readonly above?: Anchor;
  /** The lines of an insertion, to find them again in a file that was edited since. */
  readonly pieces?: readonly Piece[];
}

/** Columns of a line that is known by its number and the hash of all of it. */
export interface Piece {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly hash: string;
}

/** A line of an env file, known by its number and the hash of its key: the value may change. */
export interface Anchor {
  readonly line: number;
  readonly hash: string;
  /** Behind its line break, or before it. */
  readonly isBroken: boolean;
}

/** How one file is taken back. */
export interface JournalFile {
  readonly path: string;
  readonly realPath: string;
  /** Hash and permission bits before; null: the file was made by the plan. */
  readonly before: { readonly hash: string; readonly mode: number; readonly base64?: string } | null;
  readonly afterHash: string | null;
  /** Env files are kept as places to cut, never as content. */
  readonly cuts?: readonly Cut[];
  /** Content as the plan left it, in base64, of a file that was there before: taking back later starts from it. */
  readonly after?: string;
  /** Made by the package manager from package.json. */
  readonly derived?: true;
  /** Temporary file beside the target, gone when everything went well. */
  readonly temporary: string;
}

export interface Journal {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly command: string;
  /** ISO 8601. */
  readonly appliedAt: string;
  /** `applying` and `undoing` in the journal of a process that is gone: its work is taken back by the next run. */
  readonly state: "applying" | "applied" | "undoing";
  readonly pid: number;
  readonly files: readonly JournalFile[];
  /** What the plan took away is kept nowhere: its files are never brought back. */
  readonly irreversible?: true;
  /** Folders that were made, outermost first. */
  readonly folders: readonly string[];
}

export const home = (root: string): string => path.join(root, ".auth");
/** None that formatters and linters take for a file of theirs: they do not read `.auth/.gitignore`. */
const ending = ".journal";
const shelf = (root: string) => path.join(home(root), "journal");
const fileOf = (root: string, id: string) => path.join(shelf(root), `${id}${ending}`);

function ensureFolder(disk: Disk, folder: string): void {
  if (!disk.list(path.dirname(folder)).includes(path.basename(folder))) disk.makeFolder(folder);
}

/** Makes `.auth/`, which git does not see. */
export function ignoreHome(disk: Disk, root: string): void {
  ensureFolder(disk, home(root));
  const ignore = path.join(home(root), ".gitignore");
  if (disk.read(ignore)?.length) return;
  disk.remove(ignore); // empty: the disk was full
  disk.writeNew(ignore, "*\n", 0o644);
}

/** Writes a journal in one step, making its folders first. */
export function writeJournal(disk: Disk, root: string, journal: Journal): void {
  ignoreHome(disk, root);
  ensureFolder(disk, shelf(root));
  const target = fileOf(root, journal.id);
  const temporary = `${target}.tmp`;
  disk.remove(temporary);
  const bases = [disk.real(root), root];
  const portable = withPaths(journal, (file) => {
    const base = bases.find((one) => file.startsWith(one + path.sep));
    return base === undefined ? file : path.relative(base, file);
  });
  disk.writeNew(temporary, `${JSON.stringify(portable, null, 1)}\n`, 0o600);
  disk.rename(temporary, target);
  disk.syncFolder(shelf(root));
}

/** On disk, places are relative to the project: one that was moved or copied since is undone where it is. */
function withPaths(journal: Journal, map: (file: string) => string): Journal {
  const files = journal.files.map((file) => ({
    ...file,
    realPath: map(file.realPath),
    temporary: map(file.temporary),
  }));
  return { ...journal, files, folders: journal.folders.map(map) };
}

/** Forgets a journal; with the last one, `.auth/` goes too. */
export function dropJournal(disk: Disk, root: string, id: string): void {
  forgetGenerated(disk, root, id);
  disk.remove(fileOf(root, id));
  pruneHome(disk, root);
}

/** Takes `.auth/` away when no journal is left in it. */
export function pruneHome(disk: Disk, root: string): void {
  const names = disk.list(shelf(root));
  for (const name of names) if (name.endsWith(".tmp")) disk.remove(path.join(shelf(root), name));
  if (names.some((name) => name.endsWith(ending))) return;
  for (const name of [manifestPath, `${manifestPath}.tmp`]) disk.remove(path.join(root, name));
  disk.removeFolder(shelf(root));
  if (disk.list(home(root)).some((name) => name !== ".gitignore")) return;
  disk.remove(path.join(home(root), ".gitignore"));
  disk.removeFolder(home(root));
}

/** All journals of a project, newest first. */
export function readJournals(disk: Disk, root: string): Journal[] {
  const journals = disk
    .list(shelf(root))
    .filter((name) => name.endsWith(ending))
    .map((name): Journal => {
      const file = path.join(shelf(root), name);
      try {
        const journal: Journal = JSON.parse(disk.read(file)?.toString("utf8") ?? "");
        return withPaths(journal, (place) => path.resolve(disk.real(root), place));
      } catch (error) {
        throw new CliError("AUTH_E_JOURNAL", `${file} cannot be read.`, {
          hint: "Remove it to go on; what it says can then not be undone.",
          cause: error,
        });
      }
    });
  return journals.sort((a, b) => (a.appliedAt < b.appliedAt ? 1 : -1));
}

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
  for (const file of journal.files) disk.remove(file.temporary);
  const returning = journal.irreversible
    ? []
    : journal.files.filter((file) => isToRestore(disk, file)).reverse();
  for (const file of returning)
    if (file.before) disk.writeNew(file.temporary, contentBefore(disk, file), file.before.mode);
  for (const { before, temporary, realPath } of returning) {
    if (before) disk.rename(temporary, realPath);
    else disk.remove(realPath);
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
  const names = disk.list(shelf(root));
  const leftovers = [...names, ...disk.list(home(root))].some((name) => /\.tmp$|^lock-/.test(name));
  return leftovers || names.length === 0 || readJournals(disk, root).some(({ state }) => state !== "applied");
}

/** Takes back what a process that died, or lost its machine, left half done. Returns the journals. */
export function recover(disk: Disk, root: string): Journal[] {
  const unfinished = readJournals(disk, root).filter(({ state }) => state !== "applied");
  for (const journal of unfinished) {
    if (journal.pid !== process.pid && isAlive(journal.pid)) {
      throw new CliError("AUTH_E_BUSY", `Another run (process ${journal.pid}) is changing this project.`, {
        exitCode: exitCodes.failed,
        hint: "Wait until it has finished.",
      });
    }
    revert(disk, root, journal);
  }
  if (disk.list(root).includes(".auth")) pruneHome(disk, root);
  return unfinished;
}

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
