/** What generated code has to know of tsconfig.json or jsconfig.json: aliases and the module system. */
import path from "node:path";
import { JsonSyntaxError, parseJson } from "../formats/json-file.js";
import { CliError } from "../terminal/errors.js";
import type { ProjectFiles } from "./files.js";
import { asRecord, type ProjectPackages, upwards } from "./workspace.js";
import { isRelative } from "../source/text/file-names.js";
import type { SourceText } from "../source/names/names.js";
import { versionOf } from "./versions.js";

/** What generated code has to know of tsconfig.json or jsconfig.json. */
export interface TsConfig {
  readonly path: string;
  /** Lower case. */
  readonly module?: string;
  /** Lower case. */
  readonly moduleResolution?: string;
  /** Import paths by pattern, with targets relative to the project. */
  readonly aliases: readonly { readonly pattern: string; readonly target: string }[];
  /** What it extends and could not be read, as in a clone without its packages: what that says is unknown. */
  readonly unread?: readonly string[];
}

/** How often `extends` may name another one, in all files of a configuration; real ones have a handful. */
const mostParents = 1000;

interface Reading {
  readonly files: ProjectFiles;
  /** What was read already; undefined while a file is read, so that a loop ends. */
  readonly known: Map<string, TsConfig | undefined>;
  parents: number;
}

/**
 * Reads the configuration with what it extends, by path or from a package; nothing when there is none.
 * @throws CliError AUTH_E_TSCONFIG when a file of it is no JSON, or when there are too many
 */
export function readTsConfig(files: ProjectFiles): TsConfig | undefined {
  const file = ["tsconfig.json", "jsconfig.json"].find((name) => files.exists(name));
  return file ? read({ files, known: new Map(), parents: 0 }, file) : undefined;
}

function read(all: Reading, file: string): TsConfig | undefined {
  const { files, known } = all;
  if (known.has(file)) return known.get(file);
  known.set(file, undefined);
  const text = files.read(file)?.text;
  const found = text === undefined ? undefined : readText(all, { file, text });
  known.set(file, found);
  return found;
}

function readText(all: Reading, { file, text }: SourceText): TsConfig {
  const data = parseOrThrow(text, file);
  const folder = path.posix.dirname(file);
  const parents = [data["extends"]].flat().filter((one) => typeof one === "string");
  all.parents += parents.length;
  if (all.parents > mostParents) throw tooManyParents(file);
  let inherited: TsConfig | undefined;
  const unread: string[] = [];
  for (const parent of parents) {
    const found = extended(all.files, folder, parent).find((one) => isReadable(all.files, one));
    const next = found === undefined ? undefined : read(all, found);
    if (next === undefined) unread.push(parent);
    unread.push(...(next?.unread ?? []));
    const aliases = next?.aliases.length ? next.aliases : (inherited?.aliases ?? []);
    inherited = { path: file, ...inherited, ...next, aliases };
  }
  const options = asRecord(data["compilerOptions"]);
  // `${configDir}` is the folder of the file that is read first: the project's.
  const from = (place: string) =>
    place.startsWith(configDir) ? `.${place.slice(configDir.length)}` : path.posix.join(folder, place);
  const base = typeof options["baseUrl"] === "string" ? from(options["baseUrl"]) : folder;
  const own = Object.entries(asRecord(options["paths"])).flatMap(([pattern, targets]) => {
    const first: unknown = Array.isArray(targets) ? targets[0] : undefined;
    if (typeof first !== "string") return [];
    const target = first.startsWith(configDir) ? from(first) : path.posix.join(base, first);
    return [{ pattern, target: path.posix.normalize(target) }];
  });
  const word = (name: "module" | "moduleResolution") => {
    const value = options[name];
    return typeof value === "string" ? value.toLowerCase() : inherited?.[name];
  };
  const module = word("module");
  const moduleResolution = word("moduleResolution");
  return {
    path: file,
    ...(module && { module }),
    ...(moduleResolution && { moduleResolution }),
    aliases: own.length > 0 ? own : (inherited?.aliases ?? []),
    ...(unread.length > 0 && { unread }),
  };
}

const configDir = "${configDir}";

const tooManyParents = (file: string) =>
  new CliError(
    "AUTH_E_TSCONFIG",
    `${file}: extends more than ${mostParents} configurations, one by another.`,
    {
      hint: "Leave out those that say nothing, then run the command again.",
    },
  );

/** Where TypeScript looks for what is extended, best first. */
function extended(files: ProjectFiles, folder: string, parent: string): string[] {
  const endings = (target: string) => [target, `${target}.json`, `${target}/tsconfig.json`];
  if (isRelative(parent)) return endings(path.posix.join(folder, parent));
  const above = upwards(files.root).map((_, at) =>
    path.posix.join(...Array<string>(at).fill(".."), "node_modules", parent),
  );
  return above.flatMap(endings);
}

/** Configurations outside of the repository, or none at all: what they say stays unknown. */
function isReadable(files: ProjectFiles, file: string): boolean {
  try {
    return files.read(file) !== undefined;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return false;
  }
}

function parseOrThrow(text: string, file: string): Record<string, unknown> {
  try {
    return asRecord(parseJson(text).value);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CliError("AUTH_E_TSCONFIG", `${file}:${error.line}: not valid JSON, ${error.message}.`, {
      hint: "Correct the file, then run the command again.",
      cause: error,
    });
  }
}

/** The import specifier of a module: through an alias that covers it, otherwise relative to the importing file. */
export function specifierOf(target: string, from: string, config: TsConfig | undefined): string {
  for (const { pattern, target: place } of config?.aliases ?? []) {
    if (!pattern.endsWith("*") || !place.endsWith("*")) continue;
    const prefix = place.slice(0, -1);
    const folder = prefix === "./" ? "" : prefix;
    if (target.startsWith(folder)) return pattern.slice(0, -1) + target.slice(folder.length);
  }
  const relative = path.posix.relative(path.posix.dirname(from), target);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

// Whether code that is compiled to CommonJS can load this package.

/** Modules of TypeScript that run as CommonJS, from a compiler's hand or a bundler's. */
const output = /^(?:commonjs|es\w+|preserve)$/;
/** Modules that follow package.json; the compilers named below let CommonJS import an ES module there. */
const byPackage = /^(?:nodenext|node20)$/;

/**
 * Whether TypeScript sources that are no ES modules when they run may import this package, which is one: Node 20.19
 * and later load it, and the compiler accepts it. Seen with TypeScript 5.9, 6.0 and 7.0, ts-node and tsx.
 */
export function compiledImportsWork(
  facts: ProjectPackages & { readonly tsconfig: TsConfig | undefined },
): boolean {
  if (facts.tsconfig?.path !== "tsconfig.json") return true;
  const { module } = facts.tsconfig;
  if (module === undefined) return false;
  const [major, minor] = versionOf(facts, "typescript") ?? [6, 0];
  return output.test(module) || (byPackage.test(module) && (major > 5 || (major === 5 && minor >= 8)));
}
