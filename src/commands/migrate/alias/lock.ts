/** The lock file of a project, as it is now. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { lockedPackages, LockFileError, type LockedPackage } from "../../../cli/formats/lock-file.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import type { PackageManagerName } from "../../../cli/project/package-manager.js";
import { CliError, exitCodes } from "../../../cli/terminal/errors.js";
import { coreName } from "../../../cli/project/alias.js";

const lockFiles: Readonly<Record<PackageManagerName, readonly string[]>> = {
  npm: ["npm-shrinkwrap.json", "package-lock.json"],
  pnpm: ["pnpm-lock.yaml"],
  yarn: ["yarn.lock"],
  bun: ["bun.lock", "bun.lockb"],
};

export interface Lock {
  readonly name: string;
  readonly packages: readonly LockedPackage[];
}

/**
 * The lock file as it is now; undefined where there is none.
 * @throws CliError exit 3 where it cannot be read: nobody could say what the install made of it
 */
export function readLock({
  workspaceRoot,
  packageManager: { name: manager },
}: ProjectFacts): Lock | undefined {
  const name = lockFiles[manager].find((one) => existsSync(path.join(workspaceRoot, one)));
  if (name === undefined) return undefined;
  try {
    return { name, packages: lockedPackages(name, readFileSync(path.join(workspaceRoot, name), "utf8")) };
  } catch (error) {
    if (!(error instanceof LockFileError)) throw error;
    const again = name === "bun.lockb" ? "bun install --save-text-lockfile" : `${manager} install`;
    throw new CliError(
      "AUTH_E_LOCK_FILE",
      `${name}:${error.line}: the lock file cannot be read, ${error.message}.`,
      {
        exitCode: exitCodes.conflict,
        hint: `Nothing was written. Restore it from version control, or let a current ${manager} write it: ${again}`,
        cause: error,
      },
    );
  }
}

/** Copies of the other package that npm has locked below its dependents: it keeps them, whatever an override says. */
export const lockedCopies = (lock: Lock | undefined): readonly string[] =>
  (lock?.packages ?? [])
    .map(({ key }) => key)
    .filter((key) => key.includes(`/node_modules/${coreName}/`) || key.endsWith(`/node_modules/${coreName}`));
