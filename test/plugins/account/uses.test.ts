/** When ways to sign in were added and used: kept with one write, shown, exported, forgotten, and never needed. */
import { describe, expect, it, vi } from "vitest";
import { MissingTable } from "../../../src/runtime/adapters/rows/driver-errors.js";
import { accountUses } from "../../../src/runtime/plugins/account/tables.js";
import type { Records } from "../../../src/runtime/types/records.js";
import type { Browser } from "../../support/browser.js";
import { csrf, ways } from "../stage.js";
import { People, strategies } from "./people.js";

interface Overview {
  readonly user: { readonly isEmailConfirmed: boolean };
  readonly accounts: { provider: string; addedAt: string | null; lastUsed: string | null }[];
  readonly passkeys: { addedAt: string | null; lastUsed: string | null }[];
  readonly password: unknown;
  readonly secondFactor: unknown;
}

const overviewOf = async (browser: Browser) =>
  (await (
    await browser.send("/auth/account", { headers: { accept: "application/json" } })
  ).json()) as Overview;

const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const rowsOf = async (people: People) => {
  const [userId = ""] = people.store.rows.users.keys();
  return people.store.records(accountUses).list({ userId }, { limit: 99 });
};

/** Puts something around what the store does with one table. */
function around(people: People, change: (records: Records) => Records): void {
  const { records } = people.store;
  people.store.records = (table) =>
    table.name === accountUses.name ? change(records(table)) : records(table);
}

describe.each(strategies)("with %s sessions, a sign-in", (strategy) => {
  it("is noted with its way, which is new or was there; the second one with one write", async () => {
    const people = new People(strategy);
    await people.signIn();
    const calls: string[] = [];
    around(people, (records) => {
      const counted = (name: "find" | "list" | "insert" | "update" | "consume") =>
        ((...args: never[]) => {
          calls.push(name);
          return (records[name] as (...given: never[]) => unknown)(...args);
        }) as never;
      return {
        ...records,
        find: counted("find"),
        list: counted("list"),
        insert: counted("insert"),
        update: counted("update"),
        consume: counted("consume"),
      };
    });
    const before = Date.now();
    const ada = await people.signIn();
    expect(calls).toEqual(["update"]);
    const { accounts, password, secondFactor } = await overviewOf(ada);
    expect(accounts).toEqual([{ provider: "op", providerAccountId: "ada", addedAt: now, lastUsed: now }]);
    expect(new Date(accounts[0]!.lastUsed!).valueOf()).toBeGreaterThanOrEqual(before);
    // Plugins that the configuration lacks.
    expect([password, secondFactor]).toEqual([null, null]);
    const page = await (await ada.send("/auth/account")).text();
    expect(page).toContain("last used");
  });

  it("by an account from before the table tells when it was used, not when it was added", async () => {
    const people = new People(strategy, {}, { plugins: [] });
    await people.signIn();
    const later = new People(strategy, {}, { adapter: people.store });
    const { accounts } = await overviewOf(await later.signIn());
    expect(accounts).toMatchObject([{ addedAt: null, lastUsed: now }]);
  });

  it("with a passkey is noted with that passkey; an account that is linked is new", async () => {
    const people = new People(strategy);
    const ada = people.browser();
    await new Map(ways).get("a new passkey")?.(people.stage, ada);
    await people.signIn("ada", ada, "plain");
    const { passkeys, accounts } = await overviewOf(ada);
    expect(passkeys).toMatchObject([{ addedAt: now, lastUsed: now }]);
    expect(accounts).toMatchObject([{ provider: "plain", addedAt: now }]);
    expect(await (await ada.send("/auth/account")).text()).toContain("added");
  });

  it("goes with its account, and with its user; the user can download it", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    await people.signIn("ada", ada, "plain");
    expect((await rowsOf(people)).map(({ provider }) => provider).sort()).toEqual(["op", "plain"]);
    const file = (await (await ada.send("/auth/account/data")).json()) as { plugins: { account: unknown } };
    expect(file.plugins.account).toEqual({
      uses: expect.arrayContaining([{ provider: "op", addedAt: now, lastUsed: now }]),
    });
    const account = { provider: "op", providerAccountId: "ada" };
    await ada.post("/auth/account/unlink", { ...(await csrf(ada)), ...account });
    expect((await rowsOf(people)).map(({ provider }) => provider)).toEqual(["plain"]);
    const [userId = ""] = people.store.rows.users.keys();
    await ada.post("/auth/account/delete", { ...(await csrf(ada)), confirm: "delete" });
    expect(people.store.rows.users.size).toBe(0);
    expect(await people.store.records(accountUses).list({ userId }, { limit: 9 })).toEqual([]);
  });

  it("is forgotten when nobody has used it for two years", async () => {
    const people = new People(strategy);
    await people.signIn();
    const [row] = await rowsOf(people);
    const days = (Number(row?.["expires"]) - Date.now()) / 86_400_000;
    expect([accountUses.expires, Math.round(days)]).toEqual(["expires", 730]);
  });

  it("does without the table: nothing is said, and the log is told once", async () => {
    const people = new People(strategy);
    const missing = () => Promise.reject(new MissingTable(accountUses.name));
    around(people, (records) => ({
      ...records,
      find: missing,
      list: missing,
      insert: missing,
      update: missing,
      consume: missing,
    }));
    const ada = await people.signIn();
    await people.signIn("ada", ada, "plain");
    const page = await ada.send("/auth/account");
    const text = await page.text();
    expect([page.status, text.includes("ada@example.com"), text.includes("last used")]).toEqual([
      200,
      true,
      false,
    ]);
    const account = { provider: "op", providerAccountId: "ada" };
    await ada.post("/auth/account/unlink", { ...(await csrf(ada)), ...account });
    expect((await overviewOf(ada)).accounts).toMatchObject([{ provider: "plain", lastUsed: null }]);
    await ada.post("/auth/account/delete", { ...(await csrf(ada)), confirm: "delete" });
    expect(people.store.rows.users.size).toBe(0);
    expect(people.stage.errors.map(({ message }) => message)).toEqual([
      "The account page does not say when ways to sign in were used: The database has no table auth_account_uses",
    ]);
  });

  it("is not kept from its user by a store that fails to note it", async () => {
    const people = new People(strategy);
    const fails = vi.fn(() => Promise.reject(new Error("disk full")));
    around(people, (records) => ({ ...records, update: fails, insert: fails }));
    const ada = await people.signIn();
    expect(await ada.session()).not.toBeNull();
    expect(fails).toHaveBeenCalledOnce();
    expect(people.stage.errors.length).toBeGreaterThan(0);
  });
});
