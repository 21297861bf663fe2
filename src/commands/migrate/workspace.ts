/** The packages of a workspace that come from an older library, in the order in which they need each other. */
import path from "node:path";
import { packageName } from "../../cli/formats/own-package.js";
import { namedPackages } from "../../cli/old-auth/named-packages.js";
import { oldDependencies, type OldDependency } from "../../cli/old-auth/packages.js";
import { oldSources } from "../../cli/old-auth/sources.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { openFiles, readIfText } from "../../cli/project/files.js";
import { packagesBelow, type PackageBelow } from "../../cli/project/workspace.js";

/** A package of a workspace that comes from an older library. */
export interface OldPackage {
  /** Relative to the project; "" is the project itself. */
  readonly folder: string;
  /** The old packages that it uses, by its own package.json or by that of another package. */
  readonly old: readonly OldDependency[];
  /** Folders of the packages that it imports, and of those that import it, in as many steps as it takes. */
  readonly beside: readonly string[];
}

/** @returns those of an earlier run, too; none where nothing comes from an older library */
export function packagesToMigrate(facts: ProjectFacts): readonly OldPackage[] {
  const top = packageOf(facts, { folder: "", manifest: facts.packageJson });
  if (!isWorkspaceTop(facts)) return isMeant(top) ? [{ folder: "", old: top.old, beside: [] }] : [];
  const below = packagesBelow(facts.root).map((one) => packageOf(facts, one));
  const lent = [top, ...below].find(({ old }) => old.length > 0)?.old ?? [];
  const packages = [top, ...below.map((one) => withLent(facts, one, lent))].filter(isMeant);
  return inOrder(packages).map((one) => ({
    folder: one.folder,
    old: one.old,
    beside: [...reached(packages, one, needs), ...reached(packages, one, (from, to) => needs(to, from))].map(
      ({ folder }) => folder,
    ),
  }));
}

/** What names none itself may have them of the top, or of a package beside it. */
function withLent({ root }: ProjectFacts, one: Package, lent: readonly OldDependency[]): Package {
  if (isMeant(one) || lent.length === 0) return one;
  for (const { file, text } of oldSources(openFiles(path.join(root, one.folder))))
    if (namedPackages(file, text).length > 0) return { ...one, old: lent };
  return one;
}

const packageOf = (facts: ProjectFacts, one: PackageBelow): Package => ({
  ...one,
  old: oldDependencies(manifestText(facts, one.folder)),
});

/** It names an old package, or ours since an earlier run. */
const isMeant = ({ old, manifest }: Package): boolean => old.length > 0 || isIn(manifest, packageName);

const isIn = ({ dependencies, devDependencies, peerDependencies }: Package["manifest"], name: string) =>
  name in dependencies || name in devDependencies || name in peerDependencies;

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

interface Package extends PackageBelow {
  readonly old: readonly OldDependency[];
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
  name !== undefined && isIn(manifest, name);
