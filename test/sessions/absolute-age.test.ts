/** `session.absoluteMaxAge`: a session ends so long after its sign-in, however active it is. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { Auth } from "../../src/runtime/index.js";
import { decode, encode } from "../../src/runtime/jwt.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { sessionInfo } from "../../src/runtime/plugins/sessions/session-tables.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Browser } from "../support/browser.js";
import { origin, secret } from "../support/browser.js";
import { People, requestOf, strategies, type Strategy } from "../plugins/account/people.js";

const day = 24 * 60 * 60;
const start = Date.parse("2026-01-01T00:00:00Z");
const at = (days: number) => new Date(start + days * day * 1000).toISOString();
const salt = "authjs.session-token";

beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const goTo = (days: number) => vi.setSystemTime(start + days * day * 1000);
const limits = { maxAge: 3 * day, updateAge: 3600, absoluteMaxAge: 7 * day };
const peopleOf = (strategy: Strategy, more: Partial<AuthConfig> = {}, session: object = limits) =>
  new People(strategy, {}, { session: { strategy, ...session }, ...more });

/** The session of a browser, and when its cookie ends. */
async function look(browser: Browser): Promise<{ session: { expires: string } | null; cookie: string }> {
  const response = await browser.send("/auth/session");
  const line = response.headers.getSetCookie().find((each) => each.startsWith(`${salt}=`)) ?? "";
  return {
    session: (await response.json()) as { expires: string } | null,
    cookie: new Date(/Expires=([^;]+)/.exec(line)?.[1] ?? 0).toISOString(),
  };
}

it("A1: no reader of the token takes it after that: its own end is there, too", async () => {
  const people = peopleOf("jwt", {}, { ...limits, maxAge: 30 * day });
  const ada = await people.signIn();
  const endIn = async () => {
    const token = await decode({ token: ada.cookies.get(salt) ?? "", secret, salt });
    return new Date(Number(token?.["exp"]) * 1000).toISOString();
  };
  expect(await endIn()).toBe(at(7));
  goTo(5);
  await ada.session();
  expect(await endIn()).toBe(at(7));
  goTo(7.01);
  await expect(decode({ token: ada.cookies.get(salt) ?? "", secret, salt })).rejects.toThrow();
});

describe.each(strategies)("with %s sessions", (strategy) => {
  it("ends so long after the sign-in, and says so from the first day on", async () => {
    const people = peopleOf(strategy);
    const ada = await people.signIn();
    for (const [days, end] of [
      [1, 4],
      [3, 6],
      [5, 7],
      [6.9, 7],
    ] as const) {
      goTo(days);
      const { session, cookie } = await look(ada);
      // What is shown of a row is its end before it was extended.
      if (strategy === "jwt" || days === 6.9) expect([days, session?.expires]).toEqual([days, at(end)]);
      expect([days, cookie]).toEqual([days, at(end)]);
      const [listed] = await people.auth.sessions.list(requestOf(ada));
      expect(listed?.expires.valueOf()).toBeLessThanOrEqual(Date.parse(at(7)));
    }
    const copy = new Map(ada.cookies);
    goTo(7);
    expect((await look(ada)).session).toBeNull();
    expect(ada.cookies.get(salt) ?? "").toBe("");
    expect(people.store.rows.sessions.size).toBe(0);
    const thief = people.browser();
    for (const [name, value] of copy) thief.cookies.set(name, value);
    expect(await thief.session()).toBeNull();
    expect(people.stage.errors).toEqual([]);
    // Signing in again begins another one.
    await people.signIn("ada", ada);
    goTo(9);
    expect(await ada.session()).not.toBeNull();
  });

  it("lives as before without the option", async () => {
    const people = peopleOf(strategy, {}, { maxAge: 3 * day, updateAge: 3600 });
    const ada = await people.signIn();
    for (let days = 1; days < 20; days++) {
      goTo(days);
      expect([days, (await look(ada)).cookie]).toEqual([days, at(days + 3)]);
    }
  });

  it("counts from the sign-in also where an account is added on the way", async () => {
    const people = peopleOf(strategy);
    const ada = await people.signIn();
    vi.setSystemTime(start + 300_000);
    await people.signIn("ada", ada, "plain");
    expect(people.store.rows.accounts.size).toBe(2);
    for (const days of [2, 4, 6]) {
      goTo(days);
      expect(await ada.session()).not.toBeNull();
    }
    goTo(7);
    expect(await ada.session()).toBeNull();
  });

  it("ends one whose sign-in nothing tells so long after it was first seen, in any process", async () => {
    const before = peopleOf(strategy, { plugins: [] }, { maxAge: 30 * day });
    const ada = await before.signIn();
    if (strategy === "jwt") {
      const token = { sub: [...before.store.rows.users.keys()][0]!, name: "ada" };
      ada.cookies.set(salt, await encode({ token, secret, salt, maxAge: 30 * day }));
    }
    const session = { ...limits, maxAge: 30 * day };
    const inProcess = () => {
      const people = peopleOf(strategy, { adapter: before.store }, session);
      const browser = people.browser();
      for (const [name, value] of ada.cookies) browser.cookies.set(name, value);
      return { people, browser };
    };
    goTo(2);
    const first = inProcess();
    expect((await look(first.browser)).cookie).toBe(at(9));
    for (const [name, value] of first.browser.cookies) ada.cookies.set(name, value);
    goTo(5);
    const { people, browser } = inProcess();
    expect((await look(browser)).cookie).toBe(at(9));
    // It counts as old wherever a fresh sign-in is asked.
    const [listed] = await people.auth.sessions.list(requestOf(browser));
    expect(listed).toMatchObject({ isCurrent: true, createdAt: null });
    expect(await people.auth.sessions.list(requestOf(browser))).toHaveLength(1);
    goTo(8.9);
    expect(await browser.session()).not.toBeNull();
    goTo(9);
    for (const each of [first.browser, browser, inProcess().browser]) expect(await each.session()).toBeNull();
  });
});

