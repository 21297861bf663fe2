import { findFramework, frameworks, type FrameworkDescriptor } from "../../templates/frameworks.js";
import { packageName } from "../../templates/package.js";
import type { OpenModule, SourceText } from "../source/names.js";
import { projectModules, severalText, type ConfiguredProject } from "../project/configuration.js";
import { CliError, exitCodes, usageError } from "../terminal/errors.js";
import type { Staging } from "./staging.js";

/** What commands that change a configuration start from. */
export interface OpenConfiguration {
  readonly source: SourceText;
  readonly framework: FrameworkDescriptor;
  /** Env file to write, relative to the project; undefined: the framework's own. */
  readonly env: string | undefined;
}

/**
 * The file to start from when the configuration of a project is changed.
 * @throws CliError AUTH_E_NO_CONFIG when there is none, AUTH_E_SEVERAL_CONFIGS when nothing says which one is meant
 */
export function configFile(project: ConfiguredProject): SourceText {
  const { authFile: file, files } = project;
  assertOneConfiguration(project);
  const text = file === undefined ? undefined : files.read(file)?.text;
  if (file !== undefined && text !== undefined) return { file, text };
  throw new CliError(
    "AUTH_E_NO_CONFIG",
    `No file of this project imports ${packageName} and has providers.`,
    { hint: `Set the project up first: npx ${packageName} init. Or name the file: --config PATH` },
  );
}

/** @throws CliError AUTH_E_SEVERAL_CONFIGS when nothing says which configuration is meant */
export function assertOneConfiguration({ candidates }: ConfiguredProject): void {
  const [first] = candidates;
  if (first === undefined) return;
  throw new CliError("AUTH_E_SEVERAL_CONFIGS", severalText(candidates), {
    exitCode: exitCodes.conflict,
    hint: `Nothing was written. Name the one that is meant: --config ${first.path}`,
  });
}

/** Opens the files that a configuration is made of, as they are with the steps so far. */
export const stagedModules = (staging: Staging, project: ConfiguredProject): OpenModule =>
  projectModules(project, (file) => staging.text(file));

/** The subpath whose function takes the configuration says it; the dependencies say it otherwise. */
export function frameworkOf({ configuration, frameworks: used }: ConfiguredProject): FrameworkDescriptor {
  for (const { module } of configuration?.calls ?? []) {
    const found = [...used, ...frameworks].find(({ door }) => module === `${packageName}/${door}`);
    if (found) return found;
  }
  const fallback = used[0] ?? findFramework("express");
  if (fallback) return fallback;
  throw usageError("AUTH_E_NO_FRAMEWORK", "The framework of this project is not known.");
}
