/** Providers of a configuration by the kind that the catalogue says. */
import { catalog } from "../../providers/catalog.js";
import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import type { SurveyedProvider, Survey } from "../../cli/findings/survey.js";

export const idsOfType = (type: CatalogEntry["type"]): readonly string[] =>
  catalog.filter((entry) => entry.type === type).map(({ id }) => id);

export const providersOfType = (
  { providers }: Survey,
  type: CatalogEntry["type"],
): readonly SurveyedProvider[] => providers.filter(({ id }) => idsOfType(type).includes(id));
