/** Env files that a source file loads: by `process.loadEnvFile()` and by the packages of dotenv. */
import { posix } from "node:path";
import type { SourceCall, SourceFacts } from "./source-facts.js";

/** Which env files code loads, by paths from the folder of the project. */
export interface EnvLoads {
  readonly files: readonly string[];
  /** One more is named in a way that is not read. */
  readonly isOpen: boolean;
}

type Source = Pick<SourceFacts, "imports" | "calls"> & { readonly path: string };

/** Packages whose `config()` loads `.env`, or what its option `path` names. */
const packages = /^(?:dotenv|dotenv-safe|dotenv-defaults|dotenv-flow|@dotenvx\/dotenvx)$/;
const loadedByImport = /^(?:dotenv|dotenv-safe|dotenv-expand|dotenv-flow|@dotenvx\/dotenvx)\/config$/;

/** Which option of a call names the files. */
type Option = "path" | "envFilePath";

export function envLoads({ path, imports, calls }: Source): EnvLoads {
  const loaders = loadersOf(imports);
  const found = calls.flatMap((call): (readonly string[] | undefined)[] => {
    const { callee, args } = call;
    if (callee.split(".").at(-1) === "loadEnvFile") return [pathsIn(args[0], path)];
    if (callee === "require" && loadedByImport.test(args[0]?.slice(1, -1) ?? "")) return [[".env"]];
    const option = loaders.get(callee) ?? optionOfRequired(callee);
    return option === undefined ? [] : [ofOptions(call, option, path)];
  });
  const byImport = imports.some(({ specifier }) => loadedByImport.test(specifier)) ? [".env"] : [];
  return {
    files: [...new Set([...byImport, ...found.flatMap((files) => files ?? [])])],
    isOpen: found.includes(undefined),
  };
}

/** Calls that load env files, by the names that a file has for them. */
function loadersOf(imports: Source["imports"]): ReadonlyMap<string, Option> {
  const loaders = new Map<string, Option>();
  for (const { specifier, whole, names } of imports) {
    if (packages.test(specifier)) {
      if (whole !== undefined) loaders.set(`${whole}.config`, "path");
      if (names["config"] !== undefined) loaders.set(names["config"], "path");
    }
    if (specifier === "@nestjs/config" && names["ConfigModule"] !== undefined)
      loaders.set(`${names["ConfigModule"]}.forRoot`, "envFilePath");
  }
  return loaders;
}

/** `require("dotenv").config` */
const optionOfRequired = (callee: string): Option | undefined =>
  packages.test(/^require\(["'](.*)["']\)\.config$/.exec(callee)?.[1] ?? "") ? "path" : undefined;

/** The files that an object of options names; what it says besides is not asked. */
function ofOptions(
  { args: [options] }: SourceCall,
  option: Option,
  from: string,
): readonly string[] | undefined {
  if (options === undefined) return [".env"];
  const isShort = new RegExp(`[{,]\\s*${option}\\s*[,}]`).test(options);
  if (isShort || !/^\{[^]*\}$/.test(options) || /\.\.\.|\bprocessEnv\b/.test(options)) return undefined;
  const value = new RegExp(`[{,]\\s*["']?${option}["']?\\s*:\\s*([^]*)\\}$`).exec(options)?.[1];
  return value === undefined ? [".env"] : pathsIn(firstValue(value), from);
}

/** The code in front of the comma that ends a value. */
function firstValue(code: string): string {
  let depth = 0;
  for (let at = 0; at < code.length; at++) {
    const sign = code[at] ?? "";
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "," && depth === 0) return code.slice(0, at).trim();
  }
  return code.trim();
}

const quoted = /(["'`])((?:(?!\1|\$\{)[^\\])*)\1/g;
const beside = /\b__dirname\b|\bimport\.meta\.(?:dirname|url)\b/;
/** What may stand around the texts of a path, and changes nothing of what they name. */
const around = /\b(?:new|URL|path|posix|join|resolve|fileURLToPath|process|cwd)\b|[\s.,()+]/g;

/** The paths that the code of a value names; undefined where it holds more than texts and well-known folders. */
function pathsIn(value: string | undefined, from: string): readonly string[] | undefined {
  if (value === undefined) return [".env"];
  const code = value.replace(/`\$\{__dirname\}([^`$]*)`/g, '__dirname + "$1"');
  const list = /^\[([^[\]]*)\]$/.exec(code)?.[1];
  if (list !== undefined) {
    const all = list.split(",").filter((one) => one.trim() !== "");
    const read = all.map((one) => pathsIn(one.trim(), from));
    return read.includes(undefined) ? undefined : read.flatMap((files) => files ?? []);
  }
  const texts = [...code.matchAll(quoted)].map(([, , text = ""]) => text);
  const rest = code.replaceAll(quoted, "").replace(beside, "").replaceAll(around, "");
  if (texts.length === 0 || rest !== "") return undefined;
  const folder = beside.test(code) ? posix.dirname(from) : "";
  return [posix.join(folder, ...texts)];
}
