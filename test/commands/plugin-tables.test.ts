/** Tables of plugins in a database: made, compared and cleaned up by `auth db`, and what `auth doctor` says of them. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterEach, expect, test } from "vitest";
import { plugins, pluginTables } from "../../src/templates/plugins/index.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

let folder: string;
const env = { DATABASE_URL: "file:auth.db" };
const run = (...args: string[]) => runMain(folder, args, { env });
const all = plugins.map(({ id }) => id);
afterEach(removeProjects);

async function start(adapter: string) {
  folder = copyProject("express-esm-ts");
  await run("init", "--yes", "--no-install");
  const { code, stderr } = await run("add-plugin", ...all, "--adapter", adapter, "--no-install");
  expect(code, stderr).toBe(0);
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
}

const open = () => createClient({ url: `file:${path.join(folder, "auth.db")}` });

test("db migrate makes the tables of the plugins in the configuration, once; db cleanup deletes what is over", async () => {
  await start("kysely");
  const plan = JSON.parse((await run("db", "migrate", "--dry-run", "--json")).stdout);
  for (const { name } of pluginTables)
    expect(plan.result.statements.some((one: string) => one.includes(`"${name}"`))).toBe(true);
  const { code, stderr } = await run("db", "migrate", "--yes");
  expect(code, stderr).toBe(0);
  expect((await run("db", "migrate", "--yes")).stderr).toContain("Nothing to do");
  const db = open();
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const row = (hash: string, end: string) =>
    `insert into auth_two_factor_browser (hash, userId, createdAt, expires) values ('${hash}', '1', '${at(0)}', '${end}')`;
  await db.execute(row("over", at(-1000)));
  await db.execute(row("lives", at(60_000)));
  expect((await run("db", "cleanup", "--yes")).stdout).toContain("auth_two_factor_browser: 1 deleted");
  const { rows } = await db.execute("select hash from auth_two_factor_browser");
  expect(rows.map(({ hash }) => hash)).toEqual(["lives"]);
  db.close();
});

test("without plugins db migrate makes no table of theirs", async () => {
  await start("kysely");
  await run("remove-plugin", ...all);
  const { stdout } = await run("db", "migrate", "--dry-run");
  expect(stdout).toContain('"VerificationToken"');
  expect(stdout).not.toContain("auth_");
});

test("a table that is half there: db migrate says what is missing, and doctor which migration is", async () => {
  await start("kysely");
  await run("db", "migrate", "--yes");
  const db = open();
  await db.execute("drop table auth_account_deletions");
  await db.execute("create table auth_account_deletions (userId text primary key, day text not null)");
  db.close();
  const { code, stderr } = await run("db", "migrate", "--yes");
  expect(code).toBe(1);
  expect(stderr).toContain("auth_account_deletions: The column deleteAt is missing.");
});

test("doctor names the tables of plugins that no migration makes", async () => {
  await start("pg");
  expect((await run("doctor")).stdout).not.toContain("no migration makes the table");
  const file = path.join(
    folder,
    "migrations/0002_auth_password_two_factor_account_access_tokens_organizations_admin.sql",
  );
  const sql = readFileSync(file, "utf8");
  writeFileSync(file, sql.replaceAll("auth_password_link", "other"));
  const { stdout } = await run("doctor");
  expect(stdout).toContain("no migration makes the table auth_password_link");
  expect(stdout).toContain("AUTH_D_SCHEMA_TABLE");
});

/** A project whose Keycloak has the option, or not. */
async function startListening() {
  folder = copyProject("express-esm-ts");
  await run("init", "--yes", "--no-install");
  await run(
    "add-provider",
    "keycloak",
    "--no-install",
    "--param",
    "domain=id.example.com",
    "--param",
    "realm=main",
  );
  const file = path.join(folder, "src/auth.ts");
  return (value: boolean) => {
    const text = readFileSync(file, "utf8").replace(/backchannelLogout: \w+, /, "");
    const changed = text.replace("Keycloak({ ", `Keycloak({ backchannelLogout: ${value}, `);
    expect(changed).not.toBe(text);
    writeFileSync(file, changed);
  };
}

test("db migrate makes the table of backchannelLogout where a provider has the option", async () => {
  const listen = await startListening();
  await run("add-adapter", "kysely", "--yes", "--no-install");
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
  const planned = async () => (await run("db", "migrate", "--dry-run")).stdout;
  expect(await planned()).not.toContain("auth_session_provider");
  listen(true);
  expect(await planned()).toContain('"auth_session_provider"');
  expect(await planned()).toContain('"auth_session_info"');
  listen(false);
  expect(await planned()).not.toContain("auth_session_provider");
});

test("add-adapter makes it too, and doctor names it where no migration does", async () => {
  const listen = await startListening();
  listen(true);
  expect((await run("add-adapter", "pg", "--yes", "--no-install")).code).toBe(0);
  const migrations = path.join(folder, "migrations");
  const [name = ""] = readdirSync(migrations).filter((one) =>
    readFileSync(path.join(migrations, one), "utf8").includes("auth_session_provider"),
  );
  expect((await run("doctor")).stdout).not.toContain("no migration makes the table");
  const sql = readFileSync(path.join(migrations, name), "utf8");
  writeFileSync(path.join(migrations, name), sql.replaceAll("auth_session_provider", "other"));
  expect((await run("doctor")).stdout).toContain("no migration makes the table auth_session_provider");
});
