import path from "node:path";
import type { Journal, JournalFile } from "../formats/journal-file.js";
import { isLockFile } from "../formats/lock-file.js";
import { NoProgramError, runProgram } from "../programs/start.js";
import { hashOf } from "../project/files.js";
import { CliError, interrupted } from "../terminal/errors.js";
import { nodeDisk, type Disk } from "./disk.js";
import { writeJournal } from "./journal-folder.js";

export interface InstallRequest {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Package manager output goes here line by line; none: it is kept for the error. */
  readonly verbose: boolean;
  readonly signal: AbortSignal;
  /** Without the packages the files are worth nothing: whoever runs it takes them back. */
  readonly isRevertible: boolean;
}

/** With `CI` set, pnpm and Yarn refuse to add what package.json asks for anew; adding it is what this run is for. */
const unfrozen = {
  YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  // pnpm from 11 on, and before.
  pnpm_config_frozen_lockfile: "false",
  npm_config_frozen_lockfile: "false",
};

/**
 * Runs the package manager, at the very end: when it fails, the files stay and the command can be repeated.
 * @throws CliError with the last lines of the package manager; exit 130 when interrupted
 */
export async function install({
  command,
  cwd,
  verbose,
  signal,
  isRevertible,
}: InstallRequest): Promise<void> {
  const output = verbose ? process.stderr : "pipe";
  const failed = failure({ command, cwd, isRevertible });
  const surroundings = { project: cwd, env: { ...process.env, NO_COLOR: "1", ...unfrozen } };
  const { running } = await runProgram("packageManager", command, surroundings, {
    cwd,
    reject: false,
    stdin: "ignore",
    stdout: output,
    stderr: output,
    all: true,
    // A group of its own: package managers start others, and whoever is left would go on writing.
    ...(hasGroups && { detached: true, cleanup: false }),
  }).catch((error: unknown) => {
    throw error instanceof NoProgramError ? failed(error.message) : error;
  });
  const onAbort = () => endGroup(running.pid);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const result = await running.finally(() => signal.removeEventListener("abort", onAbort));
  if (signal.aborted) throw interrupted("Cancelled. What was written is taken back.");
  if (!result.failed) return;
  const lines = (result.all ?? "").split("\n").filter((line) => line.trim() !== "");
  const why = result.exitCode === undefined ? result.shortMessage : lines.slice(-8).join("\n");
  throw failed(why);
}

const failure =
  ({ command, cwd, isRevertible }: Pick<InstallRequest, "command" | "cwd" | "isRevertible">) =>
  (why = ""): CliError => {
    const again = isRevertible ? command.slice(0, 2).join(" ") : command.join(" ");
    return new CliError("AUTH_E_INSTALL", `${command.join(" ")} failed.\n${why}`, {
      hint: isRevertible
        ? `${strictPeers(why)}What was written is taken back, the lock file too. Should node_modules be half done: ${again}`
        : `The files are written. Install the packages: ${again}`,
      next: [
        {
          command: again,
          why: isRevertible
            ? `It makes node_modules whole again, in ${cwd}.`
            : `The files are written, and the packages are missing in ${cwd}.`,
        },
      ],
    });
  };

/** pnpm compares the version of what stands in place of a peer with the range of the peer. */
const strictPeers = (why: string): string =>
  why.includes("PEER_DEP_ISSUES")
    ? "pnpm is set to be strict about peers: set strictPeerDependencies: false (in .npmrc: strict-peer-dependencies=false), or, from pnpm 12 on, allow the one named by peerDependencyRules.allowAny. "
    : "";

const hasGroups = process.platform !== "win32";

/** Time for an orderly end; whoever pressed Ctrl-C waits for it. */
const graceMs = 30;

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  const send = (name: "SIGTERM" | "SIGKILL") => {
    try {
      process.kill(hasGroups ? -pid : pid, name);
    } catch {
      // All of it has ended.
    }
  };
  send("SIGTERM");
  setTimeout(() => send("SIGKILL"), graceMs);
}

/** Files of a project that its package manager writes. */
export interface InstallTarget {
  readonly root: string;
  /** package.json and the lock files, those too that are not there yet. */
  readonly lockfiles: readonly string[];
}

/** Notes in the journal what the package manager did to package.json and the lock files, so that undo knows them. */
export async function journaled(
  journal: Journal | undefined,
  { root, lockfiles }: InstallTarget,
  action: () => Promise<void>,
  disk: Disk = nodeDisk,
): Promise<void> {
  const before = lockfiles.map((file) => ({ file, content: disk.read(file) }));
  try {
    await action();
  } finally {
    if (journal) writeJournal(disk, root, withInstall(journal, root, before, disk));
  }
}

function withInstall(
  journal: Journal,
  root: string,
  before: readonly { file: string; content: Buffer | undefined }[],
  disk: Disk,
): Journal {
  const isAsLeft = ({ realPath, afterHash }: JournalFile) => {
    const content = before.find(({ file }) => file === realPath)?.content;
    return content !== undefined && hashOf(content) === afterHash;
  };
  const known = journal.files.map((file): JournalFile => {
    const content = disk.read(file.realPath);
    // What a person wrote since stays theirs.
    if (!content || !isAsLeft(file)) return file;
    const afterHash = hashOf(content);
    if (isLockFile(path.basename(file.realPath))) return { ...file, afterHash, derived: true };
    return { ...file, afterHash, ...(file.after !== undefined && { after: content.toString("base64") }) };
  });
  const further = before.flatMap(({ file, content }): JournalFile[] => {
    const after = disk.read(file);
    if (known.some(({ realPath }) => realPath === file)) return [];
    if (!after || (content && after.equals(content))) return [];
    const image = content && { hash: hashOf(content), mode: 0o644, base64: content.toString("base64") };
    return [
      {
        path: path.relative(root, file),
        realPath: file,
        before: image ?? null,
        afterHash: hashOf(after),
        derived: true,
      },
    ];
  });
  return { ...journal, files: [...known, ...further] };
}
