/** What keeps the sources of a project in shape. */
import path from "node:path";
import { execPrefix } from "../project/package-manager.js";
import { readPackageText } from "../project/workspace.js";
import type { ProjectFacts } from "../project/facts.js";

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

/** How files are formatted, by the package that does it. */
const formatters: Readonly<Record<string, string>> = {
  prettier: "prettier --write",
  "@biomejs/biome": "biome check --write",
  oxfmt: "oxfmt",
};

/** The command that formats these files as the rest of the project is; none: no formatter is among its packages. */
export function formatCommand(facts: ProjectFacts, changed: readonly string[]): string | undefined {
  if (changed.length === 0) return undefined;
  const top = path.relative(facts.root, facts.workspaceRoot).split(path.sep).join("/");
  const file = top === "" ? "package.json" : `${top}/package.json`;
  const above = readPackageText(facts.files.read(file)?.text ?? "{}", file);
  const installed = { ...above.devDependencies, ...facts.packageJson.devDependencies };
  const name = Object.keys(formatters).find((one) => one in installed);
  const command = name && formatters[name];
  return command && [execPrefix(facts.packageManager.name), command, ...changed.map(quoted)].join(" ");
}

const quoted = (file: string): string => JSON.stringify(file);
