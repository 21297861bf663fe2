import path from "node:path";
import { CliError } from "../terminal/errors.js";
import type { Disk } from "./disk.js";
import { isAlive } from "./journal.js";
import { home, ignoreHome, pruneHome } from "./journal-folder.js";

const prefix = "lock-";
const attempts = 12;

/**
 * One run at a time changes a project. Each has a file named after its process, so that what a dead one left can be
 * removed by anybody: first the own file is made, then the others are looked for. Two that meet both step back and
 * try again after times that differ.
 * @returns ends the hold; `.auth/` goes when nothing is left in it
 * @throws CliError AUTH_E_BUSY when another live process holds the project
 */
export function lockProject(disk: Disk, root: string): () => void {
  const own = path.join(home(root), `${prefix}${process.pid}`);
  const release = () => leave(disk, root, own);
  let holder: number | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (!claim(disk, root, own)) continue;
    try {
      holder = liveOthers(disk, root)[0];
    } catch (error) {
      release();
      throw error;
    }
    if (holder === undefined) return release;
    disk.remove(own);
    pause(5 + Math.random() * 30);
  }
  throw new CliError(
    "AUTH_E_BUSY",
    `Another run (process ${holder ?? "unknown"}) is changing this project.`,
    {
      hint: `Wait until it has finished.${holder === undefined ? "" : ` If it is no run of ours, remove .auth/${prefix}${holder}`}`,
    },
  );
}

/** False: `.auth/` was just taken away by a run that ended. */
function claim(disk: Disk, root: string, own: string): boolean {
  try {
    ignoreHome(disk, root);
    disk.remove(own);
    disk.writeNew(own, "", 0o600);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "EEXIST") return false;
    leave(disk, root, own);
    throw error;
  }
}

/** What cannot be removed is that of a process that ended: the next run does it. */
function leave(disk: Disk, root: string, own: string): void {
  try {
    disk.remove(own);
    pruneHome(disk, root);
  } catch {
    // The failure before this one is the one to tell.
  }
}

function liveOthers(disk: Disk, root: string): number[] {
  const pids = disk
    .list(home(root))
    .filter((name) => /^lock-[1-9]\d{0,9}$/.test(name))
    .map((name) => Number(name.slice(prefix.length)))
    .filter((pid) => pid !== process.pid);
  const alive = pids.filter((pid) => isAlive(pid));
  for (const pid of pids) if (!alive.includes(pid)) disk.remove(path.join(home(root), `${prefix}${pid}`));
  return alive;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
