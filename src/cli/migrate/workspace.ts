/** The packages of a workspace that come from an older library, in the order in which they need each other. */
import path from "node:path";
import { oldDependencies } from "./package.js";
import { oldPackages } from "./rules/names.js";
import type { ProjectFacts } from "../project/facts.js";
import { readIfText } from "../project/files.js";
import { findApps, readPackageText, type PackageJson } from "../project/workspace.js";

/** @returns folders relative to the project; `[""]` is the project itself, and nothing means that none comes from there */
export function packagesToMigrate(facts: ProjectFacts): readonly string[] {
  const own = facts.declared || oldDependencies(manifestText(facts, "")).length > 0 ? [""] : [];
  if (!isWorkspaceTop(facts)) return own;
  const folders = findApps(facts.root, oldPackages);
  const packages = [...own, ...folders].map((folder) => ({
    folder,
    manifest: readPackageText(manifestText(facts, folder), path.posix.join(folder, "package.json")),
  }));
  return inOrder(packages).map(({ folder }) => folder);
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
