/** The files that a project's Drizzle schema is made of, and the tables in them. */
import path from "node:path";
import { parseJson } from "../../../cli/formats/json-file.js";
import { coversFolder, fileFitting } from "../../../cli/formats/glob.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { readIfText } from "../../../cli/project/files.js";
import { listSources, projectModules } from "../../../cli/project/sources.js";
import { asRecord } from "../../../cli/project/workspace.js";
import { configTexts } from "../../../cli/source/configuration/config-file.js";
import {
  readTables,
  type DrizzleDialect,
  type DrizzleSourceTable,
} from "../../../cli/source/databases/drizzle-tables.js";
import { readPassing } from "../../../cli/source/databases/schema-code.js";
import { isSourceFile } from "../../../cli/source/text/file-names.js";
import { Names, type SourceText } from "../../../cli/source/names/names.js";
import { mayNameModule } from "../../../cli/source/syntax/probes.js";
import { noSchema, schemaProblem } from "../schema-problem.js";

/** Where tables go that belong beside none of the project's. */
export interface NewTables {
  readonly file: string;
  /** The file that passes the tables on. */
  readonly barrel: string | undefined;
}

export interface DrizzleSchema {
  readonly files: readonly SourceText[];
  readonly tables: readonly DrizzleSourceTable[];
  readonly dialect: DrizzleDialect;
  readonly isSnake: boolean;
  readonly place: NewTables;
}

/** What one entry of `schema` stands for. */
interface Entry {
  readonly pattern: string;
  readonly kind: "file" | "folder" | "glob";
  readonly files: readonly string[];
}

const cores: Readonly<Record<DrizzleDialect, string>> = {
  pg: "drizzle-orm/pg-core",
  mysql: "drizzle-orm/mysql-core",
  sqlite: "drizzle-orm/sqlite-core",
};

/** The module that the builders of a dialect come from. */
export const coreOf = (dialect: DrizzleDialect): string => cores[dialect];

const mostFiles = 500;

/**
 * @param begins the one file that the configuration names need not be there yet
 * @throws CliError exit 3 when there is none, or it cannot be read
 */
export function findSchema(facts: ConfiguredProject, { begins = false } = {}): DrizzleSchema {
  const config = readConfig(facts);
  const entries = config
    ? config.schema.map((one) => entryOf(facts, config, one, begins))
    : [usedFiles(facts)];
  const files = withPassedOn(
    facts,
    entries.flatMap((one) => one.files),
  );
  const names = new Names(projectModules(facts));
  const all = files.flatMap((file) => readTables(file, names));
  const dialect = config?.dialect ?? onlyDialect(all);
  const tables = all.filter((one) => one.dialect === dialect);
  return {
    files,
    tables,
    dialect,
    isSnake: config?.isSnake ?? false,
    place: placeOf(facts, entries, tables),
  };
}

function onlyDialect(tables: readonly DrizzleSourceTable[]): DrizzleDialect {
  const [only, ...others] = new Set(tables.map(({ dialect }) => dialect));
  if (only !== undefined && others.length === 0) return only;
  throw noSchema(
    only === undefined
      ? "Nothing says which database the Drizzle schema is for."
      : "The Drizzle schema has tables of several databases.",
    'Name it in drizzle.config.ts: dialect: "postgresql".',
  );
}

function entryOf(
  { files }: ConfiguredProject,
  config: DrizzleConfig,
  pattern: string,
  begins: boolean,
): Entry {
  if (pattern.startsWith(".."))
    throw noSchema(
      `${config.file}: ${pattern} leads out of the project.`,
      "Run the command in the package that holds the schema and the database.",
    );
  const entry = readEntry({ files }, pattern);
  const isNew = begins && config.schema.length === 1 && entry.kind === "file" && isSourceFile(pattern);
  if (entry.files.length > 0 || isNew) return entry;
  throw noSchema(
    `${config.file}: there is no Drizzle schema at ${pattern}.`,
    "Make the file, with the tables of the app or empty.",
  );
}

