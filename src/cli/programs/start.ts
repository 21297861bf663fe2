/** Starts programs: the one place that does. */
import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { Options as RunOptions } from "execa";
import {
  absoluteEntries,
  findProgram,
  outsideEntries,
  pathName,
  type Machine,
  type Variables,
} from "./find-program.js";
import { programs, type ProgramName } from "./programs.js";

/** Where a program is looked for. */
export interface SearchArea {
  /** The folder of the project; whatever lies in it is not started unasked. */
  readonly project: string;
  readonly env: Variables;
}

/** PATH has no such program, or only in places that may belong to the project. */
export class NoProgramError extends Error {
  constructor(name: string) {
    super(`PATH has no ${name} in an absolute folder outside of the project.`);
  }
}

interface Prepared {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** @throws NoProgramError */
function prepare(
  name: ProgramName,
  [first = "", ...others]: readonly string[],
  { project, env }: SearchArea,
): Prepared {
  const machine = machineWith(env);
  // cmd.exe looks into the current folder first where nobody says otherwise.
  const safe = { ...env, ...(isWindows && { NoDefaultCurrentDirectoryInExePath: "1" }) } as NodeJS.ProcessEnv;
  const { found } = programs[name];
  if (found === "node") return { file: process.execPath, args: [first, ...others], env: safe };
  // A path that somebody typed, and what a shell of Windows has to find by itself.
  if (path.basename(first) !== first || (found === "typed" && isWindows))
    return { file: first, args: others, env: safe };
  const entries =
    found === "typed"
      ? absoluteEntries(machine)
      : outsideEntries(machine, project, path.dirname(process.execPath));
  const file = findProgram(first, entries, machine);
  if (file === undefined) throw new NoProgramError(first);
  if (found === "typed") return { file, args: others, env: safe };
  return { file, args: others, env: { ...safe, [pathName(env)]: entries.join(path.delimiter) } };
}

const isWindows = process.platform === "win32";

const machineWith = (env: Variables): Machine => ({
  platform: process.platform,
  env,
  isProgram: (file) => {
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  },
  real: (folder) => {
    try {
      return realpathSync(folder);
    } catch {
      return folder;
    }
  },
});

/**
 * @param command its words; for a program of Node.js, the file that it runs comes first
 * @throws NoProgramError
 */
export function startProgram(
  name: ProgramName,
  command: readonly string[],
  { project, env, ...options }: SearchArea & Omit<SpawnOptions, "env">,
): ChildProcess {
  const { file, args, env: own } = prepare(name, command, { project, env });
  return spawn(file, args, { ...options, env: own });
}

/**
 * Runs a program to its end.
 *
 * @throws NoProgramError
 */
export async function runProgram<Given extends RunOptions>(
  name: ProgramName,
  command: readonly string[],
  surroundings: SearchArea,
  options: Given,
) {
  const { execa } = await import("execa");
  const { file, args, env } = prepare(name, command, surroundings);
  // A promise that resolves to another one would wait for its end.
  return { running: execa(file, args, { ...options, env: { ...env, ...options.env }, extendEnv: false }) };
}
