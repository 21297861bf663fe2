/** The lock file of a project: what is in it before, and what came of the install. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { lockedPackages, LockFileError, type LockedPackage } from "../../formats/lock-file.js";
import { packageName } from "../../../templates/package.js";
import type { ProjectFacts } from "../../project/facts.js";
import { isOurs } from "../../project/origin.js";
import type { PackageManagerName } from "../../project/package-manager.js";
import { installedAt } from "../../project/versions.js";
import { CliError, exitCodes } from "../../terminal/errors.js";
import type { Found } from "./found.js";
import { coreName } from "../../project/alias.js";
import type { AliasSource } from "./source.js";

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

/** Where an integration that was found gets another package than ours; undefined: all get ours. */
export function foreignCopy(facts: ProjectFacts, found: readonly Found[]): string | undefined {
  for (const { folder, name } of found) {
    const app = path.join(facts.workspaceRoot, folder);
    const integration = name === coreName ? app : installedAt(app, name)?.folder;
    const core = integration && installedAt(realpathSync(integration), coreName);
    if (core && core.name !== packageName) return path.relative(facts.workspaceRoot, core.folder);
    if (!core) return `${path.posix.join(folder, "node_modules", coreName)} (missing)`;
  }
  return undefined;
}

/**
 * Judges what the install made.
 * @throws CliError AUTH_E_ALIAS_COPY where the other package is still there, or what came is not this package
 */
export function assertInstalled(
  facts: ProjectFacts,
  found: readonly Found[],
  { integrity, tarball }: AliasSource,
): void {
  const locked = readLock(facts)?.packages ?? [];
  const ours = locked.filter((one) => isOurs(one, tarball));
  const other = ours.find(
    (one) => algorithmOf(one.integrity) === algorithmOf(integrity) && one.integrity !== integrity,
  );
  if (other)
    throw notInstalled(
      `What was installed as ${coreName} is another package than this one: its integrity differs.`,
      `Ask nobody to install it. Take the tarball that this command line came from: --from vendor/${packageName}.tgz`,
    );
  const second =
    locked.find((one) => one.name === coreName && !isOurs(one, tarball))?.key ?? foreignCopy(facts, found);
  if (second !== undefined)
    throw notInstalled(
      `A second copy of ${coreName} is left: ${second}.`,
      "Remove node_modules, and run the command again. Where the copy stays, a package bundles it or asks for it by an address of its own.",
    );
}

const algorithmOf = (integrity: string | undefined): string | undefined => integrity?.split(/[-/]/)[0];

const notInstalled = (message: string, hint: string): CliError =>
  new CliError("AUTH_E_ALIAS_COPY", message, { hint: `What was written is taken back. ${hint}` });