function readEntry({ files }: Pick<ConfiguredProject, "files">, pattern: string): Entry {
  if (/[*?[{(!]/.test(pattern))
    return {
      pattern,
      kind: "glob",
      files: [...listSources(files)].filter((file) => coversFolder(pattern, file)),
    };
  const below = files.list(pattern).filter((name) => isSourceFile(name) && !name.endsWith(".d.ts"));
  const folder = pattern.replace(/\/$/, "");
  if (below.length > 0)
    return { pattern: folder, kind: "folder", files: below.map((name) => `${folder}/${name}`) };
  const endings = ["", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];
  const found = endings
    .map((ending) => pattern + ending)
    .find((file) => isSourceFile(file) && readIfText(files, file) !== undefined);
  return { pattern, kind: "file", files: found === undefined ? [] : [found] };
}

/** Without a configuration: the files that make tables. */
function usedFiles({ files }: ConfiguredProject): Entry {
  const found = [...listSources(files)].filter((file) => {
    const text = readIfText(files, file)?.text ?? "";
    return Object.values(cores).some((core) => mayNameModule(text, core));
  });
  if (found.length > 0) return { pattern: "", kind: "file", files: found };
  throw noSchema(
    "There is no drizzle.config, and no file of this project makes tables with Drizzle.",
    'Begin with drizzle.config.ts: export default { schema: "./src/schema.ts", dialect: "postgresql" }.\nFrom nothing: docs/adapters/drizzle.md#a-project-without-drizzle',
  );
}

/** With the files whose exports they pass on. */
function withPassedOn(facts: ConfiguredProject, first: readonly string[]): SourceText[] {
  const open = projectModules(facts);
  const found = new Map<string, SourceText>();
  const queue = [...first];
  for (let file = queue.shift(); file !== undefined && found.size < mostFiles; file = queue.shift()) {
    const text = readIfText(facts.files, file)?.text;
    if (found.has(file) || text === undefined) continue;
    found.set(file, { file, text });
    const { error, modules } = readPassing({ file, text });
    if (error !== undefined)
      throw schemaProblem({ file, text }, error, "the file has a syntax error", "Repair it.");
    queue.push(...modules.flatMap((module) => open(file, module)?.file ?? []));
  }
  return [...found.values()];
}

function placeOf(
  { files }: ConfiguredProject,
  entries: readonly Entry[],
  tables: readonly DrizzleSourceTable[],
): NewTables {
  const open = entries.find(({ kind }) => kind !== "file");
  if (open) {
    const file = newFile(files, open);
    if (file !== undefined) return { file, barrel: undefined };
  }
  const plain = entries.flatMap((one) => one.files);
  const withTables = plain.find((file) => tables.some((one) => one.file === file));
  const file = withTables ?? plain[0] ?? entries[0]?.pattern ?? "";
  const isBarrel = readPassing({ file, text: files.read(file)?.text ?? "" }).last !== undefined;
  if (withTables !== undefined || !isBarrel) return { file, barrel: undefined };
  const beside = { pattern: path.posix.dirname(file), kind: "folder", files: [file] } as const;
  return { file: newFile(files, beside) ?? file, barrel: file };
}

/** A name that is free, in a folder or where a glob finds it. */
function newFile(
  files: ConfiguredProject["files"],
  { pattern, kind, files: [neighbour = ""] }: Entry,
): string | undefined {
  const ending = path.posix.extname(neighbour);
  const names = ["auth", "auth-tables", "auth-schema"].map((name) => {
    const file = kind === "glob" ? fileFitting(pattern, name) : path.posix.join(pattern, name);
    return isSourceFile(file) ? file : file + ending;
  });
  return names.find((file) => !files.exists(file) && (kind === "folder" || coversFolder(pattern, file)));
}

/** What `drizzle.config` says: the files of the schema, the database, how names are written. Nothing of it is run. */
interface DrizzleConfig {
  readonly file: string;
  /** Files, folders and globs. */
  readonly schema: readonly string[];
  readonly dialect: DrizzleDialect | undefined;
  /** The database gets the keys of columns as its names, in snake case. */
  readonly isSnake: boolean;
}

const configNames = ["ts", "mts", "cts", "js", "mjs", "cjs", "json"].map(
  (ending) => `drizzle.config.${ending}`,
);

/** By their names in configurations; `driver` is that of older ones. */
const dialects: Readonly<Record<string, DrizzleDialect>> = {
  postgresql: "pg",
  pg: "pg",
  mysql: "mysql",
  mysql2: "mysql",
  sqlite: "sqlite",
  turso: "sqlite",
  "better-sqlite": "sqlite",
  libsql: "sqlite",
  d1: "sqlite",
};

/**
 * The configuration of a project; undefined when it has none.
 * @throws CliError exit 3 when it cannot be read
 */
function readConfig(facts: ConfiguredProject): DrizzleConfig | undefined {
  const { files, packageJson } = facts;
  const file = [...namedInScripts(Object.values(packageJson.scripts)), ...configNames].find((one) =>
    files.exists(one),
  );
  const text = file === undefined ? undefined : files.read(file)?.text;
  if (file === undefined || text === undefined) return undefined;
  const textsOf = (option: string) => textsIn({ file, text }, option);
  const schema = textsOf("schema");
  if (schema.length === 0)
    throw schemaProblem({ file, text }, 0, "the option schema is missing", 'Write schema: "path".');
  const [dialect] = [...textsOf("dialect"), ...textsOf("driver")];
  return {
    file,
    schema: schema.map((one) => path.posix.normalize(one)),
    dialect: dialect === undefined ? undefined : knownDialect(file, dialect),
    isSnake: textsOf("casing")[0] === "snake_case",
  };
}

/** `drizzle-kit push --config=drizzle-dev.config.ts` */
const namedInScripts = (scripts: readonly string[]): readonly string[] =>
  scripts.flatMap((script) => {
    const [, , named = ""] = /drizzle-kit\b.*?--config(=|\s+)["']?([^\s"']+)/.exec(script) ?? [];
    return named === "" ? [] : [path.posix.normalize(named)];
  });

function knownDialect(file: string, dialect: string): DrizzleDialect {
  const found = Object.hasOwn(dialects, dialect) ? dialects[dialect] : undefined;
  if (found) return found;
  throw noSchema(
    `${file} names the dialect ${dialect}; the store knows postgresql, mysql, sqlite and turso.`,
    "For another database take another store, such as kysely.",
  );
}

/** A text that an option is, or the list of them. */
function textsIn(source: SourceText, option: string): readonly string[] {
  if (source.file.endsWith(".json"))
    return [asRecord(readJson(source))[option]].flat().filter((one) => typeof one === "string");
  const found = configTexts(source, option);
  if (found.kind === "texts") return found.texts;
  if (found.kind === "absent" || option === "driver" || option === "casing") return [];
  const what = `the option ${option} isn't a string literal`;
  throw schemaProblem(source, found.offset, what, `Write ${option}: "…".`);
}

function readJson(source: SourceText): unknown {
  try {
    return parseJson(source.text).value;
  } catch {
    throw schemaProblem(source, 0, "the file is no JSON", "Repair it.");
  }
}
