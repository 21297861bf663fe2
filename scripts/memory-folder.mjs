/** A folder in memory for what tests write: an install or a plan makes, renames and removes hundreds of small files. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

const home = "/dev/shm";
/** Several times what tests hold at once, beside their processes. */
const neededBytes = 8e9;

/** @returns undefined where the system has none or too little, lets no program start in it, or another user has it */
export function memoryFolder() {
  try {
    return ownFolder();
  } catch {
    return undefined;
  }
}

function ownFolder() {
  // One for each clone: what a run left that was killed goes before the next.
  const name = `authwright-${createHash("sha256").update(root).digest("hex").slice(0, 8)}`;
  const folder = path.join(home, name);
  rmSync(folder, { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(home);
  if (Math.min(bavail * bsize, process.availableMemory()) < neededBytes) return undefined;
  // Tests start servers as other users, who pass through.
  mkdirSync(folder, { mode: 0o711 });
  if (runsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

function runsPrograms(folder) {
  const program = path.join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
