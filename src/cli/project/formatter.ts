/** What keeps the sources of a project formatted. */
import path from "node:path";
import { isSourceFile } from "../source/text/file-names.js";
import { CliError } from "../terminal/errors.js";
import type { ProjectFacts } from "./facts.js";
import { readIfText } from "./files.js";
import { execPrefix, scriptCommand } from "./package-manager.js";
import { readPackageText } from "./workspace.js";

/** How files are formatted, by the package that does it. */
const formatters: Readonly<Record<string, string>> = {
  prettier: "prettier --write",
  "@biomejs/biome": "biome check --write",
  oxfmt: "oxfmt",
  standard: "standard --fix",
  ...Object.fromEntries(
    ["neostandard", "@antfu/eslint-config", "@stylistic/eslint-plugin", "eslint-config-standard"].map(
      // Rules of ESLint that say how code is laid out.
      (rules) => [rules, "eslint --fix"],
    ),
  ),
};

/**
 * The command that formats changed sources as the rest of the project is. Without a formatter that we know, the
 * script `format` of the project; without one, undefined.
 *
 * @param changed files relative to the project; those that are no TypeScript or JavaScript are left out
 */
export function formatCommand(facts: ProjectFacts, changed: readonly string[]): string | undefined {
  const sources = changed.filter(isSourceFile);
  if (sources.length === 0) return undefined;
  const { packageManager, packageJson } = facts;
  const installed = { ...toolsAbove(facts), ...packageJson.devDependencies };
  const tool = Object.keys(formatters).find((one) => one in installed);
  const command = tool && formatters[tool];
  if (command) return [execPrefix(packageManager.name), command, ...sources.map(quoted)].join(" ");
  return "format" in packageJson.scripts ? scriptCommand(packageManager.name, "format").join(" ") : undefined;
}

/** What the workspace installs for all of its packages. */
function toolsAbove({ root, workspaceRoot, files }: ProjectFacts): Readonly<Record<string, string>> {
  const top = path.relative(root, workspaceRoot).split(path.sep).join("/");
  const file = path.posix.join(top, "package.json");
  try {
    return readPackageText(readIfText(files, file)?.text ?? "{}", file).devDependencies;
  } catch (error) {
    if (error instanceof CliError) return {}; // a broken manifest above the app is not ours to judge
    throw error;
  }
}

const quoted = (file: string): string => JSON.stringify(file);
