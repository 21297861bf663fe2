/** The words in which every command says that a project has several configurations. */
import type { SourcePlace } from "../source/configuration/auth-config.js";

export const placeText = ({ path, line }: SourcePlace): string => `${path}:${line}`;

/** Says that there are several; every command says it in these words. */
export const severalText = (candidates: readonly SourcePlace[]): string =>
  `${candidates.map(placeText).join(" and ")} hold a configuration each.`;
