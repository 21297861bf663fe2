/** What keeps the imports of a project in order. */
import type { ProjectFacts } from "../../cli/project/facts.js";

const sorters: ReadonlySet<string> = new Set([
  "@biomejs/biome",
  "@ianvs/prettier-plugin-sort-imports",
  "@trivago/prettier-plugin-sort-imports",
  "eslint-plugin-import",
  "eslint-plugin-import-x",
  "eslint-plugin-perfectionist",
  "eslint-plugin-simple-import-sort",
  "prettier-plugin-organize-imports",
]);

/** Does something in this project keep imports sorted? */
export function sortsImports({ files, packageJson }: ProjectFacts): boolean {
  const installed = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
  return (
    installed.some((name) => sorters.has(name)) || files.exists("biome.json") || files.exists("biome.jsonc")
  );
}
