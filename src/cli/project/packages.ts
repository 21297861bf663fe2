/** Packages by which a project shows what it uses. */
import type { ProjectFacts } from "./facts.js";

/** Whether package.json names a package, for the app or for its development. */
export const hasPackage = (
  { packageJson: { dependencies, devDependencies } }: Pick<ProjectFacts, "packageJson">,
  name: string,
): boolean => name in dependencies || name in devDependencies;

/** Its classes style what is written then: it takes the browser's own look away. */
export const usesTailwind = (facts: ProjectFacts): boolean => hasPackage(facts, "tailwindcss");
