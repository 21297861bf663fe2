import path from "node:path";
import { JsonSyntaxError, parseJson } from "../edit/json-file.js";
import { CliError } from "../ui/errors.js";
import type { ProjectFiles } from "./files.js";
import { asRecord } from "./workspace.js";

/** What generated code has to know of tsconfig.json or jsconfig.json. */
export interface TsConfig {
  readonly path: string;
  /** Lower case. */
  readonly module?: string;
  /** Import paths by pattern, with targets relative to the project. */
  readonly aliases: readonly { readonly pattern: string; readonly target: string }[];
}

/** Reads the configuration with what it extends by relative path; nothing when there is none. */
export function readTsConfig(files: ProjectFiles): TsConfig | undefined {
  const file = ["tsconfig.json", "jsconfig.json"].find((name) => files.exists(name));
  return file ? read(files, file, 0) : undefined;
}

function read(files: ProjectFiles, file: string, depth: number): TsConfig | undefined {
  const text = files.read(file)?.text;
  if (text === undefined || depth > 5) return undefined;
  const data = parseOrThrow(text, file);
  const parents = [data["extends"]].flat().filter((one) => typeof one === "string" && one.startsWith("."));
  const folder = path.posix.dirname(file);
  let inherited: TsConfig | undefined;
  for (const parent of parents) {
    const target = path.posix.join(folder, String(parent));
    inherited = read(files, target.endsWith(".json") ? target : `${target}.json`, depth + 1) ?? inherited;
  }
  const options = asRecord(data["compilerOptions"]);
  const base = path.posix.join(folder, typeof options["baseUrl"] === "string" ? options["baseUrl"] : ".");
  const own = Object.entries(asRecord(options["paths"])).flatMap(([pattern, targets]) => {
    const first: unknown = Array.isArray(targets) ? targets[0] : undefined;
    return typeof first === "string" ? [{ pattern, target: path.posix.join(base, first) }] : [];
  });
  const module = typeof options["module"] === "string" ? options["module"].toLowerCase() : inherited?.module;
  return {
    path: file,
    ...(module && { module }),
    aliases: own.length > 0 ? own : (inherited?.aliases ?? []),
  };
}

function parseOrThrow(text: string, file: string): Record<string, unknown> {
  try {
    return asRecord(parseJson(text).value);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CliError("AUTH_E_TSCONFIG", `${file}:${error.line}: not valid JSON, ${error.message}.`, {
      hint: "Repair the file and run the command again.",
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
