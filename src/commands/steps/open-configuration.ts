/** Finds and opens the configuration that a command changes, and stops where nothing says which one is meant. */
import type { Framework } from "../../cli/project/framework.js";
import { frameworks, plainServer } from "../../templates/frameworks/index.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { CommandContext } from "../../cli/terminal/context.js";
import type { ConfiguredProject, ProjectFacts } from "../../cli/project/facts.js";
import { projectPath, readIfText } from "../../cli/project/files.js";
import { assertPackageManager } from "../../cli/project/package-manager.js";
import type { AuthConfigModel, SourcePlace } from "../../cli/source/configuration/auth-config.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import { detect, type DetectHints } from "./detect.js";
import { manifestPath, parseGenerated } from "../../cli/project/generated.js";
import { importedFile, listSources, projectModules } from "../../cli/project/sources.js";
import type { SourceText } from "../../cli/source/names/names.js";
import { mayStartConfiguration } from "../../cli/source/syntax/probes.js";
import { severalText } from "../../cli/project/candidates.js";
import { assertNothingOld } from "../../cli/old-auth/old-auth.js";

/** The project of a command with its configuration: the one that `--config` names, or the one that was found. */
export async function openProject({ options, io, cwd, output }: CommandContext): Promise<ConfiguredProject> {
  const hints = {
    packageManager: assertPackageManager(options.text("packageManager")),
    userAgent: io.env["npm_config_user_agent"],
    server: options.text("server"),
    framework: options.text("framework"),
    onRead: output.progress.reads,
  };
  const chosen = options.text("config");
  const project = await detectConfigured(cwd, hints, ({ root }) =>
    chosen === undefined ? undefined : projectPath(root, cwd, chosen),
  );
  output.configuration(project.configuration);
  return project;
}

/** @throws CliError when there is no configuration, or when nothing says which one is meant */
export async function openConfiguration(
  { options, cwd }: CommandContext,
  project: ConfiguredProject,
): Promise<OpenConfiguration> {
  const env = options.text("env");
  return {
    source: await configFile(project),
    framework: frameworkOf(project),
    env: env === undefined ? undefined : projectPath(project.root, cwd, env),
  };
}

/** The subpath whose function takes the configuration says it; the dependencies say it otherwise. */
function frameworkOf({ configuration, frameworks: used }: ConfiguredProject): Framework {
  for (const { module } of configuration?.calls ?? []) {
    const found = [...used, ...frameworks].find(({ subpath }) => module === `${packageName}/${subpath}`);
    if (found) return found;
  }
  return used[0] ?? plainServer;
}

// Finds the configuration of a project: by what is called, never by what a file is named alone.

/** Guards call too, with a configuration that nobody signs in by. */
const isGuard = (file: string) => /(?:^|\/)(?:middleware|proxy)\.[cm]?[jt]sx?$/.test(file);

/**
 * Reads a project with its configuration. Executes nothing of it and writes nothing.
 * @param chosen file with the configuration, relative to the project, where a person named it
 * @throws CliError AUTH_E_NO_CONFIG when the chosen file is absent
 */
export async function detectConfigured(
  cwd: string,
  hints: DetectHints = {},
  chosen?: (facts: ProjectFacts) => string | undefined,
): Promise<ConfiguredProject> {
  const facts = detect(cwd, hints);
  const file = chosen?.(facts);
  const found = file === undefined ? await findModels(facts) : [await readChosen(facts, file)];
  const [configuration, ...others] = found;
  if (configuration === undefined || others.length > 0)
    return Object.freeze({
      ...facts,
      configuration: undefined,
      authFile: undefined,
      candidates: found.map(startOf),
    });
  return Object.freeze({ ...facts, configuration, authFile: configuration.home, candidates: [] });
}

const startOf = ({ entry, calls, options }: AuthConfigModel): SourcePlace =>
  calls[0]?.at ?? options.find(({ path }) => path === "providers")?.at ?? { path: entry, line: 1 };

async function readChosen(facts: ProjectFacts, file: string): Promise<AuthConfigModel> {
  const text = facts.files.read(file)?.text;
  if (text === undefined)
    throw new CliError("AUTH_E_NO_CONFIG", `There is no file ${file}.`, { hint: "Check --config." });
  const { readAuthConfig } = await import("../../cli/source/configuration/auth-config.js");
  return readAuthConfig({ file, text }, packageName, projectModules(facts));
}

