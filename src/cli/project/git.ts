/** What git says of files: tracked, ignored, changed. It is never asked to change anything. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { verdictOn } from "../formats/ignore-file.js";
import type { ProjectFacts } from "./facts.js";
import { upwards } from "./workspace.js";

function git(facts: ProjectFacts, args: readonly string[]): string | undefined {
  if (!facts.gitRoot) return undefined;
  const result = spawnSync("git", ["-C", facts.root, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return result.status === 0 ? result.stdout : undefined;
}

/** Whether git keeps versions of a file: a secret may not go there. */
export function isTracked(facts: ProjectFacts, file: string): boolean {
  return facts.files.exists(file) && Boolean(git(facts, ["ls-files", "--", file])?.trim());
}

/** Those of the given files that have changes which are not committed. */
export function dirtyFiles(facts: ProjectFacts, files: readonly string[]): string[] {
  const present = files.filter((file) => facts.files.exists(file));
  if (present.length === 0) return [];
  const output = git(facts, ["status", "--porcelain", "--untracked-files=no", "--", ...present]) ?? "";
  return present.filter((file) => output.split("\n").some((line) => line.endsWith(file)));
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
