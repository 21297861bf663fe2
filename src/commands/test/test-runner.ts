/** What a project runs its tests with, and where they stand. */
import type { ProjectFacts } from "../../cli/project/facts.js";
import { execPrefix } from "../../cli/project/package-manager.js";

export interface TestRunner {
  readonly id: "vitest" | "jest" | "playwright" | "node";
  /** Module that `test` comes from. */
  readonly module: string;
  /** Folders that tests may be in; the first that is there, else the first. */
  readonly folders: readonly string[];
  /** Ending of the names of test files. */
  readonly ending: "test" | "spec";
  /** What a "test" script starts. */
  readonly command: string;
}

/** In the order in which a project is asked for them. */
const packaged: readonly (TestRunner & { readonly package: string })[] = [
  {
    id: "vitest",
    package: "vitest",
    module: "vitest",
    folders: ["test", "tests", "__tests__"],
    ending: "test",
    command: "vitest run",
  },
  {
    id: "jest",
    package: "jest",
    module: "@jest/globals",
    folders: ["__tests__", "test", "tests"],
    ending: "test",
    command: "jest",
  },
  {
    id: "playwright",
    package: "@playwright/test",
    module: "@playwright/test",
    folders: ["e2e", "tests", "test"],
    ending: "spec",
    command: "playwright test",
  },
];

const builtIn: TestRunner = {
  id: "node",
  module: "node:test",
  folders: ["test", "tests"],
  ending: "test",
  command: "node --test",
};

export function testRunner({ packageJson }: ProjectFacts): TestRunner {
  const { dependencies, devDependencies } = packageJson;
  const used = { ...dependencies, ...devDependencies };
  return packaged.find((one) => one.package in used) ?? builtIn;
}

/** The file with the matrix, and whether it is TypeScript, or CommonJS. */
export function testPlace(
  { files, language, moduleType }: ProjectFacts,
  { id, folders, ending }: TestRunner,
): { readonly file: string; readonly typed: boolean; readonly commonjs: boolean } {
  const folder = folders.find((one) => files.list(one).length > 0) ?? folders[0] ?? "test";
  // Node.js runs this one whatever the rest of the project is written in.
  if (id === "node") return { file: `${folder}/guards.${ending}.mjs`, typed: false, commonjs: false };
  const typed = language === "ts";
  const commonjs = !typed && moduleType === "cjs" && id !== "vitest";
  const extension = typed ? "ts" : id === "vitest" && moduleType === "cjs" ? "mjs" : "js";
  return { file: `${folder}/guards.${ending}.${extension}`, typed, commonjs };
}

/** How a person runs one file of tests. */
export const runCommand = (
  { packageManager }: ProjectFacts,
  { id, command }: TestRunner,
  file: string,
): string => (id === "node" ? `${command} ${file}` : `${execPrefix(packageManager.name)} ${command} ${file}`);