/** Every configuration that may be meant: none, the one, or several that nothing decides between. */
async function findModels(facts: ProjectFacts): Promise<readonly AuthConfigModel[]> {
  const sources = usualFirst([...listSources(facts.files)]).flatMap((file) => {
    const text = readIfText(facts.files, file)?.text ?? "";
    return mayStartConfiguration(text, packageName) ? [{ file, text }] : [];
  });
  if (sources.length === 0) return [];
  const { readAuthConfigs, startsIn } = await import("../../cli/source/configuration/auth-config.js");
  const open = projectModules(facts);
  const models = readAuthConfigs(sources, packageName, open);
  const calling = models.filter((one) => startsIn(one) === "call");
  const holding = models.filter((one) => startsIn(one) === "object");
  const kinds = [
    calling.filter(({ entry }) => !isGuard(entry)),
    // A list without a call beside it is a part, or is called in a place that is not this project's.
    holding.slice(0, 1),
    calling,
    models.filter(({ unreadable, entry }) => unreadable.length > 0 && isUsual(entry)),
  ];
  return decide(facts, distinct(kinds.find((one) => one.length > 0) ?? []));
}

/** One for each configuration: several files may call with the same. */
const distinct = (models: readonly AuthConfigModel[]): AuthConfigModel[] =>
  [...new Map([...models].reverse().map((one) => [one.identity, one])).values()].reverse();

/** What we wrote ourselves, then what the app imports, then the usual name. */
async function decide(
  facts: ProjectFacts,
  models: readonly AuthConfigModel[],
): Promise<readonly AuthConfigModel[]> {
  if (models.length < 2) return models;
  const made = parseGenerated(readIfText(facts.files, manifestPath)?.text).files;
  const { importedModules } = await import("../../cli/source/configuration/config-roots.js");
  const reached = reachable(facts, importedModules);
  const signs: ((model: AuthConfigModel) => boolean)[] = [
    ({ entry }) => Object.hasOwn(made, entry),
    ({ entry }) => reached.has(entry),
    ({ entry }) => isUsual(entry),
  ];
  for (const sign of signs) {
    const fitting = models.filter(sign);
    if (fitting.length === 1) return fitting;
  }
  return models;
}

/** Files that the server or a route leads to. */
function reachable(
  facts: ProjectFacts,
  importedModules: (text: string, file: string) => readonly string[],
): ReadonlySet<string> {
  const { files, tsconfig, serverFile, appDir, pagesDir } = facts;
  const folders = [appDir, pagesDir].filter((one) => one !== undefined);
  const routes = [...listSources(files)].filter((file) => folders.some((one) => file.startsWith(`${one}/`)));
  const waiting = [...(serverFile === undefined ? [] : [serverFile]), ...routes];
  const seen = new Set<string>(waiting);
  for (const file of waiting) {
    const text = readIfText(files, file)?.text ?? "";
    for (const specifier of importedModules(text, file)) {
      const next = importedFile(files, tsconfig, file, specifier);
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return seen;
}

const usual = /^(?:src\/)?(?:lib\/|server\/)?auth(?:\.config)?\.[cm]?[jt]sx?$/;
const isUsual = (file: string): boolean => usual.test(file);

const usualFirst = (files: readonly string[]): string[] => [
  ...files.filter(isUsual),
  ...files.filter((file) => !isUsual(file)),
];

/** What commands that change a configuration start from. */
export interface OpenConfiguration {
  readonly source: SourceText;
  readonly framework: Framework;
  /** Env file to write, relative to the project; undefined: the framework's own. */
  readonly env: string | undefined;
}

/**
 * The file to start from when the configuration of a project is changed.
 * @throws CliError AUTH_E_NO_CONFIG when there is none, AUTH_E_OLD_AUTH when next-auth or @auth/* has it, AUTH_E_SEVERAL_CONFIGS when nothing says which one is meant
 */
async function configFile(project: ConfiguredProject): Promise<SourceText> {
  const { authFile: file, files } = project;
  assertOneConfiguration(project);
  const text = file === undefined ? undefined : files.read(file)?.text;
  if (file !== undefined && text !== undefined) return { file, text };
  await assertNothingOld(project);
  throw new CliError(
    "AUTH_E_NO_CONFIG",
    `No file of this project imports ${packageName} and has providers.`,
    { hint: `Run npx ${packageName} init first, or name the file with --config PATH` },
  );
}

/** @throws CliError AUTH_E_SEVERAL_CONFIGS when nothing says which configuration is meant */
export function assertOneConfiguration({ candidates }: ConfiguredProject): void {
  const [first] = candidates;
  if (first === undefined) return;
  throw new CliError("AUTH_E_SEVERAL_CONFIGS", severalText(candidates), {
    exitCode: exitCodes.conflict,
    hint: `Nothing was written. Name the one that is meant: --config ${first.path}`,
    next: candidates.map(({ path }) => ({ flags: `--config ${path}`, why: `Takes ${path}.` })),
  });
}
