/** The tables that `auth add-plugin` writes for Drizzle keep the rows of the plugins. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { drizzle } from "drizzle-orm/pglite";
import { afterEach, expect, test } from "vitest";
import { DrizzleAdapter } from "../../src/runtime/adapters/drizzle.js";
import { recordTableStatements } from "../../src/runtime/adapters/sql-schema.js";
import type { RecordTable, RecordValue } from "../../src/runtime/types/records.js";
import { plugins, pluginTables } from "../../src/templates/plugins/index.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { pglite } from "../support/pglite.js";

afterEach(removeProjects);

const files = {
  "drizzle.config.js": 'export default { schema: "./schema.js", dialect: "postgresql" };\n',
  "schema.js":
    'import { pgTable, text } from "drizzle-orm/pg-core";\n\nexport const posts = pgTable("posts", { id: text("id").primaryKey() });\n',
  "db.js":
    'import { drizzle } from "drizzle-orm/node-postgres";\nexport const db = drizzle(process.env.DATABASE_URL);\n',
};

const values = {
  key: "k",
  text: "t",
  date: new Date("2030-01-02T03:04:05.678Z"),
  integer: 2 ** 45,
  boolean: true,
};

const rowOf = ({ columns }: RecordTable): Record<string, RecordValue> =>
  Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, values[type]]));

test("every table of every plugin, in Postgres", async () => {
  const folder = copyProject("express-esm-js");
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  manifest.dependencies["drizzle-orm"] = "^0.45.4";
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  await runMain(folder, ["init", "--yes", "--no-install"]);
  const ids = plugins.map(({ id }) => id);
  const { code, stderr } = await runMain(folder, [
    "add-plugin",
    ...ids,
    "--adapter",
    "drizzle",
    "--no-install",
  ]);
  expect(code, stderr).toBe(0);
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
  const schema = await import(pathToFileURL(path.join(folder, "schema.js")).href);
  const own = pluginTables.map(({ name }) => {
    const variable = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [name, schema[variable]] as const;
  });
  const client = pglite();
  for (const table of pluginTables)
    for (const statement of recordTableStatements("postgres", table)) await client.query(statement);
  const adapter = DrizzleAdapter(drizzle(client), { records: Object.fromEntries(own) });
  for (const table of pluginTables) {
    const rows = adapter.records?.(table);
    const row = rowOf(table);
    expect(await rows?.insert(row), table.name).toBe("inserted");
    expect(await rows?.insert(row), table.name).toBe("taken");
    const key = Object.fromEntries(table.primaryKey.map((name) => [name, "k"]));
    expect(await rows?.find(key), table.name).toEqual(row);
  }
  await client.close();
});
