import type { Framework } from "../project/framework.js";
import { envValue, isExampleFile, type EnvEntry } from "../formats/env-file.js";
import type { AuthConfigModel, ConfigOption, SourcePlace } from "../source/configuration/auth-config.js";
import { basePathOf, optionOf } from "../source/configuration/literals.js";
import type { SourceFacts } from "../source/syntax/source-facts.js";
import { lineAt } from "../source/text/layout.js";
import type { ConfiguredProject, ProjectFacts } from "../project/facts.js";
import { readIfText } from "../project/files.js";

export interface EnvFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  readonly entries: readonly EnvEntry[];
  /** Read by the framework, or by the code, of this project. */
  readonly isLoaded: boolean;
}

export interface SourceText extends SourceFacts {
  readonly path: string;
  readonly text: string;
}

/** A provider in the list of the configuration. */
export interface SurveyedProvider {
  readonly id: string;
  /** Name that it has in the code. */
  readonly local: string;
  readonly at: SourcePlace;
  /** Times it stands in the list under its own id, and its options. */
  readonly count: number;
  readonly members: readonly ConfigOption[];
  /** It is called, with options that are all in sight. */
  readonly isCalled: boolean;
  /** Some of its options are made where they cannot be read. */
  readonly hidesOptions: boolean;
}

/** Everything that the static checks look at, read once. */
export interface Survey {
  readonly facts: ConfiguredProject;
  readonly framework: Framework | undefined;
  readonly envFiles: readonly EnvFile[];
  readonly sources: readonly SourceText[];
  /** The file with the configuration. */
  readonly auth: SourceText | undefined;
  readonly configuration: AuthConfigModel | undefined;
  readonly providers: readonly SurveyedProvider[];
  /** Names and values of the process, for what is set outside of files. */
  readonly processEnv: Readonly<Record<string, string | undefined>>;
  readonly nodeVersion: string;
}

export const textOf = (facts: ProjectFacts, file: string): string =>
  readIfText(facts.files, file)?.text ?? "";

export const placeIn = (source: { path: string; text: string }, offset: number): SourcePlace => ({
  path: source.path,
  line: lineAt(source.text, offset),
});

/** An option of the configuration by its path, wherever the configuration is spread over files. */
export const configMember = ({ configuration }: Survey, path: string): ConfigOption | undefined =>
  optionOf(configuration, path);

/** The value of a variable in the files that are loaded, or in the process. */
export function envOf({ envFiles, processEnv }: Survey, key: string): string | undefined {
  for (const { text, isLoaded } of envFiles) {
    const value = isLoaded ? envValue(text, key) : undefined;
    if (value) return value;
  }
  return processEnv[key];
}

/** The same, and what stands in a file that nothing loads: that is a finding of its own. */
export const isWritten = (all: Survey, key: string): boolean =>
  Boolean(envOf(all, key)) ||
  all.envFiles.some(({ path, text }) => !isExampleFile(path) && Boolean(envValue(text, key)));

/** Base path of the endpoints as the configuration, or AUTH_URL, says it. */
export const configuredBasePath = ({ configuration }: Survey): string | undefined =>
  basePathOf(configuration);
