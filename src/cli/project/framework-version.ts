/** Whether the version of a framework that a project has is one that works. */
import type { Framework } from "./framework.js";
import type { ProjectFacts } from "./facts.js";
import { isNewerVersion, knownVersion } from "./versions.js";

/** The version of the package that carries a framework's. */
export const frameworkVersion = (facts: ProjectFacts, { oldest }: Framework): string | undefined =>
  oldest && knownVersion(facts, oldest.package)?.version;

/** What is too old, as a sentence without its end; undefined: nothing is, or nothing says so. */
export function tooOld(facts: ProjectFacts, framework: Framework): string | undefined {
  const version = frameworkVersion(facts, framework);
  const { oldest } = framework;
  return version !== undefined && oldest && isNewerVersion(oldest.version, version)
    ? `${oldest.package} ${version} is too old: ${oldest.version} is the first that works`
    : undefined;
}
