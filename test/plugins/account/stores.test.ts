/** The same on databases: what the plugin asks of rows, and what races decide there. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely, sql } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import { afterAll, describe, expect, it } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../../src/runtime/adapters/kysely.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { tables } from "../../../src/runtime/plugins/account/tables.js";
import { People, requestOf, strategies } from "./people.js";
import { pglite } from "../../support/pglite.js";

const file = path.join(tmpdir(), `account-${randomUUID()}.db`);
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(file, { force: true });
});

const stores = {
  sqlite: async () => new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) }),
  postgres: async () => {
    const { dialect } = new KyselyPGlite(pglite());
    return new Kysely<AuthTables>({ dialect });
  },
};

describe.each(Object.keys(stores) as (keyof typeof stores)[])("on %s", (database) => {
  const opened = (async () => {
    const db = await stores[database]();
    closing.push(() => db.destroy());
    await migrate(db);
    for (const statement of tables.flatMap((table) => recordTableStatements(database, table)))
      await sql.raw(statement).execute(db);
    return db;
  })();

  it.each(strategies)("sessions end, and the last way in stays, with %s sessions", async (strategy) => {
    const db = await opened;
    const adapter = KyselyAdapter(db);
    const people = new People(strategy, {}, { adapter, plugins: [account({ cacheSeconds: 0 })] });
    people.stage.config.providers.splice(2);
    const name = `ada-${strategy}`;
    const [laptop, phone] = [await people.signIn(name), await people.signIn(name)];
    expect(await people.auth.sessions.list(requestOf(laptop))).toHaveLength(2);
    await people.auth.sessions.revokeOthers(requestOf(laptop));
    expect([await laptop.session(), await phone.session()]).toEqual([expect.anything(), null]);
    await people.signIn(name, laptop, "plain");
    const tabs = ["op", "plain"].map((provider) =>
      people.auth.accounts.unlink(requestOf(laptop), { provider, providerAccountId: name }),
    );
    const ends = await Promise.allSettled(tabs);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = await people.auth.accounts.list(requestOf(laptop));
    expect(left).toHaveLength(1);
    const tokens = { access_token: "at-new", expires_at: 4_000_000_000 };
    expect(await adapter.renewAccount({ ...left[0]!, ...tokens })).toBe(true);
    const stored = await adapter.getAccount(left[0]!.providerAccountId, left[0]!.provider);
    expect(stored).toMatchObject(tokens);
    expect(await adapter.renewAccount({ provider: "op", providerAccountId: "nobody", ...tokens })).toBe(
      false,
    );
    expect(people.stage.errors.map(({ message }) => message)).toEqual([]);
  });
});
