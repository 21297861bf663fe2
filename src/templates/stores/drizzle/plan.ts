import { packageName } from "../../../cli/formats/own-package.js";
import { stagedProject } from "../../../cli/plan/staged-project.js";
import { execPrefix } from "../../../cli/project/package-manager.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import type { DrizzleDialect } from "../../../cli/source/databases/drizzle-tables.js";
import type { TableName } from "../../../runtime/adapters/schema.js";
import { findInstance, importOf, type Instance } from "../instances.js";
import { planSchema } from "../schema-plan.js";
import { noSchema, schemaProblem } from "../schema-problem.js";
import type { StoreAnswers, StoreContext, StoreDeployment, WantedTables } from "../support.js";
import { moduleSpecifier, planStore, shortList, type StorePlace } from "../wiring.js";
import { addToAdapter, memberText } from "./adapter-option.js";
import { changesFor, homeOf, mergeTables, openMerge, pluginTable, type SchemaMerge } from "./merge.js";
import { namesFor } from "./new-tables.js";
import { findSchema } from "./schema-files.js";

/** The option of the adapter for each table. */
const options: Readonly<Record<TableName, string>> = {
  User: "usersTable",
  Account: "accountsTable",
  Session: "sessionsTable",
  VerificationToken: "verificationTokensTable",
  Authenticator: "authenticatorsTable",
};

/** `auth add-adapter drizzle`: tables in the schema, over the database that the project has. Nothing of Drizzle is run. */
export async function planAdapter(context: StoreContext, answers: StoreAnswers): Promise<void> {
  const { facts, framework, source } = context;
  const schema = await findSchema(facts, { begins: true });
  const merge = await mergeTables(schema, (file, from) => moduleSpecifier(facts, framework, file, from));
  if (merge.changes.some(({ file }) => file === source.file))
    throw schemaProblem(
      `${source.file}:1`,
      "the tables stand in the file with the configuration",
      "Move them into a file of their own.",
    );
  await planStore(context, answers, async (place) => {
    const database = await findInstance(context, place, { name: "drizzle" });
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
  planSchema(context.builder, merge, {
    kind: "tables",
    added: "the tables",
    already: "the schema has the tables",
  });
  warnOfUnfilled(context, merge);
  context.builder.next(`Make the tables: ${kitCommand(facts)}`, "before");
}

/** `auth add-plugin` over Drizzle: tables in the file with the users, and their names in the adapter's options. */
export async function planTables(context: StoreContext, { tables, storeFile }: WantedTables): Promise<void> {
  const { builder, framework } = context;
  const facts = stagedProject(builder, context.facts);
  const schema = await findSchema(facts);
  const specifier = (file: string, from: string) => moduleSpecifier(facts, framework, file, from);
  const merge = await openMerge(schema, specifier);
  const absent = tables.filter((table) => !pluginTable(merge, table));
  const names = absent.map((table) => namesFor(merge, table).variable);
  planSchema(builder, await changesFor({ ...merge, judged: new Map() }, absent), {
    kind: "tables",
    added: `tables ${shortList(names)}`,
    already: "the schema has the tables of the plugins",
  });
  const given = tables.map((table) => {
    const found = pluginTable(merge, table);
    const variable = found?.exported ?? namesFor(merge, table).variable;
    return { table: table.name, variable, file: found?.file ?? homeOf(schema, merge.found) };
  });
  const text = builder.text(storeFile) ?? "";
  const edit = await addToAdapter({ file: storeFile, text }, given, (file) => specifier(file, storeFile));
  builder.edit(storeFile, edit, {
    reason: `gives the adapter ${shortList(given.map(({ variable }) => variable))}`,
    already: "the adapter has the tables",
    snippet: `DrizzleAdapter(db, { records: { ${given.map(memberText).join(", ")} } })`,
  });
  builder.next(`Make the tables: ${kitCommand(facts)}`, "before");
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
  const { facts, framework } = context;
  const db = importOf(context, place, database, "db");
  const names = new Map<string, string[]>();
  if (database.name !== "default") names.set(database.file, [database.name]);
  for (const { file, name } of tables.values()) names.set(file, [...(names.get(file) ?? []), name]);
  const imports = [...names].map(([file, own]) => ({
    binding: `{ ${own.join(", ")} }`,
    specifier: moduleSpecifier(facts, framework, file, place.file),
  }));
  return {
    imports: database.name === "default" ? [db, ...imports] : imports,
    connection: db.local,
    tables: Object.entries(options).map(([table, option]) => {
      const name = tables.get(table as TableName)?.name ?? "";
      return name === option ? name : `${option}: ${name}`;
    }),
  };
}

function warnOfUnfilled({ builder }: StoreContext, { unfilled }: SchemaMerge): void {
  if (unfilled.length === 0) return;
  builder.warn(
    "AUTH_W_REQUIRED_COLUMNS",
    `Not every way of signing in has a value for ${unfilled.join(", ")}: make it optional, or give it a default.`,
  );
}

/** As the project's scripts bring the schema into the database. */
function kitCommand({ packageJson, packageManager }: ConfiguredProject): string {
  const run = `${execPrefix(packageManager.name)} drizzle-kit`;
  const scripts = Object.values(packageJson.scripts);
  const uses = (word: string) => scripts.some((one) => new RegExp(`\\bdrizzle-kit\\s+${word}\\b`).test(one));
  const isPushed = uses("push") && !uses("generate");
  return isPushed ? `${run} push` : `${run} generate, then ${run} migrate`;
}
