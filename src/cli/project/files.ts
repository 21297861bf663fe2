/** Reads files below the folder of a project, for every command; what was read is remembered for the plan. */
import { createHash } from "node:crypto";
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { isSourceFile } from "../source/text/file-names.js";
import { noteUnread } from "../source/text/unread.js";
import { CliError } from "../terminal/errors.js";

/** A text file as it was when it was read. */
export interface Snapshot {
  /** Where the bytes are, with symbolic links resolved. */
  readonly realPath: string;
  readonly text: string;
  readonly hash: string;
  /** Permission bits. */
  readonly mode: number;
}

/** Reading below one folder. Paths are relative to it and written with `/`. */
export interface ProjectFiles {
  readonly root: string;
  read(file: string): Snapshot | undefined;
  exists(file: string): boolean;
  /** Names in a folder; none when it is absent. Folders end in `/`. */
  list(folder: string): readonly string[];
  /**
   * Where a file that isn't there yet will be, with symbolic links of its folders resolved.
   * @throws CliError AUTH_E_OUTSIDE when a link leads out of the project
   */
  place(file: string): string;
  /** Everything that was read so far. */
  seen(): readonly Seen[];
  /** Folders, with `/` at the end, and files so far that this user may not open. */
  closed(): readonly string[];
}

/** A file that was read, and what it was; without a hash it was absent. */
export interface Seen {
  readonly path: string;
  readonly hash: string | undefined;
}

/** A path as a person wrote it, from the folder they are in, as a path below the project with `/`. */
export function projectPath(root: string, cwd: string, file: string): string {
  return path.relative(root, path.resolve(cwd, file)).split(path.sep).join("/");
}

/** SHA-256, in hex. */
export const hashOf = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/**
 * Reads the files of a project, each once: what another run writes meanwhile can't make two halves of a plan differ.
 * `outermost`: links may lead no further out than this folder (default: the root). `onRead` hears of each file.
 */
export function openFiles(
  root: string,
  outermost: string = root,
  onRead?: (file: string) => void,
): ProjectFiles {
  const at = (file: string) => path.join(root, file);
  const snapshots = new Map<string, Snapshot | undefined>();
  const folders = new Map<string, readonly string[]>();
  const closed = new Set<string>();
  const noting = <T>(name: string, open: () => T): T => {
    try {
      return open();
    } catch (error) {
      if (closedBy(error) === forbidden) closed.add(name);
      throw error;
    }
  };
  return {
    root,
    exists: (file) => existsSync(at(file)),
    read(file) {
      const name = path.posix.normalize(file);
      if (!snapshots.has(name)) {
        onRead?.(name);
        snapshots.set(
          name,
          noting(name, () => readSnapshot(at(name), file, outermost)),
        );
      }
      return snapshots.get(name);
    },
    place: (file) => placeOf(at(file), file, outermost),
    seen: () => [...snapshots].map(([file, snapshot]) => ({ path: file, hash: snapshot?.hash })),
    closed: () => [...closed],
    list(folder) {
      const known =
        folders.get(folder) ??
        namesIn(folder, () => noting(folder, () => readdirSync(at(folder), { withFileTypes: true })));
      folders.set(folder, known);
      return known;
    },
  };
}

function namesIn(folder: string, open: () => readonly Dirent[]): readonly string[] {
  try {
    return open()
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    const why = closedBy(error);
    if (why === undefined || isRoot(folder)) throw error;
    noteUnread({ file: folder, why });
    return [];
  }
}

const isRoot = (folder: string) => path.posix.join(folder, ".") === ".";

/**
 * A file that may be anything: what is no text, or lies outside of the project, counts as absent. A disk that does not
 * answer is no absence: whoever went on would do half of the work. Nor is a file that may not be opened, such as `.env`:
 * it would be written anew. Source files are many, and one that a walk comes upon ends no command (`isNamed: false`).
 */
export function readIfText(
  files: ProjectFiles,
  file: string,
  { isNamed = !isSourceFile(file) } = {},
): Snapshot | undefined {
  try {
    return files.read(file);
  } catch (error) {
    const why = error instanceof CliError ? notText(error) : closedBy(error);
    if (why !== undefined && !isNamed) noteUnread({ file, why });
    else if (!(error instanceof CliError)) throw error;
    return undefined;
  }
}

const notText = ({ code }: CliError) => (code === "AUTH_E_ENCODING" ? "is no UTF-8 text" : undefined);

const forbidden = "may not be opened";

/** Why one file, or one folder, cannot be opened: the disk answers for all the others. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: forbidden,
  EPERM: forbidden,
  ELOOP: "is a link that leads back to itself",
};

const closedBy = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? reasons[String(error.code)] : undefined;

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

function assertInside(realPath: string, name: string, outermost: string): void {
  const inside = path.relative(realpathSync(outermost), realPath);
  if (inside !== ".." && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside)) return;
  throw new CliError("AUTH_E_OUTSIDE", `${name} leads to ${realPath}, outside the project.`, {
    hint: "Replace the link with a file or a folder, or run the command where it leads.",
  });
}

function placeOf(absolute: string, name: string, outermost: string): string {
  const real = realPlace(absolute, realpathSync);
  assertInside(real, name, outermost);
  return real;
}

/** A path whose end may be absent, with the links of the part that is there resolved. */
export function realPlace(absolute: string, real: (folder: string) => string): string {
  try {
    return real(absolute);
  } catch (error) {
    const parent = path.dirname(absolute);
    if (!isMissing(error) || parent === absolute) throw error;
    return path.join(realPlace(parent, real), path.basename(absolute));
  }
}

/**
 * @throws CliError when the file lies outside of the project or is no UTF-8 text: writing it back would destroy it
 */
function readSnapshot(absolute: string, name: string, outermost: string): Snapshot | undefined {
  let bytes: Buffer;
  let realPath: string;
  let mode: number;
  try {
    realPath = realpathSync(absolute);
    const stats = statSync(realPath);
    if (!stats.isFile()) return undefined;
    mode = stats.mode & 0o7777;
    bytes = readFileSync(realPath);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  assertInside(realPath, name, outermost);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) {
    throw new CliError("AUTH_E_ENCODING", `${name} is not UTF-8 text.`, {
      hint: "Save the file as UTF-8 first.",
    });
  }
  return { realPath, text, hash: hashOf(bytes), mode };
}
