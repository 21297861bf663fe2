/** Command lines for a program, in the words of the package manager of the folder where they run. */
import { existsSync } from "node:fs";
import path from "node:path";
import { packageName } from "../formats/own-package.js";
import { openFiles, readIfText } from "./files.js";
import {
  choosePackageManager,
  installCommand,
  isPackageManager,
  runPrefix,
  type PackageManagerName,
} from "./package-manager.js";
import { findLockfiles, findWorkspace, readPackageText, type Workspace } from "./workspace.js";

export interface StartFolder {
  /** Where the command line will be run; `cwd` is where it works. */
  readonly from: string;
  readonly cwd: string;
  /** `--package-manager` */
  readonly flag: string | undefined;
  readonly userAgent: string | undefined;
}

interface Found {
  readonly name: PackageManagerName;
  /** How this package is started. */
  readonly own: string;
  /** package.json names this package: its bin is there once it is installed. */
  readonly isDeclared: boolean;
}

/**
 * How a machine starts this package in a project that names it. `npx auth` would load a package called auth, which is
 * another product, where node_modules is not there yet; nothing is loaded here.
 */
export function ownCommand(
  name: PackageManagerName,
  { root, workspaceRoot }: Pick<Workspace, "root" | "workspaceRoot">,
  from: string = root,
): string {
  if (name === "npm") return `npx --no ${packageName}`;
  // Yarn has no node_modules then, and starts what is installed only.
  if (name === "yarn" && existsSync(path.join(workspaceRoot, ".pnp.cjs"))) return "yarn auth";
  const bins = [root, workspaceRoot].map((folder) => path.join(folder, "node_modules/.bin/auth"));
  const bin = bins.find((file) => existsSync(file)) ?? path.join(root, "node_modules/.bin/auth");
  return path.relative(from, bin).split(path.sep).join("/");
}

/** `npx auth protect /a` as a machine starts it there. */
export function commandThere(command: string, folder: StartFolder): string {
  const [first, second] = command.split(" ");
  if (first === "npm" && second === "install")
    return instead(command, 2, installCommand(find(folder).name).join(" "));
  if (first !== "npx" || (second !== "auth" && second !== packageName)) return command;
  const { name, own, isDeclared } = find(folder);
  return instead(command, 2, isDeclared ? own : `${runPrefix(name)} ${packageName}`);
}

const instead = (command: string, words: number, start: string): string =>
  [start, ...command.split(" ").slice(words)].join(" ");

/** A folder without a package.json, or with one that cannot be read, says nothing. */
function find({ from, cwd, flag, userAgent }: StartFolder): Found {
  const known = isPackageManager(flag) ? flag : undefined;
  try {
    const workspace = findWorkspace(cwd);
    const text = readIfText(openFiles(workspace.root), "package.json")?.text ?? "{}";
    const packageJson = readPackageText(text, path.join(workspace.root, "package.json"));
    const lockfiles = findLockfiles(workspace);
    const { name } = choosePackageManager({ flag: known, packageJson, lockfiles, userAgent });
    const { dependencies, devDependencies } = packageJson;
    const own = ownCommand(name, workspace, from);
    return { name, own, isDeclared: packageName in { ...dependencies, ...devDependencies } };
  } catch {
    return { name: known ?? "npm", own: "", isDeclared: false };
  }
}
