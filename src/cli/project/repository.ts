/** Finds the git repository that a folder belongs to, without starting git: what it starts is for its configuration to say. */
import { existsSync, lstatSync, readFileSync, readlinkSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { CliError, exitCodes } from "../terminal/errors.js";

/** A repository whose files lie in a folder. */
export interface Repository {
  /** The folder with its `.git`. */
  readonly top: string;
  /** Where git keeps its index: `.git`, or the folder that the file `.git` of a worktree or a submodule names. */
  readonly folder: string;
}

const statsOf = (file: string): Stats | undefined => statSync(file, { throwIfNoEntry: false });
const isFolder = (file: string): boolean => statsOf(file)?.isDirectory() ?? false;

/** The first one of these folders, as git finds it. */
export function repositoryOf(folders: readonly string[]): Repository | undefined {
  for (const top of folders) {
    const found = gitFolderOf(top);
    if (found !== undefined) return { top, folder: found };
  }
  return undefined;
}

function gitFolderOf(top: string): string | undefined {
  const place = path.join(top, ".git");
  if (isFolder(place)) return looksLikeGit(place) ? place : undefined;
  const line = smallText(place) ?? "";
  return line.startsWith(pointer) ? path.resolve(top, line.slice(pointer.length).trimEnd()) : undefined;
}

const pointer = "gitdir: ";

/** Bytes of a file that holds one line. */
const lineBytes = 16 * 1024;

/** A pipe or a device never ends, so it is none. */
function smallText(file: string): string | undefined {
  const stats = statsOf(file);
  return stats?.isFile() && stats.size <= lineBytes ? readFileSync(file, "utf8") : undefined;
}

/** What git takes for the inside of a repository, whatever the folder is called. */
function looksLikeGit(folder: string): boolean {
  const holdsAll = ["objects", "refs"].every((name) => isFolder(path.join(folder, name)));
  return hasHead(folder) && (holdsAll || existsSync(path.join(folder, "commondir")));
}

function hasHead(folder: string): boolean {
  const head = path.join(folder, "HEAD");
  const stats = lstatSync(head, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) return readlinkSync(head).startsWith("refs/") || statsOf(head) !== undefined;
  const text = smallText(head) ?? "";
  return text.startsWith("ref:") || Buffer.from(text.slice(0, sha1Digits), "hex").length * 2 === sha1Digits;
}

const sha1Digits = 40;

/**
 * A folder of a repository can hold another one that has no `.git` of its own. Every git that is started there follows
 * that one's configuration, which names programs to run, and a clone brings it along.
 *
 * @param folders from where a command works upwards
 * @throws CliError exit 3 when one of them, up to the outermost, is such a repository
 */
export function refuseEmbedded(folders: readonly string[], outermost: string): void {
  for (const one of folders) {
    if (gitFolderOf(one) !== undefined) return;
    if (looksLikeGit(one))
      throw new CliError(
        "AUTH_E_REPOSITORY",
        `${one} is a git repository without a .git folder of its own.`,
        {
          exitCode: exitCodes.conflict,
          hint: `Git follows ${path.join(one, "config")} there, which can start any program. Look at that file; remove HEAD, objects, refs and config, or run the command in another folder.`,
        },
      );
    if (one === outermost) return;
  }
}
