/** What opens the account is changed by who was asked just now: in tokens, in rows, and in tables of before. */
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Keycloak from "../../../src/providers/keycloak.js";
import { type AuthTables, KyselyAdapter, migrate } from "../../../src/runtime/adapters/kysely.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { tables } from "../../../src/runtime/plugins/account/tables.js";
import { sessionInfo } from "../../../src/runtime/plugins/sessions/session-tables.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { customFetch } from "../../../src/runtime/types/symbols.js";
import { siteAt } from "../../../src/runtime/settings/origin.js";
import { resolveConfig } from "../../../src/runtime/settings/resolve-config.js";
import { isFresh } from "../../../src/runtime/plugins/sessions/sign-in-time.js";
import { type Browser, locationOf, origin } from "../../support/browser.js";
import { FakeProvider, issuer } from "../../oauth/fake-provider.js";
import { csrf, Stage, ways } from "../stage.js";
import { strategies, type Strategy } from "./people.js";

const weeks = 21 * 86_400;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const now = () => Math.floor(Date.now() / 1000);
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const isStale = async (browser: Browser): Promise<boolean> => {
  const form = { ...(await csrf(browser)), provider: "none", providerAccountId: "none" };
  const { status } = await browser.send("/auth/account/unlink", {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { accept: "application/json" },
  });
  return status === 401;
};

const headerOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

function house(strategy: Strategy, more: Partial<AuthConfig> = {}) {
  const provider = new FakeProvider();
  const warnings: string[] = [];
  const stage = new Stage({
    session: { strategy },
    plugins: [account({ cacheSeconds: 0 })],
    experimental: {},
    providers: [Keycloak({ issuer, clientId: "cid", clientSecret: "s", [customFetch]: provider.fetch })],
    logger: { error: () => undefined, warn: (text) => void warnings.push(text) },
    ...more,
  });
  const press = async (browser: Browser, auth_time: unknown) => {
    const claims = (given: object) => ({ ...given, ...(auth_time !== undefined && { auth_time }) });
    provider.faults = { claims };
    const start = locationOf(await browser.startSignIn("keycloak"));
    await browser.send(`/auth/callback/keycloak?${provider.authorize(start)}`);
    return new URL(start).searchParams.get("max_age");
  };
  const rows = async () => {
    const [userId = ""] = stage.store.rows.users.keys();
    return stage.store.records(sessionInfo).list({ userId }, { limit: 9 });
  };
  return { stage, press, rows, warnings };
}

describe.each(strategies)("with %s sessions", (strategy) => {
  test.each([
    ["three weeks ago", () => now() - weeks, () => new Date((now() - weeks) * 1000), true],
    ["just now", now, () => new Date(now() * 1000), false],
    ["nothing", () => undefined, () => new Date(0), true],
  ])("R1: a provider says %s", async (_name, told, stored, expected) => {
    const { stage, press, rows } = house(strategy);
    const browser = stage.browser();
    await press(browser, told());
    expect((await rows()).map(({ askedAt }) => askedAt)).toEqual([stored()]);
    expect((await rows()).map(({ createdAt }) => (createdAt as Date).valueOf())).toEqual([Date.now()]);
    expect(await isStale(browser)).toBe(expected);
  });

  test("R1: an answer that is stale makes the next start ask, for that many seconds", async () => {
    const { stage, press } = house(strategy);
    const browser = stage.browser();
    await press(browser, now());
    later(601);
    expect(await isStale(browser)).toBe(true);
    browser.cookies.delete("authjs.session-token");
    expect(await press(browser, now())).toBe("600");
    expect(await isStale(browser)).toBe(false);
  });

  test("R1: a deletion that is stale makes the next start ask too", async () => {
    const { stage, press } = house(strategy);
    const browser = stage.browser();
    await press(browser, now());
    later(601);
    const form = { ...(await csrf(browser)), confirm: "delete" };
    expect((await browser.post("/auth/account/delete", form)).status).toBe(401);
    browser.cookies.delete("authjs.session-token");
    expect(await press(browser, now())).toBe("600");
  });

  test("R1: a row of before counts by its begin", async () => {
    const { stage, press, rows, warnings } = house("database");
    const browser = stage.browser();
    await press(browser, now() - weeks);
    const [{ id } = { id: "" }] = await rows();
    await stage.store.records(sessionInfo).update({ id: String(id) }, {}, { askedAt: null });
    expect([await isStale(browser), warnings]).toEqual([false, []]);
  });

  // Somebody of `authorize()` who is in no table has sessions in tokens alone; a new passkey is new once.
  const repeatable = ways.filter(
    ([name]) => name !== "a new passkey" && (strategy === "jwt" || !name.startsWith("a password")),
  );
  test.each(repeatable)("R1: stale, one sign-in by %s, not stale", async (_name, way) => {
    const stage = new Stage({ session: { strategy }, plugins: [account({ cacheSeconds: 0 })] });
    const resolved = resolveConfig(stage.config);
    const { cookies } = siteAt(resolved, origin);
    const browser = stage.browser();
    const fresh = () => isFresh({ resolved, cookies, cookieHeader: headerOf(browser) }, 600);
    await way(stage, browser);
    expect(await fresh()).toBe(true);
    later(601);
    expect(await fresh()).toBe(false);
    await way(stage, browser);
    expect(await fresh()).toBe(true);
  });
});

test("R1: a table of before goes on: createdAt counts, and the log says so once", async () => {
  const client = createClient({ url: ":memory:" });
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ client: client as never }) });
  await migrate(db);
  const { askedAt: _, ...columns } = sessionInfo.columns;
  const before = tables.map((table) =>
    table.name === sessionInfo.name ? { ...sessionInfo, columns } : table,
  );
  for (const sql of before.flatMap((table) => recordTableStatements("sqlite", table)))
    await db.executeQuery({ sql, parameters: [] } as never);
  const { stage, press, warnings } = house("database", { adapter: KyselyAdapter(db) });
  const browser = stage.browser();
  await press(browser, now() - weeks);
  expect([await isStale(browser), await isStale(browser)]).toEqual([false, false]);
  later(601);
  expect(await isStale(browser)).toBe(true);
  expect(warnings).toEqual([expect.stringContaining("has no column askedAt")]);
  const { rows } = await client.execute("select * from auth_session_info");
  expect(rows).toHaveLength(1);
  // The column comes while the process runs; the next process writes it.
  await client.execute(`alter table auth_session_info add column "askedAt" text`);
  const next = house("database", { adapter: KyselyAdapter(db) });
  const other = next.stage.browser();
  await next.press(other, now() - weeks);
  expect([await isStale(other), next.warnings]).toEqual([true, []]);
});
