/** Whether the version of a framework that a project has is one that works. */
import type { Framework } from "../../templates/frameworks/framework.js";
import type { ProjectFacts } from "./facts.js";
import { installedVersion, isNewerVersion, lowestVersion } from "./versions.js";

/** The version of the package that carries a framework's: the installed one, else the lowest that package.json takes. */
export function frameworkVersion(
  { root, packageJson }: ProjectFacts,
  { oldest }: Framework,
): string | undefined {
  const name = oldest?.package;
  if (name === undefined) return undefined;
  const declared = packageJson.dependencies[name] ?? packageJson.devDependencies[name];
  return installedVersion(root, name) ?? lowestVersion(declared)?.version;
}

/** What is too old, as a sentence without its end; undefined: nothing is, or nothing says so. */
export function tooOld(facts: ProjectFacts, framework: Framework): string | undefined {
  const version = frameworkVersion(facts, framework);
  const { oldest } = framework;
  return version !== undefined && oldest && isNewerVersion(oldest.version, version)
    ? `${oldest.package} ${version} is too old: ${oldest.version} is the first that works`
    : undefined;
}
