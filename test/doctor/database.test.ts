/** `auth doctor --url-env`: what the rows of a database say of the configuration. */
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, expect, test } from "vitest";
import type { Finding } from "../../src/cli/findings/finding.js";
import { recordTableStatements, tableStatements } from "../../src/runtime/adapters/sql-schema.js";
import { tables as adminTables } from "../../src/runtime/plugins/admin/tables.js";
import { tables as organizationTables } from "../../src/runtime/plugins/organizations/tables.js";
import { sessionTables } from "../../src/runtime/plugins/sessions/session-tables.js";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain } from "../support/cli.js";
import { baseProject, removeBases, type Spoiled } from "./bases.js";

afterAll(removeBases);

const pluginTables = [...sessionTables, ...adminTables, ...organizationTables];

/** An app with both plugins, and the driver of its database. */
async function withPlugins(): Promise<Spoiled> {
  const project = await baseProject("express-ts");
  project.replace(
    "src/auth.ts",
    "providers: [GitHub],",
    'providers: [GitHub],\n  plugins: [admin(), organizations({ roles: { owner: ["*"] }, create: "everybody" })],',
  );
  project.write(
    "src/auth.ts",
    [
      'import { admin } from "authwright/plugins/admin";',
      'import { organizations } from "authwright/plugins/organizations";',
      project.read("src/auth.ts"),
    ].join("\n"),
  );
  mkdirSync(project.at("node_modules"), { recursive: true });
  symlinkSync(path.join(projectRoot, "node_modules/@libsql"), project.at("node_modules/@libsql"), "dir");
  project.append(".env", "\nDATABASE_URL=file:app.db\n");
  return project;
}

async function doctor(project: Spoiled, ...args: string[]) {
  const { code, stdout } = await runMain(project.folder, ["doctor", "--json", ...args]);
  const { result, error } = JSON.parse(stdout) as {
    result?: { findings?: readonly Finding[] };
    error?: { code: string };
  };
  const found = result?.findings?.filter((one) => one.code.startsWith("AUTH_D_DATABASE")) ?? [];
  return { code, error: error?.code, found, codes: found.map((one) => one.code) };
}

const databaseFlag = ["--url-env", "DATABASE_URL"];

test("a table, an administrator and an owner that the database lacks are found, each until it is there", async () => {
  const project = await withPlugins();
  const client = createClient({ url: `file:${project.at("app.db")}` });
  const run = (statement: string) => client.execute(statement);
  for (const statement of tableStatements("sqlite")) await run(statement);

  const empty = await doctor(project, ...databaseFlag);
  expect([empty.code, empty.codes]).toEqual([1, ["AUTH_D_DATABASE_TABLE", "AUTH_D_DATABASE_TABLE"]]);
  expect(empty.found[0]).toMatchObject({
    path: "src/auth.ts",
    fix: "auth db migrate --url-env DATABASE_URL",
    message: expect.stringContaining("auth_admin_grant"),
  });
  expect((await doctor(project)).codes).toEqual([]);

  for (const table of pluginTables)
    for (const each of recordTableStatements("sqlite", table)) await run(each);
  await run(
    `insert into auth_organizations_organization (id, slug, name, createdAt) values ('o', 'acme', 'Acme', 0)`,
  );
  await run(`insert into users (id, email) values ('ada', 'ada@example.com')`);
  await run(
    `insert into auth_organizations_member (organizationId, userId, role, version, createdAt) values ('o', 'ada', 'member', '1', 0)`,
  );
  // The grant of somebody who is gone is nobody's.
  await run(`insert into auth_admin_grant (userId, grantedBy, createdAt) values ('gone', 'root', 0)`);
  const made = await doctor(project, ...databaseFlag);
  expect(made.codes.sort()).toEqual(["AUTH_D_DATABASE_ADMINISTRATOR", "AUTH_D_DATABASE_OWNER"]);
  expect(made.found.find(({ code }) => code === "AUTH_D_DATABASE_OWNER")?.message).toContain("acme");

  await run(`update auth_organizations_member set role = 'owner'`);
  await run(`update auth_admin_grant set userId = 'ada'`);
  expect((await doctor(project, ...databaseFlag)).codes).toEqual([]);
  client.close();
});

test("a database that is not there, and a variable without a value, are errors", async () => {
  const project = await withPlugins();
  expect(await doctor(project, ...databaseFlag)).toMatchObject({ code: 1, error: "AUTH_E_DATABASE" });
  expect(await doctor(project, "--url-env", "OTHER_URL")).toMatchObject({
    code: 2,
    error: "AUTH_E_NO_DATABASE_URL",
  });
});
