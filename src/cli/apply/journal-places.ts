/** Where a journal writes and deletes: below the project, as any other file that a command changes. */
import path from "node:path";
import type { Journal } from "../formats/journal-file.js";
import { realPlace } from "../project/files.js";
import { findWorkspace } from "../project/workspace.js";
import { CliError } from "../terminal/errors.js";
import type { Disk } from "./disk.js";

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
