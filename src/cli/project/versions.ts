import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ProjectFacts } from "./facts.js";
import { upwards } from "./workspace.js";
import { lockedVersion } from "../formats/lock-file.js";

/** The version of a package in node_modules, found as Node finds it. */
export function installedVersion(root: string, name: string): string | undefined {
  for (const folder of upwards(root)) {
    const file = path.join(folder, "node_modules", name, "package.json");
    if (!existsSync(file)) {
      const version = pluggedVersion(folder, name);
      if (version !== undefined) return version;
      continue;
    }
    try {
      const { version }: { version?: unknown } = JSON.parse(readFileSync(file, "utf8"));
      return typeof version === "string" ? version : undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** Yarn's Plug'n'Play has no node_modules: what is in its map is installed, and the lock file has the version. */
function pluggedVersion(folder: string, name: string): string | undefined {
  const map = path.join(folder, ".pnp.cjs");
  const lock = path.join(folder, "yarn.lock");
  if (!existsSync(map) || !existsSync(lock)) return undefined;
  if (!readFileSync(map, "utf8").includes(`["${name}", [`)) return undefined;
  return lockedVersion(readFileSync(lock, "utf8"), name);
}

/** First number of the installed version, or else of the range in package.json. */
export const majorVersion = (facts: ProjectFacts, name: string): number | undefined =>
  versionOf(facts, name)?.[0];

/** Major and minor, of what is installed or else of the range; a range without a minor takes the newest. */
export function versionOf(facts: ProjectFacts, name: string): readonly [number, number] | undefined {
  const range = facts.packageJson.dependencies[name] ?? facts.packageJson.devDependencies[name];
  const version = installedVersion(facts.root, name);
  const [, major, minor] = /(\d+)(?:\.(\d+))?/.exec(version ?? range ?? "") ?? [];
  if (major === undefined) return undefined;
  const grows = version === undefined && /^[\^>]/.test(range ?? "");
  return [Number(major), grows || minor === undefined ? Infinity : Number(minor)];
}
