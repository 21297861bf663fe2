/** Command lines for a program, in the words of the package manager of the folder where they run. */
import path from "node:path";
import { packageName } from "../formats/own-package.js";
import { openFiles, readIfText } from "./files.js";
import {
  choosePackageManager,
  execPrefix,
  installCommand,
  isPackageManager,
  runPrefix,
  type PackageManagerName,
} from "./package-manager.js";
import { findLockfiles, findWorkspace, readPackageText } from "./workspace.js";

export interface StartFolder {
  readonly cwd: string;
  /** `--package-manager` */
  readonly flag: string | undefined;
  readonly userAgent: string | undefined;
}

interface Found {
  readonly name: PackageManagerName;
  /** package.json names this package: its bin is there once it is installed. */
  readonly isDeclared: boolean;
}

/** `npx auth protect /a` as it starts there; `npx` would load a package called auth where ours is not installed. */
export function commandThere(command: string, folder: StartFolder): string {
  const [first, second] = command.split(" ");
  if (first === "npm" && second === "install")
    return instead(command, 2, installCommand(find(folder).name).join(" "));
  if (first !== "npx" || (second !== "auth" && second !== packageName)) return command;
  const { name, isDeclared } = find(folder);
  return instead(command, 2, isDeclared ? `${execPrefix(name)} auth` : `${runPrefix(name)} ${packageName}`);
}

const instead = (command: string, words: number, start: string): string =>
  [start, ...command.split(" ").slice(words)].join(" ");

/** A folder without a package.json, or with one that cannot be read, says nothing. */
function find({ cwd, flag, userAgent }: StartFolder): Found {
  const known = isPackageManager(flag) ? flag : undefined;
  try {
    const workspace = findWorkspace(cwd);
    const text = readIfText(openFiles(workspace.root), "package.json")?.text ?? "{}";
    const packageJson = readPackageText(text, path.join(workspace.root, "package.json"));
    const lockfiles = findLockfiles(workspace);
    const { name } = choosePackageManager({ flag: known, packageJson, lockfiles, userAgent });
    const { dependencies, devDependencies } = packageJson;
    return { name, isDeclared: packageName in { ...dependencies, ...devDependencies } };
  } catch {
    return { name: known ?? "npm", isDeclared: false };
  }
}
