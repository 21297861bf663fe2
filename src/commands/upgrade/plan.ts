/** `auth upgrade`: what an earlier release wrote, as this one writes it, and what behaves differently since. */
import { supportOf } from "../../templates/frameworks/index.js";
import { packageName, packageVersion } from "../../cli/formats/own-package.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { listSources, projectModules } from "../../cli/project/sources.js";
import { isNewerVersion, lowestVersion } from "../../cli/project/versions.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { namesOf, planWellKnown } from "../additions/well-known.js";
import { hasAgentsSection, planAgentsSection } from "../additions/agents-section.js";
import { changes, type Evidence } from "./changes.js";
import { endpointBase } from "../../cli/plan/places.js";
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
  const builder = new PlanBuilder(facts.files);
  const open = projectModules(facts);
  const isRewritten =
    (await supportOf(framework).upgrade?.({
      builder,
      authFile: source.file,
      sources: [...listSources(facts.files)],
      leadsToAuth: (from, specifier) => open(from, specifier)?.file === source.file,
      base: endpointBase(facts, framework),
    })) ?? false;
  await planWellKnown({ builder, facts, framework }, source.file, namesOf(facts.configuration));
  if (hasAgentsSection(facts.files)) planAgentsSection(builder, facts, source.file);
  const from = releaseOf(facts);
  const told = changesFor({ release: from, isRewritten });
  for (const what of told) builder.warn("AUTH_W_CHANGED", what);
  return { plan: builder.finish("upgrade"), from, changes: told };
}

/** The lowest release that package.json takes. */
function releaseOf({
  packageJson: { dependencies, devDependencies },
}: ConfiguredProject): string | undefined {
  return lowestVersion(dependencies[packageName] ?? devDependencies[packageName])?.version;
}

/** The changes that a project meets: those of releases after its own, or of the files that are rewritten. */
export function changesFor(evidence: Evidence, running = packageVersion, all = changes): readonly string[] {
  const isNewer = (since: string): boolean =>
    evidence.release === undefined || isNewerVersion(since, evidence.release);
  return all
    .filter(({ since }) => !isNewerVersion(since, running) && (isNewer(since) || evidence.isRewritten))
    .filter((one) => one.concerns(evidence))
    .map(({ what }) => what);
}
