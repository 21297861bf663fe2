import { shortList } from "../short-list.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { execPrefix } from "../../../cli/project/package-manager.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import type { DrizzleDialect } from "../../../cli/source/databases/drizzle-tables.js";
import type { TableName } from "../../../runtime/adapters/schema.js";
import { findInstance, importOf, type Instance } from "../instances.js";
import { noSchema, schemaProblem } from "../schema-problem.js";
import type { StoreAnswers, StoreContext } from "../support.js";
import { moduleSpecifier, planStore, type StorePlace } from "../wiring.js";
import { mergeTables, type SchemaMerge } from "./merge.js";
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
  planSchema(context, merge);
  context.builder.next(`Make the tables: ${kitCommand(facts)}`, "before");
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

function planSchema({ builder }: StoreContext, { changes, added, unfilled }: SchemaMerge): void {
  for (const { file, edits, tables } of changes) {
    const reason = tables.length > 0 ? `tables ${shortList(tables)}` : "passes the tables on";
    const words = { reason, already: "has the tables", snippet: "" };
    builder.edit(file, { kind: "edits", edits }, words);
  }
  if (added) builder.create(added.file, added.content, "the tables");
  if (changes.length === 0 && !added)
    builder.step({ kind: "edit", status: "already", reason: "the schema has the tables" });
  if (unfilled.length === 0) return;
  builder.warn(
    "AUTH_W_REQUIRED_COLUMNS",
    `Not every way of signing in has a value for ${unfilled.join(", ")}: make it optional, or give it a default.`,
  );
}

/** As the project's scripts bring the schema into the database. */
export function kitCommand({ packageJson, packageManager }: ConfiguredProject): string {
  const run = `${execPrefix(packageManager.name)} drizzle-kit`;
  const scripts = Object.values(packageJson.scripts);
  const uses = (word: string) => scripts.some((one) => new RegExp(`\\bdrizzle-kit\\s+${word}\\b`).test(one));
  const isPushed = uses("push") && !uses("generate");
  return isPushed ? `${run} push` : `${run} generate, then ${run} migrate`;
}
