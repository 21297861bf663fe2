import { findFramework, frameworks, type FrameworkDescriptor } from "../../templates/frameworks.js";
import { packageName } from "../../templates/package.js";
import type { OpenModule, SourceText } from "../source/names.js";
import type { ProjectFacts } from "../project/detect.js";
import { importedFile } from "../project/sources.js";
import { CliError, usageError } from "../terminal/errors.js";
import type { Staging } from "./staging.js";

/**
 * The file to start from when the providers of a project are changed.
 * @throws CliError when there is none
 */
export function configFile(facts: ProjectFacts, chosen: string | undefined): SourceText {
  const file = chosen ?? facts.authFile;
  const text = file === undefined ? undefined : facts.files.read(file)?.text;
  if (file !== undefined && text !== undefined) return { file, text };
  throw new CliError(
    "AUTH_E_NO_CONFIG",
    file ? `There is no file ${file}.` : `No file of this project imports ${packageName} and has providers.`,
    {
      hint: file
        ? "Check --config."
        : `Set the project up first: npx ${packageName} init. Or name the file: --config PATH`,
    },
  );
}

/** Opens the files that a configuration is made of, as they are with the steps so far. */
export function projectModules(staging: Staging, facts: ProjectFacts): OpenModule {
  return (from, specifier) => {
    const file = importedFile(facts.files, facts.tsconfig, from, specifier);
    const text = file === undefined ? undefined : staging.text(file);
    return file === undefined || text === undefined ? undefined : { file, text };
  };
}

/** The subpath that the configuration imports says it; the dependencies say it otherwise. */
export function frameworkOf(facts: ProjectFacts, text: string): FrameworkDescriptor {
  const door = new RegExp(`["']${packageName}/([\\w-]+)["']`, "g");
  for (const [, name] of text.matchAll(door)) {
    const found = [...facts.frameworks, ...frameworks].find((one) => one.door === name);
    if (found) return found;
  }
  const fallback = facts.frameworks[0] ?? findFramework("express");
  if (fallback) return fallback;
  throw usageError("AUTH_E_NO_FRAMEWORK", "The framework of this project is not known.");
}
