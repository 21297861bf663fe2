/** What is left of a user who has deleted the account: nothing, in any table of any plugin. */
import { Kysely, sql } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type AuthTables, KyselyAdapter, migrate } from "../../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { accessTokens } from "../../../src/runtime/plugins/access-tokens/tables.js";
import { accountChanges, tables as accountTables } from "../../../src/runtime/plugins/account/tables.js";
import { tables as passwordTables } from "../../../src/runtime/plugins/password/tables.js";
import { sessionEpochs } from "../../../src/runtime/plugins/sessions/session-tables.js";
import { codeAt, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import { tables as twoFactorTables } from "../../../src/runtime/plugins/two-factor/tables.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import { ada, type PasswordApp, right, type User } from "../password/drive.js";
import { houseOf, idOf, recordsOf, strategies, type Strategy, withFactor } from "./house.js";
import { pglite } from "../../support/pglite.js";

const tables: readonly RecordTable[] = [
  ...new Map(
    [...passwordTables, ...accountTables, ...twoFactorTables, accessTokens].map((each) => [each.name, each]),
  ).values(),
];

interface Opened {
  readonly adapter: Adapter & { deleteExpired(options: object): Promise<number> };
  /** Rows of all tables together, whoever they are of; undefined: it can't be asked. */
  count?(): Promise<Record<string, number>>;
}

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const stores: Record<string, () => Promise<Opened>> = {
  memory: async () => ({ adapter: MemoryAdapter() }),
  PGlite: async () => {
    const { dialect } = new KyselyPGlite(pglite());
    const db = new Kysely<AuthTables>({ dialect });
    closing.push(() => db.destroy());
    await migrate(db);
    for (const statement of tables.flatMap((table) => recordTableStatements("postgres", table)))
      await sql.raw(statement).execute(db);
    const core = ["User", "Account", "Session", "Authenticator"];
    return {
      adapter: KyselyAdapter(db),
      async count() {
        const counted: Record<string, number> = {};
        for (const name of [...core, ...tables.map((table) => table.name)]) {
          const { rows } = await sql<{
            n: number;
          }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
          if (rows[0]!.n > 0) counted[name] = rows[0]!.n;
        }
        return counted;
      },
    };
  },
};

/** Rows of the user by table, found by id and by address. */
async function rowsOf(app: PasswordApp, userId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of tables) {
    const records = recordsOf(app, table);
    for (const [column, value] of [
      ["userId", userId],
      ["email", ada],
    ] as const) {
      if (!(column in table.columns)) continue;
      const { length } = await records.list({ [column]: value }, { limit: 100 });
      if (length > 0) found[table.name] = (found[table.name] ?? 0) + length;
    }
  }
  return found;
}

/** A user of whom every plugin keeps something. */
async function fullUser(app: PasswordApp): Promise<User> {
  await app.withUser();
  const userId = await idOf(app);
  const secret = await withFactor(app);
  const user = app.browser();
  await user.signIn(ada, right);
  const code = await codeAt(secret, stepAt(Date.now()));
  await user.post("/auth/two-factor", { csrfToken: await user.csrfToken(), code, trust: "yes" });
  await user.askReset();
  await app.browser().form("sign-up", { email: ada, password: "nobody knows this one" });
  await recordsOf(app, accountChanges).insert({ userId, version: "1" });
  const tokens = { providerAccountId: "1", version: "1", tokens: "sealed" };
  await recordsOf(app, accessTokens).insert({ userId, provider: "other", ...tokens });
  return user;
}

const cases = Object.keys(stores).flatMap((store) =>
  strategies.map((strategy): [string, Strategy] => [store, strategy]),
);

describe.each(cases)("on %s with %s sessions", (store, strategy) => {
  it("no row is left but the number that keeps old tokens closed, which goes with them", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { adapter, count } = await stores[store]!();
    const app = houseOf({ strategy, adapter });
    app.config.session = { strategy, maxAge: 3600 };
    const user = await fullUser(app);
    const userId = await idOf(app);
    const before = await rowsOf(app, userId);
    expect(Object.keys(before).length).toBeGreaterThan(8);
    const copy = app.browser();
    for (const [name, value] of user.cookies) copy.cookies.set(name, value);
    const answer = await user.post("/auth/account/delete", {
      csrfToken: await user.csrfToken(),
      confirm: "delete",
    });
    expect(answer.status).toBe(302);
    expect(await app.config.adapter?.getUser?.(userId)).toBeNull();
    expect(await rowsOf(app, userId)).toEqual({ [sessionEpochs.name]: 1 });
    if (count !== undefined) expect(await count()).toEqual({ [sessionEpochs.name]: 1 });
    expect(await copy.isSignedIn()).toBe(false);
    await adapter.deleteExpired({ tables });
    expect(await rowsOf(app, userId)).toEqual({ [sessionEpochs.name]: 1 });
    vi.advanceTimersByTime(3 * 3_600_000);
    await adapter.deleteExpired({ tables });
    expect(await rowsOf(app, userId)).toEqual({});
    vi.useRealTimers();
  });
});

it("the download has what each plugin keeps, and no secret", async () => {
  const app = houseOf({ strategy: "jwt" });
  const user = await fullUser(app);
  const text = await (await user.send("/auth/account/data")).text();
  expect((JSON.parse(text) as { plugins: unknown }).plugins).toMatchObject({
    password: { hasPassword: true, userName: null, changedAt: expect.any(String) },
    "two-factor": { isOn: true, recoveryCodesLeft: 2, trustedBrowsers: [{ until: expect.any(String) }] },
    "access-tokens": { accounts: [{ provider: "other", providerAccountId: "1", refusedAt: null }] },
  });
  expect(text).not.toMatch(/argon2|scrypt|pbkdf2|sealed|hash"/);
});

it("a password is a way in: the last account may go beside it, and not without it", async () => {
  const app = houseOf({ strategy: "jwt" });
  const user = await app.withUser();
  const userId = await idOf(app);
  const { linkAccount } = app.config.adapter!;
  const unlink = async () => {
    const fields = { csrfToken: await user.csrfToken(), provider: "other", providerAccountId: "1" };
    const init = {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
    };
    return (await user.send("/auth/account/unlink", { ...init, body: JSON.stringify(fields) })).status;
  };
  const account = { userId, type: "oauth", provider: "other", providerAccountId: "1" } as const;
  await linkAccount?.(account);
  expect(await unlink()).toBe(200);
  await linkAccount?.(account);
  await recordsOf(
    app,
    passwordTables.find(({ name }) => name === "auth_password_hash")!,
  ).consume({ userId });
  expect(await unlink()).toBe(409);
});
