/** Sessions that users see and end, and what others try with them. */
import { describe, expect, it } from "vitest";
import { MissingTable } from "../../../src/runtime/adapters/rows/driver-errors.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { endAllSessions } from "../../../src/runtime/plugins/sessions/end-all-sessions.js";
import { epochOf } from "../../../src/runtime/plugins/sessions/session-states.js";
import { sessionInfo, sessionEpochs } from "../../../src/runtime/plugins/sessions/session-tables.js";
import { resolveConfigWithEnv } from "../../../src/runtime/settings/resolve-config.js";
import type { SessionInfo } from "../../../src/runtime/plugins/account/index.js";
import { People, requestOf, strategies } from "./people.js";

const isSignedIn = async (browser: Parameters<typeof requestOf>[0] & { session(): Promise<unknown> }) =>
  (await browser.session()) !== null;

describe.each(strategies)("with %s sessions, a user", (strategy) => {
  it("sees each one, and which of them asks", async () => {
    const people = new People(strategy);
    const [laptop] = [await people.signIn(), await people.signIn(), await people.signIn("eve")];
    const sessions = await people.auth.sessions.list(requestOf(laptop));
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ device: "Chrome on Windows", expires: expect.any(Date) });
    expect(JSON.stringify(sessions)).not.toContain([...people.store.rows.sessions.keys()][0] ?? "no token");
  });

  it("ends one: it is signed out, and the others go on", async () => {
    const people = new People(strategy);
    const [laptop, phone] = [await people.signIn(), await people.signIn()];
    const other = (await people.auth.sessions.list(requestOf(laptop))).find(({ isCurrent }) => !isCurrent);
    await people.auth.sessions.revoke(requestOf(laptop), other?.id ?? "");
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false]);
    expect(await people.auth.sessions.list(requestOf(laptop))).toHaveLength(1);
  });

  it("ends the others, and then all", async () => {
    const people = new People(strategy);
    const [laptop, phone] = [await people.signIn(), await people.signIn()];
    const eve = await people.signIn("eve");
    await people.auth.sessions.revokeOthers(requestOf(laptop));
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false]);
    const tablet = await people.signIn();
    await people.auth.sessions.revokeOthers(requestOf(tablet));
    expect([await isSignedIn(laptop), await isSignedIn(tablet)]).toEqual([false, true]);
    await people.auth.sessions.revokeAll(requestOf(tablet));
    expect([await isSignedIn(tablet), await isSignedIn(eve)]).toEqual([false, true]);
    expect(await isSignedIn(await people.signIn())).toBe(true);
  });

  it("cannot end a session of another user, whose id has leaked", async () => {
    const people = new People(strategy);
    const [ada, eve] = [await people.signIn(), await people.signIn("eve")];
    const [session] = await people.auth.sessions.list(requestOf(ada));
    for (const id of [session?.id ?? "", "", "0".repeat(64), "'; drop table", 7 as never])
      await expect(people.auth.sessions.revoke(requestOf(eve), id)).rejects.toMatchObject({
        code: "not-found",
        type: "AccountError",
      });
    expect(await isSignedIn(ada)).toBe(true);
  });

  it("who signs in again in the same browser has one session there, and a copy of the old cookie opens nothing", async () => {
    const people = new People(strategy);
    const laptop = await people.signIn();
    const copy = people.browser();
    for (const [name, value] of laptop.cookies) copy.cookies.set(name, value);
    await people.signIn("ada", laptop);
    expect(await people.auth.sessions.list(requestOf(laptop))).toHaveLength(1);
    expect([await isSignedIn(laptop), await isSignedIn(copy)]).toEqual([true, false]);
  });

  it("who signs out is not listed any more", async () => {
    const people = new People(strategy);
    const [laptop, phone] = [await people.signIn(), await people.signIn()];
    const { csrfToken } = (await (await phone.send("/auth/csrf")).json()) as { csrfToken: string };
    await phone.post("/auth/signout", { csrfToken });
    expect(await people.auth.sessions.list(requestOf(laptop))).toHaveLength(1);
  });

  it("is nobody without a session", async () => {
    const people = new People(strategy);
    await expect(people.auth.sessions.list(requestOf(people.browser()))).rejects.toMatchObject({
      code: "signed-out",
    });
  });

  it("signs in where the tables are missing, and the log is told once", async () => {
    const store = MemoryAdapter();
    const records: typeof store.records = ({ name }) =>
      new Proxy({} as ReturnType<typeof store.records>, {
        get: () => () => Promise.reject(new MissingTable(name)),
      });
    const people = new People(strategy, {}, { adapter: { ...store, records } });
    const ada = await people.signIn();
    expect(await isSignedIn(ada)).toBe(true);
    expect(people.stage.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The plugin "account" is off: The database has no table auth_account_deletions/),
    ]);
  });

  it("is seen at most every five minutes, whatever the number of requests", async () => {
    const people = new People(strategy, { cacheSeconds: 0 });
    const ada = await people.signIn();
    const [{ lastSeen, id } = { lastSeen: null, id: "" }] = (await people.auth.sessions.list(
      requestOf(ada),
    )) as readonly SessionInfo[];
    const records = people.store.records(sessionInfo);
    await ada.session();
    expect((await records.find({ id }))?.["lastSeen"]).toEqual(lastSeen);
    const earlier = new Date(Date.now() - 301_000);
    await records.update({ id }, {}, { lastSeen: earlier });
    const fresh = new People(strategy, { cacheSeconds: 0 }, { adapter: { ...people.store } });
    await fresh.auth.session(requestOf(ada));
    expect((await records.find({ id }))?.["lastSeen"]).not.toEqual(earlier);
  });
});

