/** What git keeps of files: read from its index, for git itself would run what the project's configuration names. */
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { readGitIndex, type GitIndex, type IndexEntry } from "../formats/git-index.js";
import { verdictOn } from "../formats/ignore-file.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import type { ProjectFacts } from "./facts.js";
import { realPlace } from "./files.js";
import { repositoryOf, type Repository } from "./repository.js";
import { upwards } from "./workspace.js";

/** Where the files of a project are. */
type Files = Pick<ProjectFacts, "root" | "files">;

/** Whether git keeps versions of a file, or of the one that it leads to: a secret may not go there. */
export function isTracked(facts: Files, file: string): boolean {
  if (!facts.files.exists(file)) return false;
  return placesOf(facts, file).some((place) => entryOf(place) !== undefined);
}

/**
 * Those of the given files that differ from what git keeps of them. What was added with `git add` counts as kept.
 * Line ends do not count; a file that a filter changes on its way counts as it was when git wrote it.
 */
export const dirtyFiles = (facts: Files, files: readonly string[]): string[] =>
  files.filter((file) => facts.files.exists(file) && placesOf(facts, file).some(isDirty));

/** A file, and the one that it leads to, with the links of its folders resolved. */
function placesOf({ root }: Files, file: string): readonly string[] {
  const absolute = path.join(root, file);
  const own = path.join(realPlace(path.dirname(absolute), realpathSync), path.basename(absolute));
  return [...new Set([own, realPlace(absolute, realpathSync)])];
}

/** What git knows of a file; undefined: it keeps no versions of it. */
interface Kept {
  readonly entry: IndexEntry;
  /** When git last wrote its index, in nanoseconds. */
  readonly indexed: bigint;
}

function entryOf(place: string): Kept | undefined {
  const repository = repositoryOf(upwards(path.dirname(place)));
  if (repository === undefined) return undefined;
  const file = path.join(repository.folder, "index");
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const name = path.relative(repository.top, place).split(path.sep).join("/");
  const entry = entriesOf(repository, Buffer.from(name).toString("latin1")).at(0);
  return entry && { entry, indexed: stats.mtimeNs };
}

/** @param name path from the top of the repository; each character is a byte of it */
function entriesOf({ folder }: Repository, name: string): readonly IndexEntry[] {
  // A folder stands for all that is in it, where only a part of the repository is checked out.
  const isWanted = (one: string) => one === name || (one.endsWith("/") && name.startsWith(one));
  const { entries, shared } = readIndex(path.join(folder, "index"), (one) => one === "" || isWanted(one));
  const own = entries.filter((one) => one.path !== "");
  if (shared === undefined) return own;
  const { deleted, replaced } = shared;
  const has = (bits: typeof deleted, { at }: IndexEntry) => bits.before(at + 1) > bits.before(at);
  const changes = entries.filter((one) => one.path === "");
  const below = readIndex(path.join(folder, `sharedindex.${shared.id}`), isWanted);
  const left = below.entries.filter((one) => !has(deleted, one));
  return [
    ...own,
    ...left.map((one) => ({
      ...one,
      ...(has(replaced, one) && changes[replaced.before(one.at)]),
      path: one.path,
    })),
  ];
}

/** Bytes of the index of a repository with a million files. */
const largestIndex = 256 * 1024 * 1024;

/** @throws CliError exit 3: nobody can say then what git keeps */
function readIndex(file: string, keep: (name: string) => boolean): GitIndex {
  const stats = statSync(file, { throwIfNoEntry: false });
  const isReadable = stats?.isFile() && stats.size <= largestIndex;
  const index = isReadable ? readGitIndex(readFileSync(file), keep) : undefined;
  if (index !== undefined) return index;
  throw new CliError(
    "AUTH_E_REPOSITORY",
    `${file} cannot be read, so nobody can say which files git keeps.`,
    {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. Let git make it anew: git read-tree HEAD",
    },
  );
}

function isDirty(place: string): boolean {
  const kept = entryOf(place);
  if (kept === undefined || kept.entry.isUnwatched || kept.entry.path.endsWith("/")) return false;
  if (kept.entry.isInConflict) return true;
  if (isAsIndexed(place, kept)) return false;
  const content = lstatSync(place).isSymbolicLink() ? Buffer.from(readlinkSync(place)) : readFileSync(place);
  const unix = Buffer.from(content.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return ![content, unix].some((one) => idOf(one, kept.entry.id.length) === kept.entry.id);
}

const second = 1_000_000_000n;

/** Unchanged since git looked at it, which it did later than the file was written. */
function isAsIndexed(place: string, { entry, indexed }: Kept): boolean {
  const { size, mtimeNs } = lstatSync(place, { bigint: true });
  return (
    mtimeNs < indexed &&
    BigInt.asUintN(32, size) === BigInt(entry.size) &&
    BigInt.asUintN(32, mtimeNs / second) === BigInt(entry.seconds) &&
    [0n, mtimeNs % second].includes(BigInt(entry.nanoseconds))
  );
}

/** The name of a content in git. */
function idOf(content: Buffer, hexDigits: number): string {
  const hash = createHash(hexDigits === 40 ? "sha1" : "sha256");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}

/**
 * Whether the ignore files of the project, and of the folders above it up to the repository, cover a file of the root.
 * The nearest one that says something of the file has the last word,
 * even below a folder that is ignored as a whole: an entry too many hides no less.
 */
export function isCovered(facts: ProjectFacts, file: string): boolean {
  const folders = upwards(facts.root);
  const end = facts.gitRoot ? folders.indexOf(facts.gitRoot) : 0;
  for (const [at, folder] of folders.slice(0, end + 1).entries()) {
    const text = facts.files.read(path.posix.join(...Array<string>(at).fill(".."), ".gitignore"))?.text ?? "";
    const below = path.relative(folder, facts.root).split(path.sep).join("/");
    const verdict = verdictOn(text, path.posix.join(below, file));
    if (verdict) return verdict === "ignored";
  }
  return false;
}
