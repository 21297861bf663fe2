import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { CliError } from "../terminal/errors.js";

/**
 * Every access to the disk that applying makes. Synchronous on purpose: no signal and no other work of this process
 * can come between two of them. Tests replace it to fail at any call.
 */
export interface Disk {
  /** Undefined where no file is. */
  read(file: string): Buffer | undefined;
  /** Creates a file that must not exist yet, with exactly these permission bits, and waits until it is on disk. */
  writeNew(file: string, content: string | Uint8Array, mode: number): void;
  /** Replaces the target in one step. */
  rename(from: string, to: string): void;
  remove(file: string): void;
  makeFolder(folder: string): void;
  /** Removes a folder when it is empty; says whether it did. */
  removeFolder(folder: string): boolean;
  /** Makes renames in a folder last through a power failure, where the system can. */
  syncFolder(folder: string): void;
  list(folder: string): string[];
  /** The folder with symbolic links resolved. */
  real(folder: string): string;
  /** Whether the place itself is a symbolic link, wherever it leads. */
  isLink(place: string): boolean;
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

function unlessMissing<T>(action: () => T, ...further: readonly string[]): T | undefined {
  try {
    return action();
  } catch (error) {
    const code = codeOf(error);
    if (["ENOENT", "ENOTDIR", ...further].some((one) => one === code)) return undefined;
    throw error;
  }
}

export const nodeDisk: Disk = {
  read: (file) => unlessMissing(() => readFileSync(file), "EISDIR"),
  writeNew(file, content, mode) {
    const handle = openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, mode);
    try {
      writeFileSync(handle, content);
      fchmodSync(handle, mode);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  },
  rename: (from, to) => renameSync(from, to),
  remove: (file) => void unlessMissing(() => unlinkSync(file)),
  makeFolder: (folder) => mkdirSync(folder),
  removeFolder(folder) {
    try {
      rmdirSync(folder);
      return true;
    } catch {
      return false; // not empty, or gone already
    }
  },
  syncFolder(folder) {
    try {
      const handle = openSync(folder, constants.O_RDONLY);
      try {
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    } catch {
      // Windows opens no folders; there the rename itself has to do.
    }
  },
  list: (folder) => unlessMissing(() => readdirSync(folder)) ?? [],
  real: (folder) => realpathSync(folder),
  isLink: (place) => unlessMissing(() => lstatSync(place))?.isSymbolicLink() === true,
};

/** Folders that files need, outermost first. */
export function missingFolders(disk: Disk, files: readonly string[]): string[] {
  const missing = new Set<string>();
  const check = (folder: string): void => {
    const parent = path.dirname(folder);
    if (parent === folder || missing.has(folder)) return;
    if (disk.list(parent).includes(path.basename(folder))) return;
    check(parent);
    missing.add(folder);
  };
  for (const file of files) check(path.dirname(file));
  return [...missing];
}

/**
 * Removes a folder that holds nothing any more, and what holds nothing but it.
 * @throws CliError for an empty folder that cannot be removed
 */
export function removeEmpty(disk: Disk, folder: string): void {
  const parent = path.dirname(folder);
  if (parent === folder || disk.list(folder).length > 0) return;
  if (!disk.removeFolder(folder) && disk.list(parent).includes(path.basename(folder)))
    throw new CliError("AUTH_E_FILE", `${folder} is empty now, and cannot be removed.`, {
      hint: "Nothing was written. Look at its permissions, then run the command again.",
    });
  removeEmpty(disk, parent);
}
