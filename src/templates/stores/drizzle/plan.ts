import { insertItems } from "../../../cli/edit/comma-list.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { execPrefix } from "../../../cli/project/package-manager.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { locateAdapterCall } from "../../../cli/source/configuration/adapter-call.js";
import type { DrizzleDialect } from "../../../cli/source/databases/drizzle-tables.js";
import { readSchemaCode } from "../../../cli/source/databases/schema-code.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";
import { indentAt, lineAt } from "../../../cli/source/text/layout.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { memberOf } from "../../../runtime/adapters/rows/rows.js";
import { tableNames } from "../../../runtime/adapters/schema.js";
import { findInstance, type Instance, type Maker } from "../instances.js";
import { planSchema, warnOfUnfilled } from "../schema-plan.js";
import { noSchema, schemaProblem } from "../schema-problem.js";
import {
  isPasswordColumn,
  type PasswordTable,
  type StoreAnswers,
  type StoreContext,
  type StoreDeployment,
  type WantedTables,
} from "../support.js";
import { moduleSpecifier, planStore, shortList, type StorePlace, stagedFor } from "../wiring.js";
import { changesFor, mergeTables, openMerge, pluginTable, type SchemaMerge } from "./merge.js";
import { importEdits, namesFor } from "./new-tables.js";
import { findSchema } from "./schema-files.js";

const client: Maker = { name: "drizzle", usual: "db" };

/** `auth add-adapter drizzle`: tables in the schema, over the database that the project has. Nothing of Drizzle is run. */
export async function planAdapter(context: StoreContext, answers: StoreAnswers): Promise<void> {
  const {
    builder: { facts },
    framework,
    source,
  } = context;
  const schema = findSchema(facts, { begins: true });
  const merge = mergeTables(stagedFor(context), schema);
  if (merge.changes.some(({ file }) => file === source.file))
    throw schemaProblem(
      source,
      0,
      "the tables stand in the file with the configuration",
      "Move them into a file of their own.",
    );
  await planStore(context, answers, async (place) => {
    const database = await findInstance(context, place, client);
    if (!database)
      throw noSchema(
        "No file of this project exports a database of Drizzle.",
        `The store needs one, such as:\n${databaseCode(framework, schema.dialect)}`,
      );
    return {
      subpath: `${packageName}/adapters/drizzle`,
      template: "stores/drizzle/store.ts.hbs",
      data: dataFor(context, place, merge, database),
      reason: `the store, over ${database.file}`,
      dependencies: { "drizzle-orm": "^0.45.4" },
      connects: false,
    };
  });
  planSchema(context.builder, merge, "tables");
  warnOfUnfilled(context.builder, "Not every way of signing in has a value for", merge.unfilled);
  context.builder.next(`Make the tables: ${kitCommand(facts)}`, "before");
}

/** `auth add-plugin` over Drizzle: tables in the file with the users, and their names in the adapter's options. */
export async function planTables(context: StoreContext, { tables, storeFile }: WantedTables): Promise<void> {
  const { builder } = context;
  const project = stagedFor(context);
  const merge = openMerge(project, findSchema(project.facts));
  const absent = tables.filter((table) => !pluginTable(merge, table));
  const names = absent.map((table) => namesFor(merge, table).variable);
  planSchema(builder, changesFor(merge, absent), "tables", names);
  const given = tables.map((table) => {
    const found = pluginTable(merge, table);
    const variable = found?.exported ?? namesFor(merge, table).variable;
    return { table: table.name, variable, file: found?.file ?? merge.home };
  });
  const text = builder.text(storeFile) ?? "";
  const edit = addToAdapter({ file: storeFile, text }, given, (file) =>
    moduleSpecifier(project, file, storeFile),
  );
  builder.edit(storeFile, edit, {
    reason: `gives the adapter ${shortList(given.map(({ variable }) => variable))}`,
    already: "the adapter has the tables",
    snippet: `DrizzleAdapter(db, { records: { ${given.map(memberText).join(", ")} } })`,
  });
  builder.next(`Make the tables: ${kitCommand(project.facts)}`, "before");
}

/** A table of a plugin, and where the app has it. */
interface GivenTable {
  readonly table: string;
  readonly variable: string;
  readonly file: string;
}

const memberText = ({ table, variable }: GivenTable): string =>
  table === variable ? table : `${table}: ${variable}`;

