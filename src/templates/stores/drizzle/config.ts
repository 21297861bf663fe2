/** What `drizzle.config` says: the files of the schema, the database, how names are written. Nothing of it is run. */
import path from "node:path";
import { parseJson } from "../../../cli/formats/json-file.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { asRecord } from "../../../cli/project/workspace.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { DrizzleDialect } from "../../../cli/source/databases/drizzle-tables.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { noSchema, schemaProblem } from "../schema-problem.js";

export interface DrizzleConfig {
  readonly file: string;
  /** Files, folders and globs. */
  readonly schema: readonly string[];
  readonly dialect: DrizzleDialect | undefined;
  /** The database gets the keys of columns as its names, in snake case. */
  readonly isSnake: boolean;
}

const names = ["ts", "mts", "cts", "js", "mjs", "cjs", "json"].map((ending) => `drizzle.config.${ending}`);

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
export async function readConfig(facts: ConfiguredProject): Promise<DrizzleConfig | undefined> {
  const { files, packageJson } = facts;
  const file = [...namedInScripts(Object.values(packageJson.scripts)), ...names].find((one) =>
    files.exists(one),
  );
  const text = file === undefined ? undefined : files.read(file)?.text;
  if (file === undefined || text === undefined) return undefined;
  const textsOf = file.endsWith(".json") ? jsonTexts({ file, text }) : await codeTexts({ file, text });
  const schema = textsOf("schema");
  if (schema.length === 0)
    throw schemaProblem(`${file}:1`, "the option schema is missing", 'Write schema: "path".');
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

type TextsOf = (option: string) => readonly string[];

function jsonTexts({ file, text }: SourceText): TextsOf {
  const data = asRecord(readJson(file, text));
  return (option) => [data[option]].flat().filter((one) => typeof one === "string");
}

function readJson(file: string, text: string): unknown {
  try {
    return parseJson(text).value;
  } catch {
    throw schemaProblem(`${file}:1`, "the file is no JSON", "Repair it.");
  }
}

async function codeTexts(source: SourceText): Promise<TextsOf> {
  const { configTexts } = await import("../../../cli/source/configuration/config-file.js");
  return (option) => {
    const found = configTexts(source, option);
    if (found.kind === "texts") return found.texts;
    if (found.kind === "absent" || option === "driver" || option === "casing") return [];
    const place = `${source.file}:${lineAt(source.text, found.offset)}`;
    throw schemaProblem(place, `the option ${option} isn't a string literal`, `Write ${option}: "…".`);
  };
}
