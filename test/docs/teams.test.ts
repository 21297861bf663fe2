/** The second wall of docs/guides/teams.md, in a Postgres: the statements as they stand on the page. */
import { Kysely, sql } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import { expect, test } from "vitest";
import { pglite } from "../support/pglite.js";
import { readPages, snippetsOf } from "./pages.js";

const page = readPages().find(({ path }) => path === "docs/guides/teams.md")!;
const statements = snippetsOf(page).flatMap(({ language, code }) => (language === "sql" ? [code] : []));

interface Tables {
  readonly projects: { readonly id: string; readonly organization_id: string; readonly title: string };
}

test("teams: a query that forgets the organisation finds the rows of this one, or none", async () => {
  const { dialect } = new KyselyPGlite(pglite());
  const db = new Kysely<Tables>({ dialect });
  for (const statement of statements.flatMap((code) => code.split(/;\s*$/m)))
    if (statement.trim() !== "") await sql.raw(statement).execute(db);
  await sql`create role app`.execute(db);
  await sql`grant select, insert on projects to app`.execute(db);
  const rows = ["acme", "umbra"].map((organization_id) => ({
    id: organization_id,
    organization_id,
    title: "",
  }));
  await db.insertInto("projects").values(rows).execute();
  await sql`set role app`.execute(db);

  const read = () => db.selectFrom("projects").select("id").execute();
  expect(await read()).toEqual([]);
  const inAcme = await db.transaction().execute(async (trx) => {
    await sql`select set_config('app.organization', ${"acme"}, true)`.execute(trx);
    return trx.selectFrom("projects").select("id").execute();
  });
  expect(inAcme).toEqual([{ id: "acme" }]);
  expect(await read()).toEqual([]);
  await expect(
    db
      .insertInto("projects")
      .values({ ...rows[1]!, id: "mine" })
      .execute(),
  ).rejects.toThrow(/row-level security/);
  await db.destroy();
});
