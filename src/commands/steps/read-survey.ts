/** Reads everything that the checks of a project's files look at. */
import { posix } from "node:path";
import { packageName } from "../../cli/formats/own-package.js";
import { frameworks, plainServer } from "../../templates/frameworks/index.js";
import type { Framework } from "../../cli/project/framework.js";
import { parseEnv } from "../../cli/formats/env-file.js";
import { envFilesOf } from "../../cli/formats/script-line.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { readIfText } from "../../cli/project/files.js";
import { listSources } from "../../cli/project/sources.js";
import type { AuthConfigModel, ConfiguredProvider } from "../../cli/source/configuration/auth-config.js";
import {
  textOf,
  type EnvFile,
  type SurveyedProvider,
  type SourceText,
  type Survey,
} from "../../cli/findings/survey.js";
import { silentProgress, type Progress } from "../../cli/terminal/progress.js";
import { envLoads } from "../../cli/source/syntax/env-loads.js";
import {
  mayAddRoutes,
  mayConcernSignIn,
  mayLoadEnv,
  mayTrustProxies,
} from "../../cli/source/syntax/probes.js";

const envFileName = /^\.env(?:\..+)?$/;

interface SurveyOptions {
  readonly nodeVersion?: string | undefined;
  readonly progress?: Progress;
}

export async function survey(
  facts: ConfiguredProject,
  processEnv: Survey["processEnv"],
  { nodeVersion = process.versions.node, progress = silentProgress }: SurveyOptions = {},
): Promise<Survey> {
  const { readSource } = await import("../../cli/source/syntax/source-facts.js");
  const routers = frameworks.flatMap(({ routers: own = [] }) => own);
  const read = progress.map("Reading file", [...listSources(facts.files)], (path): SourceText[] => {
    const text = textOf(facts, path);
    const wanted =
      isTelling(path) ||
      // Which proxies are believed is said where the server starts, mostly beside all of this.
      path === facts.serverFile ||
      mayTrustProxies.nest(text) ||
      mayLoadEnv(text) ||
      (facts.serverFile !== undefined && mayAddRoutes(text)) ||
      mayConcernSignIn(text, packageName, routers);
    return wanted && text !== "" ? [{ path, text, ...readSource(text, path) }] : [];
  });
  const sources = read.flat();
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

/** Files that say something by their name: routes of a framework, and its settings. */
const isTelling = (file: string): boolean =>
  /(?:^|\/)(?:(?:page|layout|route)\.[jt]sx?|[\w-]+\.config\.[cm]?[jt]s)$/.test(file);

function frameworkOf(facts: ProjectFacts, auth: SourceText | undefined): Framework | undefined {
  const subpath = auth?.imports.map(({ specifier }) => specifier.slice(packageName.length + 1));
  return (
    [...facts.frameworks, ...frameworks].find((one) => subpath?.includes(one.subpath)) ??
    facts.frameworks[0] ??
    (facts.serverFile === undefined ? undefined : plainServer)
  );
}

/** Env files in the project's folder. `sources` say which of them an app without a framework for it loads. */
export function readEnvFiles(
  facts: ProjectFacts,
  framework: Framework | undefined,
  sources: readonly SourceText[],
): EnvFile[] {
  const loaded = framework?.loadedEnvFiles ?? namedEnvFiles(facts, sources);
  const own = framework?.envFile ?? ".env";
  const inRoot = facts.files
    .list("")
    .filter((name) => envFileName.test(name) || name === own || name.startsWith(`${own}.`));
  return [...new Set([...inRoot, ...loaded.filter((file) => !file.startsWith("../"))])].flatMap(
    (path): EnvFile[] => {
      const snapshot = readIfText(facts.files, path);
      if (!snapshot) return [];
      const { text, mode } = snapshot;
      return [{ path, text, mode, entries: parseEnv(text), isLoaded: loaded.includes(path) }];
    },
  );
}

/** Env files that the code or the scripts load. One that is named in a way that is not read may be any of them. */
function namedEnvFiles(facts: ProjectFacts, sources: readonly SourceText[]): string[] {
  const inScripts = Object.values(facts.packageJson.scripts).flatMap(envFilesOf);
  const loads = sources.map(envLoads);
  const inTexts = sources.flatMap(({ texts }) =>
    texts.map(({ text }) => posix.basename(text.split("=").at(-1) ?? "")),
  );
  // What the modules of Vite's `$env` have been read from, while the app is developed.
  const byVite = sources.some(({ imports }) =>
    imports.some(({ specifier }) => specifier.startsWith("$env/")),
  );
  const any = loads.some(({ isOpen }) => isOpen) ? facts.files.list("") : [];
  return [
    ...(byVite ? [".env", ".env.local", ".env.development", ".env.development.local"] : []),
    ...[...inScripts, ...loads.flatMap(({ files }) => files)].map((file) => posix.normalize(file)),
    ...[...any, ...inTexts].filter((name) => envFileName.test(name)),
  ];
}

/** Providers of the catalogue, each once. */
function listedProviders(configuration: AuthConfigModel | undefined): SurveyedProvider[] {
  const all = configuration?.providers ?? [];
  return [...new Set(all.flatMap(({ module }) => module ?? []))].flatMap((id): SurveyedProvider[] => {
    const listed = all.filter(({ module }) => module === id);
    // What is made out of sight may have an id of its own.
    const own = mostInOneList(listed.filter((one) => one.id === id && !one.hidesOptions));
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
        hidesOptions: listed.some(({ hidesOptions }) => hidesOptions),
      },
    ];
  });
}

const mostInOneList = (all: readonly ConfiguredProvider[]): readonly ConfiguredProvider[] =>
  all
    .map(({ list }) => all.filter((one) => one.list === list))
    .reduce((most, one) => (one.length > most.length ? one : most), []);
