/** Where a program is: an absolute path, so that no folder of a project puts another one in its place. */
import path from "node:path";

/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The machine, as far as a search asks it. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Variables;
  /** Whether a file is there that can be started. */
  isProgram(file: string): boolean;
  /** A folder without links; itself when it is absent. */
  real(folder: string): string;
}

/** Entries of PATH, without those that are relative: they mean another folder in each place. */
export function absoluteEntries({ platform, env }: Machine): readonly string[] {
  const text = env[pathName(env)] ?? "";
  if (platform !== "win32") return text.split(":").filter((entry) => entry.startsWith("/"));
  const entries = text.split(";").map((entry) => entry.replaceAll('"', ""));
  // `\tools` is relative to a drive, and `C:tools` to a folder of it.
  const { isAbsolute, parse } = path.win32;
  return entries.filter((entry) => isAbsolute(entry) && parse(entry).root.length > 1);
}

/** The name under which an environment has its PATH: `Path` on Windows. */
export const pathName = (env: Variables): string =>
  "PATH" in env ? "PATH" : (Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH");

/**
 * The entries that no project has put there.
 *
 * @param project the folder of the project, with all below it
 * @param own the folder of the Node.js that runs now, which was trusted before
 */
export function outsideEntries(machine: Machine, project: string, own: string): readonly string[] {
  const { relative, isAbsolute, sep, basename, dirname } = pathOf(machine);
  const top = machine.real(project);
  const isInside = (folder: string) => {
    const below = relative(top, folder);
    return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  };
  const isBin = (entry: string) =>
    `${basename(dirname(entry))}/${basename(entry)}`.toLowerCase() === "node_modules/.bin";
  return absoluteEntries(machine).filter(
    (entry) => entry === own || !(isBin(entry) || isInside(entry) || isInside(machine.real(entry))),
  );
}

const pathOf = ({ platform }: Machine) => (platform === "win32" ? path.win32 : path.posix);

const usualExtensions = ".COM;.EXE;.BAT;.CMD";

/** @returns its absolute path, from the first entry that has it */
export function findProgram(name: string, entries: readonly string[], machine: Machine): string | undefined {
  const { join, extname } = pathOf(machine);
  const known = (machine.env["PATHEXT"] || usualExtensions).split(";").filter((one) => one !== "");
  // Without an extension Windows starts nothing: such a file is a script of another system.
  const hasOne = known.some((one) => one.toLowerCase() === extname(name).toLowerCase());
  const endings = machine.platform !== "win32" || hasOne ? [""] : known;
  return entries
    .flatMap((entry) => endings.map((ending) => join(entry, name + ending)))
    .find((file) => machine.isProgram(file));
}
