import { packageName } from "../../templates/package.js";
import { findFramework, frameworks, type FrameworkDescriptor } from "../../templates/frameworks.js";
import { envValue, parseEnv, type EnvEntry } from "../formats/env-file.js";
import type {
  AuthConfigModel,
  ConfigOption,
  ConfiguredProvider,
  SourcePlace,
} from "../source/auth-config.js";
import { optionOf, stringOf } from "../source/literals.js";
import type { SourceFacts } from "../source/source-facts.js";
import { lineAt } from "../edit/text-edit.js";
import type { ConfiguredProject } from "../project/configuration.js";
import type { ProjectFacts } from "../project/detect.js";
import { readIfText } from "../project/files.js";
import { listSources } from "../project/sources.js";

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
export interface ListedProvider {
  readonly id: string;
  /** Name that it has in the code. */
  readonly local: string;
  readonly at: SourcePlace;
  /** Times it stands in the list under its own id, and its options. */
  readonly count: number;
  readonly members: readonly ConfigOption[];
  /** It is called, with options that are all in sight. */
  readonly isCalled: boolean;
}

/** Everything that the static checks look at, read once. */
export interface Survey {
  readonly facts: ConfiguredProject;
  readonly framework: FrameworkDescriptor | undefined;
  readonly envFiles: readonly EnvFile[];
  readonly sources: readonly SourceText[];
  /** The file with the configuration. */
  readonly auth: SourceText | undefined;
  readonly configuration: AuthConfigModel | undefined;
  readonly providers: readonly ListedProvider[];
  /** Names and values of the process, for what is set outside of files. */
  readonly processEnv: Readonly<Record<string, string | undefined>>;
  readonly nodeVersion: string;
}

const envFileName = /^\.env(?:\..+)?$/;
export const exampleFile = /\.(?:example|sample|template|dist)$/;
/** Files that can say something about sign-in; the rest is not parsed. */
const relevant = new RegExp(
  `${packageName}|next-auth|\\bauth|session|express|["']use (?:client|server)["']|\\bpage\\b`,
  "i",
);

export async function survey(
  facts: ConfiguredProject,
  processEnv: Survey["processEnv"],
  nodeVersion: string = process.versions.node,
): Promise<Survey> {
  const { readSource } = await import("../source/source-facts.js");
  const sources = [...listSources(facts.files)].flatMap((path): SourceText[] => {
    const text = textOf(facts, path);
    const wanted = /(?:^|\/)(?:page|layout|route)\.[jt]sx?$/.test(path) || relevant.test(text);
    return wanted && text !== "" ? [{ path, text, ...readSource(text, path) }] : [];
  });
  const auth = sources.find(({ path }) => path === facts.authFile);
  const framework = frameworkOf(facts, auth);
  return {
    facts,
    framework,
    envFiles: readEnvFiles(facts, framework, sources),
    sources,
    auth,
    configuration: facts.configuration,
    providers: listedProviders(facts.configuration),
    processEnv,
    nodeVersion,
  };
}

export const textOf = (facts: ProjectFacts, file: string): string =>
  readIfText(facts.files, file)?.text ?? "";

export const placeIn = (source: { path: string; text: string }, offset: number): SourcePlace => ({
  path: source.path,
  line: lineAt(source.text, offset),
});

function frameworkOf(facts: ProjectFacts, auth: SourceText | undefined): FrameworkDescriptor | undefined {
  const door = auth?.imports.map(({ specifier }) => specifier.slice(packageName.length + 1));
  return (
    [...facts.frameworks, ...frameworks].find((one) => door?.includes(one.door)) ??
    facts.frameworks[0] ??
    (facts.serverFile === undefined ? undefined : findFramework("express"))
  );
}

/** Env files in the project's folder. `sources` say which of them an app without a framework for it loads. */
export function readEnvFiles(
  facts: ProjectFacts,
  framework: FrameworkDescriptor | undefined,
  sources: readonly SourceText[],
): EnvFile[] {
  const loaded =
    framework?.door === "next"
      ? [".env", ".env.local", ".env.development", ".env.development.local"].concat([
          ".env.production",
          ".env.production.local",
          ".env.test",
          ".env.test.local",
        ])
      : expressLoads(facts, sources);
  return facts.files
    .list("")
    .filter((name) => envFileName.test(name))
    .flatMap((path): EnvFile[] => {
      const snapshot = readIfText(facts.files, path);
      if (!snapshot) return [];
      const { text, mode } = snapshot;
      return [{ path, text, mode, entries: parseEnv(text), isLoaded: loaded.includes(path) }];
    });
}

/** Env files that the code or the scripts name; dotenv and `loadEnvFile()` without a name read `.env`. */
function expressLoads(facts: ProjectFacts, sources: readonly SourceText[]): string[] {
  const scripts = Object.values(facts.packageJson.scripts).join("\n");
  const code = sources.map((one) => one.code).join("\n");
  const named = [
    ...`${scripts}\n${code}`.matchAll(/(?:--env-file(?:-if-exists)?[= ]|["'`/])(\.env[\w.-]*)/g),
  ];
  const byDefault = /["']dotenv(?:\/config)?["']|loadEnvFile\(\s*\)/.test(code) || /\bdotenv\b/.test(scripts);
  return [...(byDefault ? [".env"] : []), ...named.map(([, name = ""]) => name)];
}

/** Providers of the catalogue, each once. */
function listedProviders(configuration: AuthConfigModel | undefined): ListedProvider[] {
  const all = configuration?.providers ?? [];
  return [...new Set(all.flatMap(({ module }) => module ?? []))].flatMap((id): ListedProvider[] => {
    const listed = all.filter(({ module }) => module === id);
    const own = mostInOneList(listed.filter((one) => one.id === id));
    const [first] = listed;
    if (first === undefined) return [];
    return [
      {
        id,
        local: first.name ?? id,
        at: (own[1] ?? first).at,
        count: own.length,
        members: listed.flatMap(({ options }) => options),
        isCalled: listed.some(({ isCalled }) => isCalled),
      },
    ];
  });
}

const mostInOneList = (all: readonly ConfiguredProvider[]): readonly ConfiguredProvider[] =>
  all
    .map(({ list }) => all.filter((one) => one.list === list))
    .reduce((most, one) => (one.length > most.length ? one : most), []);

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

/** Base path of the endpoints as the configuration, or AUTH_URL, says it. */
export function configuredBasePath(all: Survey): string | undefined {
  const given = stringOf(configMember(all, "basePath")?.value);
  return given === undefined ? undefined : `/${given.replace(/^\/+|\/+$/g, "")}`;
}
