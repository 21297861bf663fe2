/** `auth upgrade`: sections and lines that a project lacks since it was set up, and what behaves differently since. */
import { packageName, packageVersion } from "../../cli/formats/own-package.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { isNewerVersion, lowestVersion } from "../../cli/project/versions.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { namesOf, planWellKnown } from "../additions/well-known.js";
import { hasAgentsSection, planAgentsSection } from "../additions/agents-section.js";
import { changes } from "./changes.js";
import type { Plan } from "../../cli/plan/plan.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";

export interface Upgrade {
  readonly plan: Plan;
  /** The release that the project was written for; undefined: nothing says it. */
  readonly from: string | undefined;
  /** What behaves differently since. */
  readonly changes: readonly string[];
}

export async function planUpgrade(
  facts: ConfiguredProject,
  { framework, source }: OpenConfiguration,
): Promise<Upgrade> {
  const builder = new PlanBuilder(facts);
  await planWellKnown({ builder, framework }, source.file, namesOf(facts.configuration));
  if (hasAgentsSection(facts.files)) planAgentsSection(builder, source.file);
  const from = releaseOf(facts);
  const told = changesFor(from);
  for (const what of told) builder.warn("AUTH_W_CHANGED", what);
  return { plan: builder.finish("upgrade"), from, changes: told };
}

/** The lowest release that package.json takes. */
function releaseOf({
  packageJson: { dependencies, devDependencies },
}: ConfiguredProject): string | undefined {
  return lowestVersion(dependencies[packageName] ?? devDependencies[packageName])?.version;
}

/**
 * The changes that a project meets: those of releases after its own.
 *
 * @param release undefined: nothing says which one it was written for
 */
export const changesFor = (
  release: string | undefined,
  running = packageVersion,
  all = changes,
): readonly string[] =>
  all
    .filter(({ since }) => !isNewerVersion(since, running))
    .filter(({ since }) => release === undefined || isNewerVersion(since, release))
    .map(({ what }) => what);