describe("the number of a user's tokens", () => {
  it("ends sessions in another process: at the next check without a cache, after its time with one", async () => {
    const here = new People("jwt");
    const ada = await here.signIn();
    // Another adapter object over the same rows is what another process has.
    const asking = new People("jwt", { cacheSeconds: 0 }, { adapter: { ...here.store } });
    const waiting = new People("jwt", { cacheSeconds: 60 }, { adapter: { ...here.store } });
    for (const { auth } of [asking, waiting]) expect(await auth.session(requestOf(ada))).not.toBeNull();
    await here.auth.sessions.revokeAll(requestOf(ada));
    expect(await asking.auth.session(requestOf(ada))).toBeNull();
    expect(await waiting.auth.session(requestOf(ada))).not.toBeNull();
    const now = Date.now;
    Date.now = () => now() + 61_000;
    try {
      expect(await waiting.auth.session(requestOf(ada))).toBeNull();
    } finally {
      Date.now = now;
    }
  });

  it("is counted once for each of many who end all at the same time", async () => {
    const people = new People("jwt");
    const resolved = resolveConfigWithEnv(people.stage.config);
    const own = { records: people.store.records, record: () => undefined } as never;
    await Promise.all(Array.from({ length: 8 }, () => endAllSessions(resolved, own, "u1")));
    expect(await epochOf(own, "u1")).toEqual({ epoch: 8, keptId: null });
  });

  it("of a cookie that was made anew while all ended is the old one", async () => {
    const people = new People("jwt", { cacheSeconds: 0 });
    const ada = await people.signIn();
    const before = new Map(ada.cookies);
    const other = await people.signIn();
    // The read begins with the number as it was; its cookie comes after the end.
    const records = people.store.records(sessionEpochs);
    const [userId = ""] = people.store.rows.users.keys();
    const refreshed = ada.send("/auth/session");
    await records.insert({ userId, epoch: 1, keptId: null });
    await refreshed;
    for (const [name, value] of before) if (!ada.cookies.has(name)) ada.cookies.set(name, value);
    expect(await isSignedIn(ada)).toBe(false);
    expect(await isSignedIn(other)).toBe(false);
  });

  it("of a session from before the plugin is none: it goes on, and ends with the others", async () => {
    const people = new People("jwt");
    const without = new People("jwt", {}, { adapter: people.store, plugins: [] });
    const ada = await without.signIn();
    expect(await people.auth.sessions.list(requestOf(ada))).toMatchObject([{ isCurrent: true }]);
    await people.auth.sessions.revokeAll(requestOf(ada));
    expect(await people.auth.session(requestOf(ada))).toBeNull();
  });
});
