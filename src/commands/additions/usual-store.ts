import { stores } from "../../templates/stores/index.js";
import { kysely } from "../../templates/stores/kysely/support.js";
import type { StoreSupport } from "../../templates/stores/support.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { hasPackage } from "../../cli/project/packages.js";

/** The store over the library that the project keeps its data with, or over a database of its own. */
export const usualStore = (facts: ProjectFacts): StoreSupport =>
  stores.find(({ library }) => library !== undefined && hasPackage(facts, library)) ?? kysely;
