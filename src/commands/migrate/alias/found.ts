/** The integrations of the packages of a workspace, and whether they run over this package. */
import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { installedAt, installedVersion, lowestVersion, majorOf } from "../../../cli/project/versions.js";
import { findApps, readPackageText, type PackageJson } from "../../../cli/project/workspace.js";
import { openFiles } from "../../../cli/project/files.js";
import { CliError, exitCodes, usageError } from "../../../cli/terminal/errors.js";
import { coreName } from "../../../cli/project/alias.js";
import { oldPackages } from "../../../cli/old-auth/packages.js";
import { integrations } from "./integrations.js";
import type { Lock } from "./lock.js";

export interface Found {
  /** From the root of the workspace; `.` is the root. */
  readonly folder: string;
  readonly name: string;
  readonly version: string | undefined;
  /** This package stands under that name already. */
  readonly isOurs: boolean;
  readonly manifest: PackageJson;
}

/** Integrations of all packages: an override of the root reaches each of them. */
export function findIntegrations({ workspaceRoot }: ProjectFacts, lock: Lock | undefined): readonly Found[] {
  const names = integrations.map(({ name }) => name);
  const files = openFiles(workspaceRoot);
  return [".", ...findApps(workspaceRoot, names)].flatMap((folder) => {
    const file = path.posix.join(folder, "package.json");
    const manifest = readPackageText(files.read(file)?.text ?? "{}", file);
    const ranges = { ...manifest.devDependencies, ...manifest.dependencies };
    return names
      .filter((name) => name in ranges)
      .map((name) => ({
        folder,
        name,
        manifest,
        version: versionIn(path.join(workspaceRoot, folder), lock, name, ranges[name]),
        isOurs: installedAt(path.join(workspaceRoot, folder), name)?.name === packageName,
      }));
  });
}

/** Of what is installed, of what is locked where that is one, or the lowest that the range takes in. */
function versionIn(app: string, lock: Lock | undefined, name: string, range?: string): string | undefined {
  const installed = installedVersion(app, name);
  if (installed !== undefined) return installed;
  const locked = new Set(lock?.packages.flatMap((one) => (one.name === name ? (one.version ?? []) : [])));
  return locked.size === 1 ? [...locked][0] : lowestVersion(range)?.version;
}

/** Has its core inside: no override reaches it. */
const isNextAuth4 = ({ name, version }: Found): boolean =>
  name === "next-auth" && (majorOf(version) ?? 5) < 5;

/**
 * Those whose core is replaced; `@auth/core` of an app counts where no integration has it.
 * @throws CliError exit 3 with the first that does not run over this package, exit 2 where there is none
 */
export function carriedOf(found: readonly Found[]): readonly Found[] {
  const reached = found.filter((one) => !isNextAuth4(one));
  const [old] = found;
  if (old === undefined)
    throw usageError(
      "AUTH_E_NOTHING_TO_MIGRATE",
      `package.json names none of ${integrations.map(({ name }) => name).join(", ")}.`,
      `Run the command in the folder of your app (--cwd DIR), or start anew: npx ${packageName} init`,
    );
  if (reached.length === 0)
    throw refused(
      `next-auth ${old.version} has its core inside: nothing can stand in its place.`,
      "Run auth migrate without --alias: it changes the code, and keeps everybody signed in.",
    );
  for (const one of reached) assertWorks(one, reached);
  return reached;
}

/** Beside an integration, the app's own `@auth/core` may have any version: the integration's is the one that counts. */
function assertWorks(one: Found, all: readonly Found[]): void {
  const row = integrations.find(({ name }) => name === one.name);
  if (row === undefined || one.isOurs || (one.name === coreName && isBeside(one, all))) return;
  const where = one.folder === "." ? "" : ` (${one.folder})`;
  const named = `${one.name} ${one.version ?? "of an unknown version"}${where}`;
  if (row.refused) throw refused(`${named} ${row.refused.why}.`, row.refused.hint);
  const { beside } = row;
  if (beside && isBetween(majorBeside(one, beside.name), beside))
    throw refused(`${named} ${beside.why}.`, beside.hint);
  if (one.version !== undefined && row.works.includes(one.version)) return;
  throw refused(
    `${named} is not among the versions that are known to work: ${row.works.join(", ")}.`,
    `Install one of them first: ${one.name}@${row.works.at(-1)}.${isReplaceable(one) ? " Or run auth migrate without --alias." : ""}`,
  );
}

/** `auth migrate` has a module in its place. */
export const isReplaceable = ({ name }: Found): boolean => oldPackages.some((one) => one === name);

const isBeside = ({ folder }: Found, all: readonly Found[]): boolean =>
  all.some((other) => other.folder === folder && other.name !== coreName);

const majorBeside = ({ manifest }: Found, name: string): number | undefined =>
  lowestVersion(manifest.dependencies[name] ?? manifest.devDependencies[name])?.major;

const isBetween = (
  major: number | undefined,
  { from = 0, below = Infinity }: { from?: number; below?: number },
) => major !== undefined && major >= from && major < below;

export const refused = (message: string, hint: string): CliError =>
  new CliError("AUTH_E_ALIAS_REFUSED", message, {
    exitCode: exitCodes.conflict,
    hint: `Nothing was written. ${hint}`,
  });
