/** Providers of a configuration by the kind that the catalogue says. */
import { catalog } from "../../providers/catalog.js";
import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import type { SurveyedProvider, Survey } from "../../cli/findings/survey.js";

export const providersOfType = (
  { providers }: Survey,
  type: CatalogEntry["type"],
): readonly SurveyedProvider[] =>
  providers.filter(({ id }) => catalog.find((entry) => entry.id === id)?.type === type);
