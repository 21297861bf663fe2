/** `.auth/` in a project: journals, for undo, and what plans wrote as whole files. */
import path from "node:path";
import { parseJournal, type Journal } from "../formats/journal-file.js";
import { realPlace } from "../project/files.js";
import { manifestPath } from "../project/generated.js";
import { CliError } from "../terminal/errors.js";
import type { Disk } from "./disk.js";
import { isOwnMac, macOf } from "./journal-key.js";
import { forgetGenerated } from "./manifest.js";
import { findWorkspace } from "../project/workspace.js";

/** A journal that was found in a project. */
export interface FoundJournal extends Journal {
  /** This user wrote it on this machine; others may have come with the repository. */
  readonly isOwn: boolean;
}

export const home = (root: string): string => path.join(root, ".auth");
/** None that formatters and linters take for a file of theirs: they do not read `.auth/.gitignore`. */
const ending = ".journal";
export const shelf = (root: string): string => path.join(home(root), "journal");
const fileOf = (root: string, id: string) => path.join(shelf(root), `${id}${ending}`);

function ensureFolder(disk: Disk, folder: string): void {
  assertNoLink(disk, folder);
  if (!disk.list(path.dirname(folder)).includes(path.basename(folder))) disk.makeFolder(folder);
}

/** A link would lead what is written there to other files. */
function assertNoLink(disk: Disk, place: string): void {
  if (!disk.isLink(place)) return;
  throw new CliError("AUTH_E_OUTSIDE", `${place} is a symbolic link.`, {
    hint: "Nothing was written. Remove the link: the command makes the folder itself.",
  });
}

/** Makes `.auth/`, which git does not see. */
export function ignoreHome(disk: Disk, root: string): void {
  ensureFolder(disk, home(root));
  const ignore = path.join(home(root), ".gitignore");
  if (!disk.isLink(ignore) && disk.read(ignore)?.length) return;
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
  const portable = withPlaces(journal, (place) => relativePlace(disk, root, place));
  const mac = macOf(root, JSON.stringify(portable));
  disk.writeNew(temporary, `${JSON.stringify({ ...portable, mac }, null, 1)}\n`, 0o600);
  disk.rename(temporary, target);
  disk.syncFolder(shelf(root));
}

/** On disk, places are relative to the project: one that was moved or copied since is undone where it is. */
const relativePlace = (disk: Disk, root: string, place: string): string =>
  path.relative(
    disk.real(root),
    realPlace(place, (folder) => disk.real(folder)),
  );

/** Of a journal as it is kept, nothing else. */
function withPlaces(
  { schemaVersion, id, command, appliedAt, state, pid, files, irreversible, folders }: Journal,
  map: (place: string) => string,
): Journal {
  return {
    schemaVersion,
    id,
    command,
    appliedAt,
    state,
    pid,
    files: files.map((file) => ({ ...file, realPath: map(file.realPath) })),
    ...(irreversible && { irreversible }),
    folders: folders.map((folder) => map(folder)),
  };
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

/** All journals of a project, newest first. Whether their places lie in the project is asked before they are used. */
export function readJournals(disk: Disk, root: string): FoundJournal[] {
  assertNoLink(disk, home(root));
  assertNoLink(disk, shelf(root));
  const journals = disk
    .list(shelf(root))
    .filter((name) => name.endsWith(ending))
    .map((name) => readJournal(disk, root, name));
  return journals.sort((a, b) => (a.appliedAt < b.appliedAt ? 1 : -1));
}

function readJournal(disk: Disk, root: string, name: string): FoundJournal {
  const file = path.join(shelf(root), name);
  const unreadable = (cause?: unknown) =>
    new CliError("AUTH_E_JOURNAL", `${file} cannot be read.`, {
      hint: "Remove it to continue; its changes can't be undone then.",
      cause,
    });
  if (disk.isLink(file)) throw unreadable();
  let found: ReturnType<typeof parseJournal>;
  try {
    found = parseJournal(disk.read(file)?.toString("utf8") ?? "");
  } catch (error) {
    throw unreadable(error);
  }
  if (found === undefined || name !== `${found.journal.id}${ending}`) throw unreadable();
  const { journal, mac } = found;
  const isOwn = isOwnMac(root, JSON.stringify(journal), mac);
  return { ...withPlaces(journal, (place) => path.resolve(disk.real(root), place)), isOwn };
}

// Where a journal writes and deletes: below the project, as any other file that a command changes.

/** Other programs run what lies there, or our own next run believes it. */
const forbidden = [".git", ".auth"];

/**
 * Asked before a journal is taken back: it may have come with the repository, and folders may have become links since.
 * @throws CliError AUTH_E_OUTSIDE when a place is none that a command would write to
 */
export function assertPlaces(disk: Disk, root: string, { id, files, folders }: Journal): void {
  const { gitRoot, workspaceRoot } = findWorkspace(root);
  const outermost = disk.real(gitRoot ?? workspaceRoot);
  for (const place of [...files.map(({ realPath }) => realPath), ...folders]) {
    const below = path.relative(outermost, place);
    const parts = below.split(path.sep);
    const isInside = below !== "" && parts[0] !== ".." && !path.isAbsolute(below);
    const isOwn = !parts.some((part) => forbidden.includes(part.toLowerCase()));
    if (isInside && isOwn && !isLinked(disk, place)) continue;
    throw new CliError("AUTH_E_OUTSIDE", `The journal ${id} in .auth names ${place}.`, {
      hint: `Nothing was written: no command of ours changes this place. Remove .auth/journal/${id}.journal to continue.`,
    });
  }
}

/** Whether a link leads somewhere else, at the place itself or above it. */
const isLinked = (disk: Disk, place: string): boolean =>
  disk.isLink(place) || realPlace(place, (folder) => disk.real(folder)) !== place;

/** The name of a file as it is shown: as the command told it where that leads to the same file. */
export function withTrueNames<T extends Journal>(disk: Disk, root: string, journal: T): T {
  const real = (name: string) => realPlace(path.resolve(root, name), (folder) => disk.real(folder));
  const files = journal.files.map((file) =>
    real(file.path) === file.realPath
      ? file
      : { ...file, path: path.relative(disk.real(root), file.realPath).split(path.sep).join("/") },
  );
  return { ...journal, files };
}
