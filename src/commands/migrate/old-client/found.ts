import type { ProjectFacts } from "../../../cli/project/facts.js";
import { oldClients } from "../constructs/oauth-client/classes.js";

/** Packages of package.json whose place `authwright/oauth` takes. */
export const oldClientsOf = ({ packageJson }: ProjectFacts): readonly string[] =>
  oldClients.filter((name) => name in packageJson.dependencies || name in packageJson.devDependencies);
