/** The packages of a workspace that come from an older library, in the order in which they need each other. */
import path from "node:path";
import { oldDependencies } from "./package.js";
import { oldPackages } from "../../cli/old-auth/packages.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { readIfText } from "../../cli/project/files.js";
import { findApps, readPackageText, type PackageJson } from "../../cli/project/workspace.js";

/** A package of a workspace that comes from an older library. */
export interface OldPackage {
  /** Relative to the project; "" is the project itself. */
  readonly folder: string;
  /** Folders of the packages that it imports, and of those that import it, in as many steps as it takes. */
  readonly beside: readonly string[];
}

/** @returns none where nothing comes from an older library */
export function packagesToMigrate(facts: ProjectFacts): readonly OldPackage[] {
  const own = facts.declared || oldDependencies(manifestText(facts, "")).length > 0 ? [""] : [];
  if (!isWorkspaceTop(facts)) return own.map((folder) => ({ folder, beside: [] }));
  const folders = findApps(facts.root, oldPackages);
  const packages = [...own, ...folders].map((folder) => ({
    folder,
    manifest: readPackageText(manifestText(facts, folder), path.posix.join(folder, "package.json")),
  }));
  return inOrder(packages).map((one) => ({
    folder: one.folder,
    beside: [...reached(packages, one, needs), ...reached(packages, one, (from, to) => needs(to, from))].map(
      ({ folder }) => folder,
    ),
  }));
}

/** Whatever a package leads to, without itself. */
function reached(
  packages: readonly Package[],
  start: Package,
  leads: (from: Package, to: Package) => boolean,
): ReadonlySet<Package> {
  const found = new Set<Package>([start]);
  // What is added while the set is gone through is gone through as well.
  for (const from of found) for (const to of packages) if (leads(from, to)) found.add(to);
  found.delete(start);
  return found;
}

/** Whether package.json or pnpm-workspace.yaml takes in further packages. */
const isWorkspaceTop = ({ files, packageJson }: ProjectFacts): boolean =>
  packageJson.workspaces.length > 0 || files.exists("pnpm-workspace.yaml");

const manifestText = ({ files }: ProjectFacts, folder: string): string =>
  readIfText(files, path.posix.join(folder, "package.json"))?.text ?? "{}";

interface Package {
  readonly folder: string;
  readonly manifest: PackageJson;
}

/** What another package imports comes before it; a cycle is cut where it is met. */
function inOrder(packages: readonly Package[]): readonly Package[] {
  const visit = (done: readonly Package[], next: Package, above: readonly Package[]): readonly Package[] => {
    if (done.includes(next) || above.includes(next)) return done;
    const needed = packages.filter((one) => needs(next, one));
    return [...needed.reduce((before, one) => visit(before, one, [...above, next]), done), next];
  };
  return packages.reduce<readonly Package[]>((done, next) => visit(done, next, []), []);
}

const needs = ({ manifest }: Package, { manifest: { name } }: Package): boolean =>
  name !== undefined && (name in manifest.dependencies || name in manifest.devDependencies);