/** The option `records` of the adapter, with the imports that it needs. */
function addToAdapter(
  source: SourceText,
  given: readonly GivenTable[],
  specifierOf: (file: string) => string,
): EditResult {
  const { text } = source;
  const located = locateAdapterCall(source, "DrizzleAdapter", "records");
  if (located.kind === "unreadable")
    return { kind: "manual", line: lineAt(text, located.offset), why: located.why };
  const { arguments: args, options, member } = located.place;
  const missing = given.filter(({ table }) => !member?.names.includes(table));
  if (missing.length === 0) return { kind: "edits", edits: [] };
  const style = detectStyle(text);
  const items = missing.map(memberText);
  const outer = indentAt(text, options?.items[0]?.start ?? args.open);
  const lines = (indent: string) =>
    ["{", ...items.map((one) => `${indent}${style.indent}${one},`), `${indent}}`].join(style.eol);
  const inserted = member
    ? insertItems(text, member, items, style)
    : options
      ? insertItems(text, options, [`records: ${lines(outer)}`], style)
      : insertItems(text, args, [`{ records: ${lines(outer)} }`], style);
  const code = readSchemaCode(source);
  const imports = [...new Set(missing.map(({ file }) => file))].flatMap((file) => {
    const specifier = specifierOf(file);
    const present = code.namesOf(specifier);
    const names = missing.flatMap((one) =>
      one.file === file && present.names[one.variable] === undefined ? [one.variable] : [],
    );
    return file === source.file ? [] : importEdits({ text, code }, { specifier, names });
  });
  return { kind: "edits", edits: [...imports, ...inserted] };
}

/** Drivers of the databases; where a file of SQLite lies, the code of the app says. */
const servers = [
  ["postgres", ["pg", "postgres"]],
  ["mysql", ["mysql2"]],
] as const;

export async function deploymentOf({ packageJson }: ConfiguredProject): Promise<StoreDeployment> {
  const found = servers.find(([, names]) => names.some((name) => name in packageJson.dependencies));
  return { database: found?.[0] };
}

const drivers: Readonly<Record<DrizzleDialect, string>> = {
  pg: "node-postgres",
  mysql: "mysql2",
  sqlite: "libsql",
};

/** It opens before the file with the configuration runs, so it cannot wait for that to load the env file. */
function databaseCode({ loadedEnvFiles }: StoreContext["framework"], dialect: DrizzleDialect): string {
  const lines = [
    `import { drizzle } from "drizzle-orm/${drivers[dialect]}";`,
    'export const db = drizzle(process.env.DATABASE_URL ?? "");',
  ];
  if (loadedEnvFiles === undefined) {
    lines.unshift('import { existsSync } from "node:fs";');
    lines.splice(2, 0, 'if (existsSync(".env")) process.loadEnvFile(".env");');
  }
  return lines.map((line) => `  ${line}`).join("\n");
}

/** Imports, one for each file, and the tables by option. */
function dataFor(context: StoreContext, place: StorePlace, { tables }: SchemaMerge, database: Instance) {
  const names = new Map<string, string[]>();
  if (!database.isDefault) names.set(database.file, [database.local]);
  for (const { file, name } of tables.values()) names.set(file, [...(names.get(file) ?? []), name]);
  const imports = [...names].map(([file, own]) => ({
    binding: `{ ${own.join(", ")} }`,
    specifier: moduleSpecifier(stagedFor(context), file, place.file),
  }));
  return {
    imports: database.isDefault ? [database, ...imports] : imports,
    connection: database.local,
    tables: tableNames.map((table) => {
      const option = `${memberOf(table)}sTable`;
      const name = tables.get(table)?.name ?? "";
      return name === option ? name : `${option}: ${name}`;
    }),
  };
}

/** As the project's scripts bring the schema into the database. */
function kitCommand({ packageJson, packageManager }: ConfiguredProject): string {
  const run = `${execPrefix(packageManager.name)} drizzle-kit`;
  const scripts = Object.values(packageJson.scripts);
  const uses = (word: string) => scripts.some((one) => new RegExp(`\\bdrizzle-kit\\s+${word}\\b`).test(one));
  const isPushed = uses("push") && !uses("generate");
  return isPushed ? `${run} push` : `${run} generate, then ${run} migrate`;
}

/**
 * The table of an app that holds users with the hashes of their passwords.
 * @throws SchemaError when there is no schema, or it cannot be read
 */
export async function findPasswordTable(
  context: StoreContext,
  file: string,
): Promise<PasswordTable | undefined> {
  const { tables } = findSchema(context.builder.facts);
  for (const { columns, exported, unique, file: home } of tables) {
    const hash = columns.find(({ key }) => isPasswordColumn(key));
    const id = columns.find(({ key }) => unique.some((keys) => keys.length === 1 && keys[0] === key));
    if (!hash || !id || exported === undefined || !columns.some(({ key }) => key === "email")) continue;
    const database = await findInstance(context, { file }, client);
    if (!database) return undefined;
    const isNotNull = hash.calls.some(({ name }) => name === "notNull");
    return {
      name: `${exported} of ${home}`,
      imports: [
        { binding: "{ eq }", specifier: "drizzle-orm" },
        database,
        { binding: `{ ${exported} }`, specifier: moduleSpecifier(stagedFor(context), home, file) },
      ],
      lines: `const [row] = await ${database.local}.select().from(${exported}).where(eq(${exported}.email, email));`,
      id: id.key,
      hash: isNotNull ? hash.key : `${hash.key} ?? undefined`,
      label: columns.some(({ key }) => key === "name") ? "row.name" : "null",
    };
  }
  return undefined;
}
