/** Which package manager a project uses, and its commands. */
import path from "node:path";
import { closest } from "../terminal/closest.js";
import { usageError } from "../terminal/errors.js";
import type { PackageJson } from "./workspace.js";

const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManagerName = (typeof packageManagers)[number];

export interface PackageManager {
  readonly name: PackageManagerName;
  /** What decided. */
  readonly from: "flag" | "packageManager" | "devEngines" | "lockfile" | "user agent" | "default";
}

const byLockfile: Readonly<Record<string, PackageManagerName>> = {
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

export const isPackageManager = (name: string | undefined): name is PackageManagerName =>
  packageManagers.some((known) => known === name);

/** Which package manager a project uses; what happens to be installed on the machine says nothing. */
export function choosePackageManager(evidence: {
  flag: string | undefined;
  packageJson: PackageJson;
  /** Nearest first. */
  lockfiles: readonly string[];
  userAgent: string | undefined;
}): PackageManager {
  const { flag, packageJson, lockfiles, userAgent } = evidence;
  if (isPackageManager(flag)) return { name: flag, from: "flag" };
  const pinned = packageJson.packageManager?.split("@")[0];
  if (isPackageManager(pinned)) return { name: pinned, from: "packageManager" };
  if (isPackageManager(packageJson.devPackageManager))
    return { name: packageJson.devPackageManager, from: "devEngines" };
  for (const file of lockfiles) {
    const name = byLockfile[path.basename(file)];
    if (name) return { name, from: "lockfile" };
  }
  const agent = userAgent?.split("/")[0];
  if (isPackageManager(agent)) return { name: agent, from: "user agent" };
  return { name: "npm", from: "default" };
}

export const installCommand = (name: PackageManagerName): readonly string[] => [name, "install"];

/** How a package is added to those that are there. */
export const addCommand = (name: PackageManagerName): readonly string[] => [
  name,
  name === "npm" ? "install" : "add",
];

/** How a package is taken out again. */
export const removeCommand = (name: PackageManagerName): readonly string[] => [
  name,
  name === "npm" ? "uninstall" : "remove",
];

/** How a script of package.json is started. */
export const scriptCommand = (name: PackageManagerName, script: string): readonly string[] => [
  name,
  "run",
  script,
];

/** How the bin of an installed package is started. */
export function execPrefix(name: PackageManagerName): string {
  return { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bun x" }[name];
}

/** How a package that is not installed is started. */
export function runPrefix(name: PackageManagerName): string {
  return { npm: "npx", pnpm: "pnpm dlx", yarn: "yarn dlx", bun: "bun x" }[name];
}

/** @throws CliError exit 2 when the flag names none that is known */
export function assertPackageManager(name: string | undefined): PackageManagerName | undefined {
  if (name === undefined || isPackageManager(name)) return name;
  const near = closest(name, packageManagers);
  throw usageError(
    "AUTH_E_PACKAGE_MANAGER",
    `There is no package manager "${name}".`,
    near ? `Did you mean ${near}?` : `Known: ${packageManagers.join(", ")}`,
  );
}
