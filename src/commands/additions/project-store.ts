/** The store that a project has, or would usually get. */
import { stores } from "../../templates/stores/index.js";
import type { StoreSupport } from "../../templates/stores/support.js";
import type { ConfiguredProject, ProjectFacts } from "../../cli/project/facts.js";
import { listSources } from "../../cli/project/sources.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { kysely } from "../../templates/stores/kysely/support.js";
import { hasPackage } from "../../cli/project/packages.js";

/** The store whose adapter the project imports, with the steps so far, and the file that does; undefined: none of ours. */
export async function projectStore(
  builder: PlanBuilder<ConfiguredProject>,
): Promise<{ readonly support: StoreSupport; readonly file: string } | undefined> {
  const { facts } = builder;
  const { locateModule } = await import("../../cli/source/syntax/syntax.js");
  for (const file of new Set([...builder.changed(), ...listSources(facts.files)])) {
    const text = builder.text(file) ?? "";
    const named = stores.filter(({ subpath }) => text.includes(subpath));
    if (named.length === 0 || !/\.[cm]?[jt]sx?$/.test(file)) continue;
    const { imports } = locateModule(text, file);
    const isImported = ({ subpath }: StoreSupport) =>
      imports.some(({ specifier, typeOnly }) => specifier === subpath && !typeOnly);
    const support = named.find(isImported);
    if (support) return { support, file };
  }
  return undefined;
}

/** Stores over libraries that the project keeps its data with. */
const librariesOf = (facts: ProjectFacts): readonly StoreSupport[] =>
  stores.filter(({ library }) => library !== undefined && hasPackage(facts, library));

/** The store over the library that the project keeps its data with, or over a database of its own. */
export const usualStore = (facts: ProjectFacts): StoreSupport => librariesOf(facts)[0] ?? kysely;

/** Stores that may be meant, the usual one first: those of its libraries, or those that need none of them set up. */
export function meantStores(facts: ProjectFacts): readonly StoreSupport[] {
  const used = librariesOf(facts);
  return used.length > 0 ? used : stores.filter((one) => one.library === undefined && !one.isPublished);
}
