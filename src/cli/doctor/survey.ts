import { packageName } from "../../templates/package.js";
import { findFramework, frameworks, type FrameworkDescriptor } from "../../templates/frameworks.js";
import { envValue, parseEnv, type EnvEntry } from "../formats/env-file.js";
import type { SourceFacts, SourceMember, SourceObject } from "../source/source-facts.js";
import { lineAt } from "../edit/text-edit.js";
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
  readonly local: string;
  readonly at: Place;
  /** Times it stands in a list, and the members of its argument. */
  readonly count: number;
  readonly members: readonly SourceMember[];
  /** It is called, with options that are all in sight. */
  readonly isCalled: boolean;
}

export interface Place {
  readonly path: string;
  readonly line: number;
}

/** Everything that the static checks look at, read once. */
export interface Survey {
  readonly facts: ProjectFacts;
  readonly framework: FrameworkDescriptor | undefined;
  readonly envFiles: readonly EnvFile[];
  readonly sources: readonly SourceText[];
  /** The file with the configuration. */
  readonly auth: SourceText | undefined;
  /** Object literals that are configurations of ours. */
  readonly configs: readonly { readonly source: SourceText; readonly object: SourceObject }[];
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
  facts: ProjectFacts,
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
  const configs = sources.flatMap((source) =>
    source.objects.filter((object) => isConfig(source, object)).map((object) => ({ source, object })),
  );
  return {
    facts,
    framework,
    envFiles: readEnvFiles(facts, framework, sources),
    sources,
    auth,
    configs,
    providers: listedProviders(configs),
    processEnv,
    nodeVersion,
  };
}

export const textOf = (facts: ProjectFacts, file: string): string =>
  readIfText(facts.files, file)?.text ?? "";

export const placeIn = (source: { path: string; text: string }, offset: number): Place => ({
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

function isConfig({ text, imports }: SourceText, { members, callee, hasSpread }: SourceObject): boolean {
  if (!text.includes(packageName)) return false;
  if (members.some(({ path, value }) => path === "providers" && value !== "providers")) return true;
  const doors = imports
    .filter(({ specifier }) => specifier.startsWith(packageName) && !specifier.includes("/providers/"))
    .flatMap(({ whole, names }) => [whole, ...Object.values(names)]);
  return callee !== undefined && doors.includes(callee) && (hasSpread || members.length > 0);
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

function listedProviders(configs: Survey["configs"]): ListedProvider[] {
  const found = new Map<string, ListedProvider>();
  for (const { source, object } of configs) {
    const list = object.members.find(({ path }) => path === "providers");
    if (!list) continue;
    for (const { specifier, whole, names, typeOnly } of source.imports) {
      const id = new RegExp(`^${packageName}/providers/([\\w-]+)$`).exec(specifier)?.[1];
      const local = whole ?? names["default"];
      if (id === undefined || local === undefined || typeOnly) continue;
      const region = source.code.slice(list.valueStart, list.valueEnd);
      const uses = [...region.matchAll(new RegExp(`(?<![\\w$.])${local}(?![\\w$])`, "g"))];
      const [first] = uses;
      if (!first) continue;
      const options = source.objects.filter(
        (one) => one.callee === local && one.start > list.start && one.start < list.valueEnd,
      );
      const members = options.flatMap((one) => one.members);
      const isCalled =
        /^\s*\(\s*[){]/.test(region.slice(first.index + local.length)) &&
        !options.some(({ hasSpread }) => hasSpread);
      const own = uses.filter(
        ({ index }) => !/id\s*:/.test(region.slice(index, index + 200).split(")")[0] ?? ""),
      );
      const at = placeIn(source, list.valueStart + (uses[1]?.index ?? first.index));
      found.set(id, { id, local, at, count: own.length, members, isCalled });
    }
  }
  return [...found.values()];
}

/** A member of the configuration by its path, wherever the configuration is spread over files. */
export function configMember(
  { configs }: Survey,
  path: string,
): (SourceMember & { readonly at: Place; readonly source: SourceText }) | undefined {
  for (const { source, object } of configs) {
    const member = object.members.find((one) => one.path === path);
    if (member) return { ...member, at: placeIn(source, member.start), source };
  }
  return undefined;
}

/** The text of a string literal; undefined when the value is anything else. */
export const literal = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : /^(["'`])([^"'`$]*)\1$/.exec(value.trim())?.[2];

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
  const given = literal(configMember(all, "basePath")?.value);
  return given === undefined ? undefined : `/${given.replace(/^\/+|\/+$/g, "")}`;
}
