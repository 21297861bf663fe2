import path from "node:path";
import type { Framework } from "../project/framework.js";
import { basePathOf, portIn } from "../source/configuration/literals.js";
import { envFilesOf } from "../formats/script-line.js";
import type { ConfiguredProject, ProjectFacts } from "../project/facts.js";
import { readIfText, type ProjectFiles } from "../project/files.js";
import { listSources, projectModules } from "../project/sources.js";
import { mayListen } from "../source/syntax/probes.js";
import { defaultStyle, detectStyle, type TextStyle } from "../source/text/text-style.js";
import { usageError } from "../terminal/errors.js";
import type { EnvPlace } from "./secret.js";

/** The file that makes `auth`, and exports it; its options may stand in another one, which is `authFile` then. */
export const callingFile = ({
  configuration,
  authFile,
}: Pick<ConfiguredProject, "configuration" | "authFile">): string | undefined =>
  configuration?.calls[0]?.at.path ?? authFile;

/** The env file to write, and those that are loaded besides. */
export function envPlace(
  facts: ProjectFacts,
  framework: Framework | undefined,
  chosen: string | undefined,
): EnvPlace {
  const usual = framework?.envFile ?? ".env";
  const file = path.posix.normalize(chosen ?? usual);
  if (path.isAbsolute(file) || file.startsWith("..")) {
    throw usageError(
      "AUTH_E_ENV_PATH",
      `--env ${file} leads out of the project.`,
      "Name a file below its folder.",
    );
  }
  const isLoaded = (name: string) => framework?.loadedEnvFiles?.includes(name) ?? true;
  const loaded = [usual, ".env"].filter((name, at) => name !== usual || at === 0).filter(isLoaded);
  const reader = { expands: framework?.envExpands ?? false };
  const example = exampleFileOf(facts.files, framework);
  const isExampleLoaded = loadsExample(facts, example);
  return { file, example, isExampleLoaded, alsoRead: loaded.filter((one) => one !== file), reader };
}

/** The file that names the variables of an app, without values: the one that is there, else the usual one. */
function exampleFileOf(files: ProjectFiles, framework: Framework | undefined): string {
  const usual = framework?.exampleFile ?? ".env.example";
  const base = usual.endsWith(".example") ? usual.slice(0, -".example".length) : usual;
  const others = ["template", "sample", "dist", "local.example"].map((ending) => `${base}.${ending}`);
  return [usual, ...others].find((file) => files.exists(file)) ?? usual;
}

/** Whether the server file, or a script, loads the example file: what it says counts then. */
function loadsExample({ files, serverFile, packageJson }: ProjectFacts, example: string): boolean {
  const code = serverFile === undefined ? "" : (readIfText(files, serverFile)?.text ?? "");
  const isNamed = ["loadEnvFile", "dotenv"].some((word) => code.includes(word)) && code.includes(example);
  return isNamed || Object.values(packageJson.scripts).some((line) => envFilesOf(line).includes(example));
}

/** What stands in front of every address of the app: `basePath` of next.config, "" without one. */
export const prefixOf = (facts: ConfiguredProject, framework: Framework): string =>
  framework.prefix(facts.files);

/** Where the endpoints are below the app's address: what the configuration says, the mount, else what is usual. */
export async function endpointBase(facts: ConfiguredProject, framework: Framework): Promise<string> {
  const mounted = await framework.mountedAt?.(facts);
  if (mounted !== undefined) return mounted;
  const base = basePathOf(facts.configuration);
  if (base === undefined) return framework.basePath;
  const prefix = prefixOf(facts, framework);
  return prefix !== "" && base.startsWith(`${prefix}/`) ? base.slice(prefix.length) : base;
}

/** Where the app answers while it is developed: the port is read off scripts and server file. */
export async function developmentAddress(facts: ConfiguredProject, framework: Framework): Promise<string> {
  const script = facts.packageJson.scripts["dev"] ?? facts.packageJson.scripts["start"] ?? "";
  const port = portIn(script) ?? (await serverPort(facts, framework)) ?? framework.devPort;
  return `http://localhost:${port}${prefixOf(facts, framework)}`;
}

async function serverPort(facts: ConfiguredProject, framework: Framework): Promise<string | undefined> {
  const home = framework.home(facts);
  const text = home === undefined || home !== facts.serverFile ? undefined : facts.files.read(home)?.text;
  if (home === undefined || text === undefined) return undefined;
  const { listeningPort } = await import("../source/routes/server.js");
  const open = projectModules(facts);
  const own = listeningPort(text, home, open);
  if (own !== undefined) return own;
  const { locateModule } = await import("../source/syntax/syntax.js");
  const takesServer = (file: string, code: string): boolean =>
    locateModule(code, file).imports.some(({ specifier }) => open(file, specifier)?.file === home);
  for (const file of listSources(facts.files)) {
    const code = readIfText(facts.files, file)?.text ?? "";
    const port = mayListen(code) && takesServer(file, code) ? listeningPort(code, file, open) : undefined;
    if (port !== undefined) return port;
  }
  return undefined;
}

/** The manner of the neighbours, for a file that does not exist yet; what they do not show, the auth file may. */
export function styleLike(
  facts: ConfiguredProject,
  neighbours: readonly string[],
  fallback = mannerOf(facts, facts.authFile === undefined ? [] : [facts.authFile], usualStyle(facts)),
): TextStyle {
  return mannerOf(facts, neighbours, fallback);
}

/** Where no code shows an indent, package.json may show tabs. */
function usualStyle({ files }: ConfiguredProject): TextStyle {
  const isTabbed = readIfText(files, "package.json")?.text.includes("\n\t") ?? false;
  return isTabbed ? { ...defaultStyle, indent: "\t" } : defaultStyle;
}

function mannerOf({ files }: ConfiguredProject, names: readonly string[], fallback: TextStyle): TextStyle {
  const text = names.map((file) => files.read(file)?.text ?? "").join("\n");
  return text.trim() === "" ? fallback : detectStyle(text, fallback);
}
