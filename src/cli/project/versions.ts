/** Versions of packages, as node_modules and package.json say them. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import gt from "semver/functions/gt.js";
import parse from "semver/functions/parse.js";
import satisfies from "semver/functions/satisfies.js";
import minVersion from "semver/ranges/min-version.js";
import validRange from "semver/ranges/valid.js";
import type SemVer from "semver/classes/semver.js";
import { rangeBehind } from "./catalogs.js";
import { asRecord, findLockfiles, upwards, type ProjectPackages, type Workspace } from "./workspace.js";
import { asText, readLockFile } from "../formats/lock-file.js";

/** The version of a package in node_modules, or in the map of Plug'n'Play. */
export function installedVersion(root: string, name: string): string | undefined {
  const found = installedAt(root, name);
  if (found) return found.version;
  return upwards(root)
    .map((folder) => pluggedVersion(folder, name))
    .find((version) => version !== undefined);
}

/** Yarn's Plug'n'Play has no node_modules: what is in its map is installed, and the lock file has the version. */
function pluggedVersion(folder: string, name: string): string | undefined {
  const map = path.join(folder, ".pnp.cjs");
  const lock = path.join(folder, "yarn.lock");
  if (!existsSync(map) || !existsSync(lock)) return undefined;
  if (!readFileSync(map, "utf8").includes(`["${name}", [`)) return undefined;
  return readLockFile(lock, readFileSync(lock, "utf8")).packages.find((one) => one.name === name)?.version;
}

/** The range in what package.json says of a package, aliases too; undefined for tags, catalogues and addresses. */
export function rangeIn(declared: string | undefined): string | undefined {
  const isAlias = declared?.startsWith("npm:") || declared?.startsWith("workspace:");
  const range = isAlias
    ? declared?.slice(Math.max(declared.indexOf(":"), declared.lastIndexOf("@")) + 1)
    : declared;
  return validRange(range) ?? undefined;
}

/** The lowest version that what package.json says takes in; undefined for ranges without a lower end. */
export function lowestVersion(declared: string | undefined): SemVer | undefined {
  const range = rangeIn(declared);
  const lowest = range === undefined ? undefined : minVersion(range);
  return lowest && gt(lowest, "0.0.0") ? lowest : undefined;
}

/** Major of an exact version; undefined where it is none. */
export const majorOf = (version: string | undefined): number | undefined => parse(version)?.major;

/** Whether the first of two exact versions is the later one. */
export const isNewerVersion = (one: string, other: string): boolean => gt(one, other);

/** Whether a range takes a version in, one before a release too. What is no version is in none. */
export const isWithin = (version: string, range: string): boolean =>
  satisfies(version, range, { includePrerelease: true });

/** First number of the installed version, or else of the range in package.json, or of the lock file. */
export const majorVersion = (facts: ProjectPackages, name: string): number | undefined =>
  versionOf(facts, name)?.[0];

/** Major and minor, of what is installed or else of the range; where that takes in later minors, the newest. */
export function versionOf(facts: ProjectPackages, name: string): readonly [number, number] | undefined {
  const lowest = knownVersion(facts, name);
  if (!lowest) return undefined;
  if (installedVersion(facts.root, name) !== undefined) return [lowest.major, lowest.minor];
  const newest = `${lowest.major}.${Number.MAX_SAFE_INTEGER}.0`;
  const isOpen = satisfies(newest, rangeIn(declaredRange(facts, name)) ?? "");
  return [lowest.major, isOpen ? Infinity : lowest.minor];
}

/** What is installed, or the lowest that package.json asks for, or else what the lock file has of that. */
export const knownVersion = (facts: ProjectPackages, name: string): SemVer | undefined =>
  parse(installedVersion(facts.root, name)) ??
  lowestVersion(declaredRange(facts, name)) ??
  (declaredIn(facts, name) === undefined ? undefined : parse(lockedVersion(facts, name))) ??
  undefined;

const declaredIn = ({ packageJson }: ProjectPackages, name: string): string | undefined =>
  packageJson.dependencies[name] ?? packageJson.devDependencies[name] ?? packageJson.peerDependencies[name];

/** The range that package.json asks for, by a catalog too. */
const declaredRange = (facts: ProjectPackages, name: string): string | undefined =>
  rangeBehind(facts, name, declaredIn(facts, name));

/** The version in the lock file of the app or its workspace, where that holds one alone. */
function lockedVersion(workspace: Workspace, name: string): string | undefined {
  const found = findLockfiles(workspace).flatMap((file) =>
    readLockFile(file, readFileSync(file, "utf8")).packages.flatMap((one) =>
      one.name === name ? (one.version ?? []) : [],
    ),
  );
  const [only, ...others] = new Set(found);
  return others.length === 0 ? only : undefined;
}

// Finds packages in node_modules, as Node does.

/** A package in a folder node_modules, which may have another name than the folder. */
export interface Installed {
  readonly folder: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** The package.json of a package in node_modules, as its text. */
export function installedManifest(root: string, name: string): string | undefined {
  const folder = folderOf(root, name);
  return folder === undefined ? undefined : readFileSync(path.join(folder, "package.json"), "utf8");
}

const folderOf = (root: string, name: string): string | undefined =>
  upwards(root)
    .map((one) => path.join(one, "node_modules", name))
    .find((one) => existsSync(path.join(one, "package.json")));

/** A package in node_modules, found as Node finds it. */
export function installedAt(root: string, name: string): Installed | undefined {
  const folder = folderOf(root, name);
  return folder === undefined ? undefined : { folder, ...manifestIn(folder) };
}

function manifestIn(folder: string): Omit<Installed, "folder"> {
  try {
    const { name, version } = asRecord(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")));
    return { name: asText(name), version: asText(version) };
  } catch {
    return { name: undefined, version: undefined };
  }
}