describe("with sessions in a token", () => {
  const config = (more: Partial<AuthConfig> = {}): AuthConfig => ({
    secret,
    trustHost: true,
    providers: [],
    session: limits,
    logger: { error: () => undefined },
    ...more,
  });
  const read = async (value: string, more?: Partial<AuthConfig>) => {
    const headers = { cookie: `${salt}=${value}` };
    const response = await Auth(new Request(`${origin}/auth/session`, { headers }), config(more));
    const line = response.headers.getSetCookie().find((each) => each.startsWith(`${salt}=`));
    return { session: await response.json(), sent: line?.slice(salt.length + 1).split(";")[0] ?? "" };
  };
  const made = (token: object) =>
    encode({ token: { sub: "1", name: "Ada", ...token }, secret, salt, maxAge: 30 * day });

  it("keeps callbacks and what a client sends from moving the end", async () => {
    const forged = { auth_time: start / 1000 + 6 * day, "authwright.first_seen": start / 1000 + 6 * day };
    const callbacks = { jwt: ({ token }: { token: object }) => ({ ...token, ...forged }) };
    let value = await made({ auth_time: start / 1000 });
    for (let days = 1; days < 7; days++) {
      goTo(days);
      value = (await read(value, { callbacks })).sent;
    }
    goTo(7);
    expect((await read(value, { callbacks })).session).toBeNull();
    // Without a sign-in that is known a callback cannot make one up either.
    value = (await read(await made({}), { callbacks })).sent;
    expect(await decode({ token: value, secret, salt })).toMatchObject({
      "authwright.first_seen": start / 1000 + 7 * day,
    });
    expect(await decode({ token: value, secret, salt })).not.toHaveProperty("auth_time");
  });

  it("writes when it was first seen also where tokens are made anew seldom", async () => {
    const { sent } = await read(await made({}), { jwt: { updateAge: day } });
    expect(sent).not.toBe("");
    expect((await read(sent, { jwt: { updateAge: day } })).sent).toBe("");
  });

  it("takes no text for a time", async () => {
    const { sent } = await read(await made({ auth_time: "9999999999" }));
    expect(await decode({ token: sent, secret, salt })).toMatchObject({
      "authwright.first_seen": start / 1000,
    });
  });
});

describe("with sessions in a store", () => {
  it.each([
    ["no plugin", [], "npx auth add-plugin account"],
    ["a plugin that keeps it", [account()], ""],
    ["another one", [password({ sendMail: () => undefined })], ""],
  ] as const)("%s: a session's begin must be kept", async (_name, plugins, line) => {
    const errors: string[] = [];
    const { status } = await Auth(new Request(`${origin}/auth/session`), {
      secret,
      trustHost: true,
      providers: [],
      adapter: MemoryAdapter(),
      plugins: [...plugins],
      session: limits,
      logger: { error: ({ message }) => void errors.push(message) },
    });
    expect(errors.join("\n")).toContain(line);
    expect([status, errors.length]).toEqual(line === "" ? [200, 0] : [500, 1]);
  });

  it.each([0, -1, Number.NaN, "a week" as never])("%s is no time", async (absoluteMaxAge) => {
    for (const strategy of strategies) {
      const people = peopleOf(strategy, {}, { absoluteMaxAge });
      expect((await people.browser().send("/auth/session")).status).toBe(500);
      expect(people.stage.errors[0]?.message).toContain("session.absoluteMaxAge");
    }
  });

  it("a store that does not say when a session began is an outage, not a session without end", async () => {
    const people = peopleOf("database");
    const ada = await people.signIn();
    const { records } = people.store;
    let isDown = true;
    const adapter = {
      ...people.store,
      records: ((table: typeof sessionInfo) => {
        const all = records(table);
        const find: typeof all.find = (key) => (isDown ? Promise.reject(new Error("down")) : all.find(key));
        return table.name === sessionInfo.name ? { ...all, find } : all;
      }) as typeof records,
    };
    const later = peopleOf("database", { adapter });
    const browser = later.browser();
    for (const [name, value] of ada.cookies) browser.cookies.set(name, value);
    expect(await browser.session()).toEqual({ message: "The session could not be read" });
    expect(browser.cookies.get(salt)).toBe(ada.cookies.get(salt));
    expect(later.stage.errors.length).toBeGreaterThan(0);
    isDown = false;
    expect(await browser.session()).not.toBeNull();
  });
});
