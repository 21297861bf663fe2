/** Bans: who is out, from when, by which doors, and what a ban outlives. */
import { afterAll, describe, expect, it } from "vitest";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { AdapterError } from "../../../src/runtime/errors/index.js";
import { deleteUser } from "../../../src/runtime/plugins/accounts/delete-user.js";
import { banTable } from "../../../src/runtime/plugins/admin/tables.js";
import { organizations } from "../../../src/runtime/plugins/organizations/index.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { pluginsOf, scopeOf } from "../../../src/runtime/plugins/host/scope.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { JWT } from "../../../src/runtime/types/entities.js";
import type { SessionContext } from "../../../src/runtime/types/resolved-config.js";
import { siteAt } from "../../../src/runtime/settings/origin.js";
import { Browser, coreApp, origin } from "../../support/browser.js";
import { adapterOf, closeStores, codeOf, Office, type Person, places } from "./office.js";

afterAll(closeStores);

/** Asks for a link by mail in a browser of its own, and opens it. @returns where that leads */
async function signInByMail(office: Office, to: string, before?: () => Promise<unknown>) {
  const browser = new Browser(office.app());
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  await browser.post("/auth/signin/email", { csrfToken, email: to });
  await before?.();
  const link = office.links.filter((each) => each.to === to).at(-1)!.url;
  const response = await browser.send(link);
  const session = await (await browser.send("/auth/session")).json();
  return { location: response.headers.get("location"), session };
}

const ban = { reason: "spam" };

describe.each(places)("%s, sessions of strategy %s", (store, strategy) => {
  const start = async () => {
    const office = new Office({ adapter: await adapterOf(store), strategy });
    return { office, root: await office.administrator(), ada: await office.person("ada") };
  };

  it("ADM-22: a ban ends every session at once, and nobody signs in while it lasts", async () => {
    const { office, root, ada } = await start();
    const other = await office.person("ada");
    expect((await signInByMail(office, "ada@example.com")).session).not.toBeNull();
    await office.auth.users.ban(root.req, ada.id, ban);
    for (const each of [ada, other]) expect(await office.isSignedIn(each)).toBe(false);
    const { location, session } = await signInByMail(office, "ada@example.com");
    expect([location, session]).toEqual([expect.stringContaining("error=AccessDenied"), null]);
    // The control: nobody else is out.
    expect(await office.isSignedIn(root)).toBe(true);
    expect((await signInByMail(office, "eve@example.com")).session).not.toBeNull();
  });

  it("ADM-23: what a ban has ended stays ended when it is taken back; a new sign-in counts", async () => {
    const { office, root, ada } = await start();
    await office.auth.users.ban(root.req, ada.id, ban);
    await office.auth.users.unban(root.req, ada.id);
    expect(await office.isSignedIn(ada)).toBe(false);
    expect((await signInByMail(office, "ada@example.com")).session).not.toBeNull();
    expect(await codeOf(office.auth.users.unban(root.req, ada.id))).toBe("not-found");
  });

  it("ADM-24: a ban with an end is over by its date, and restores nothing", async () => {
    const { office, root, ada } = await start();
    await office.auth.users.ban(root.req, ada.id, { ...ban, until: new Date(Date.now() + 60_000) });
    expect((await signInByMail(office, "ada@example.com")).session).toBeNull();
    await office.records(banTable).update({ userId: ada.id }, {}, { expires: new Date(Date.now() - 1) });
    expect((await signInByMail(office, "ada@example.com")).session).not.toBeNull();
    expect(await office.isSignedIn(ada)).toBe(false);
  });

  it("ADM-25: a link of a mail that was open at the ban says after the press that nobody gets in", async () => {
    const { office, root, ada } = await start();
    const { location, session } = await signInByMail(office, "ada@example.com", () =>
      office.auth.users.ban(root.req, ada.id, ban),
    );
    expect([location, session]).toEqual([expect.stringContaining("error=AccessDenied"), null]);
  });

  it("ADM-26: a session that is made while the ban is written is over, and refused", async () => {
    const { office, ada } = await start();
    const { resolved } = office;
    const site = siteAt(resolved, origin);
    const context: SessionContext = { resolved, site, cookies: site.cookies, cookieHeader: null };
    // Behind all steps: they have asked before the row was there.
    await office.records(banTable).insert({
      userId: ada.id,
      reason: "spam",
      bannedBy: null,
      createdAt: new Date(),
      expires: null,
    });
    const account = { provider: "email", type: "email", providerAccountId: "a", userId: ada.id } as const;
    const made = resolved.sessions.create(context, {
      user: ada.user,
      account,
      profile: undefined,
      isAsserted: false,
    });
    await expect(made).rejects.toThrow("The user is banned");
    expect(await office.isSignedIn(ada)).toBe(false);
  });
});

it("ADM-27: a token that no number can end, as of another library, is asked about at each read", async () => {
  const jwt = {
    encode: ({ token }: { token?: object }) => Promise.resolve(btoa(JSON.stringify(token))),
    decode: ({ token = "" }: { token?: string }) => Promise.resolve(JSON.parse(atob(token)) as JWT),
  };
  const office = new Office({ more: { jwt } });
  const [root, ada] = [await office.administrator(), await office.person("ada")];
  const cookieOf = (sub: string) => ({ cookie: `authjs.session-token=${btoa(JSON.stringify({ sub }))}` });
  const old = cookieOf(ada.id);
  expect(await office.isSignedIn(old)).toBe(true);
  await office.auth.users.ban(root.req, ada.id, ban);
  expect(await office.isSignedIn(old)).toBe(false);
  expect(await office.isSignedIn(cookieOf(root.id))).toBe(true);
});

it("ADM-28: reads ask nothing of bans, but for such tokens", async () => {
  const adapter = MemoryAdapter();
  let asked = 0;
  const records: NonNullable<typeof adapter.records> = (table) => {
    const rows = adapter.records!(table);
    if (table.name !== banTable.name) return rows;
    return {
      ...rows,
      find: (key) => {
        asked += 1;
        return rows.find(key);
      },
    };
  };
  const office = new Office({ adapter: { ...adapter, records } });
  const ada = await office.person("ada");
  asked = 0;
  for (let round = 0; round < 3; round += 1) expect(await office.isSignedIn(ada)).toBe(true);
  expect(asked).toBe(0);
});

/** Every call of an adapter, and of its tables, by name. */
function watched(adapter: Adapter, calls: string[]): Adapter {
  const watch = <Target extends object>(target: Target, of: string): Target =>
    new Proxy(target, {
      get(_, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== "function") return found;
        return (...given: unknown[]): unknown => {
          calls.push(`${of}.${String(name)}`);
          return Reflect.apply(found, target, given);
        };
      },
    });
  return { ...watch(adapter, "adapter"), records: (table) => watch(adapter.records!(table), table.name) };
}

it.each(["jwt", "database"] as const)(
  "ADM-122: a session check (%s) asks the store for nothing more where nobody acts",
  async (strategy) => {
    const calls: string[] = [];
    const office = new Office({ adapter: watched(MemoryAdapter(), calls), strategy });
    const ada = await office.person("ada");
    const check = async (plugins: Office["config"]["plugins"]): Promise<readonly string[]> => {
      const app = coreApp({ ...office.config, ...(plugins && { plugins }) });
      calls.length = 0;
      const answer = await app(new Request(`${origin}/auth/session`, { headers: { cookie: ada.cookie } }));
      expect(await answer.json()).toMatchObject({ user: { email: "ada@example.com" } });
      return [...calls];
    };
    const [account] = office.config.plugins ?? [];
    // The process remembers for a minute when a session of the store was seen.
    await check(office.config.plugins);
    const without = await check(account && [account]);
    expect(without).not.toEqual([]);
    expect(await check(office.config.plugins)).toEqual(without);
  },
);

describe("a ban outlives the user", () => {
  const start = async () => {
    const written: unknown[] = [];
    const adapter = MemoryAdapter();
    const records: NonNullable<typeof adapter.records> = (table) => {
      const rows = adapter.records!(table);
      if (table.name !== banTable.name) return rows;
      return { ...rows, insert: (row) => rows.insert((written.push(row), row)) };
    };
    const office = new Office({ adapter: { ...adapter, records } });
    const [root, ada] = [await office.administrator(), await office.person("ada")];
    await office.auth.users.ban(root.req, ada.id, { reason: "spam" });
    const own = scopeOf(
      pluginsOf(office.config).find(({ id }) => id === "account")!,
      office.resolved,
    );
    return { office, root, ada, written, remove: () => deleteUser(office.resolved, own, ada.id) };
  };

  it("ADM-29: whoever signs up again with the address is refused, and the row names nobody", async () => {
    const { office, ada, remove, written } = await start();
    await remove();
    expect(await office.records(banTable).find({ userId: ada.id })).toBeUndefined();
    const { location } = await signInByMail(office, "ada@example.com");
    expect(location).toContain("error=AccessDenied");
    const key = expect.stringMatching(/^h:[\da-f]{64}$/);
    expect(written.slice(1)).toEqual([expect.objectContaining({ userId: key, bannedBy: null })]);
    const { expires } = written[1] as { expires: Date };
    expect(Math.round((expires.valueOf() - Date.now()) / 86_400_000)).toBe(400);
    expect((await signInByMail(office, "eve@example.com")).session).not.toBeNull();
  });

  it("ADM-30: with the account at a provider, too, and with a new secret in front of the old one", async () => {
    const { office, ada, remove } = await start();
    const account = { provider: "github", providerAccountId: "77" };
    await office.adapter.linkAccount!({ ...account, userId: ada.id, type: "oauth" });
    await remove();
    const ask = async (secret: string | string[], providerAccountId: string) => {
      const { resolved } = new Office({ adapter: office.adapter, more: { secret } });
      const plugin = pluginsOf(resolved.config).find(({ id }) => id === "admin")!;
      const [step] = plugin.steps!;
      const user = { id: "new", email: "other@example.com", isNew: true };
      const subject = { user, account: { ...account, providerAccountId, type: "oauth" as const } };
      return codeOf(Promise.resolve(step!.ask({ resolved } as never, subject, scopeOf(plugin, resolved))));
    };
    const first = String(office.config.secret);
    for (const secret of [first, ["another-secret-another-secret-another", first]])
      expect(await ask(secret, "77")).toMatchObject({ message: expect.stringContaining("banned") });
    expect(await ask(first, "78")).toEqual({ value: undefined });
  });

  it("ADM-31: an address that the banned user has not proven keeps no stranger out", async () => {
    const office = new Office();
    const [root, eve] = [await office.administrator(), await office.person("victim", null)];
    await office.auth.users.ban(root.req, eve.id, { reason: "spam" });
    const own = scopeOf(
      pluginsOf(office.config).find(({ id }) => id === "account")!,
      office.resolved,
    );
    await deleteUser(office.resolved, own, eve.id);
    expect((await signInByMail(office, "victim@example.com")).session).not.toBeNull();
  });
});

it("ADM-32: an administrator is not banned, signed out or changed by another one, nor by themselves", async () => {
  const office = new Office();
  const [root, other] = [await office.administrator(), await office.administrator("other")];
  for (const { id } of [root, other]) {
    expect(await codeOf(office.auth.users.ban(root.req, id, ban))).toBe("administrator");
    expect(await codeOf(office.auth.users.unban(root.req, id))).toBe("administrator");
    expect(await codeOf(office.auth.users.signOut(root.req, id))).toBe("administrator");
  }
  expect(await office.isSignedIn(other)).toBe(true);
});

it.each([
  ["no reason", {}],
  ["an empty one", { reason: "  " }],
  ["one of 201 characters", { reason: "x".repeat(201) }],
  ["two lines", { reason: "a\nb" }],
  ["a text that turns", { reason: "a\u202eb" }],
  ["no text", { reason: 7 }],
  ["an end that is past", { ...ban, until: new Date(0) }],
  ["a date that is none", { ...ban, until: new Date(Number.NaN) }],
  ["a year that no calendar has", { ...ban, until: new Date(8.64e15) }],
  ["a text that is no date", { ...ban, until: "tomorrow" }],
  ["the 31st of February", { ...ban, until: "2999-02-31" }],
  ["a number", { ...ban, until: 4e12 }],
])("ADM-33: a ban with %s changes nothing", async (_what, given) => {
  const office = new Office();
  const [root, ada] = [await office.administrator(), await office.person("ada")];
  expect(await codeOf(office.auth.users.ban(root.req, ada.id, given as never))).toBe("invalid");
  expect(await office.isSignedIn(ada)).toBe(true);
});

it("ADM-34: the last owner of an organisation may be banned, and the longest member owns it beside them", async () => {
  const sendMail = () => undefined;
  const roles = { owner: ["*"], member: [] } as const;
  const office = new Office({ plugins: [organizations({ roles, create: "everybody", sendMail })] });
  const [root, ada, bob] = [
    await office.administrator(),
    await office.person("ada"),
    await office.person("bob"),
  ];
  const { id: organizationId } = await office.auth.organizations.create(ada.req, {
    name: "Acme",
    slug: "acme",
  });
  const { memberTable } = await import("../../../src/runtime/plugins/organizations/tables.js");
  const row = { organizationId, userId: bob.id, role: "member", version: "1", createdAt: new Date() };
  await office.records(memberTable).insert(row);
  expect((await office.auth.organizations.get(bob.req, "acme")).role).toBe("member");
  await office.auth.users.ban(root.req, ada.id, ban);
  await office.auth.organizations.get(bob.req, "acme");
  expect((await office.auth.organizations.get(bob.req, "acme")).role).toBe("owner");
});

it("ADM-35: a password that is right says no more than one that is wrong while the user is banned", async () => {
  const office = new Office({ plugins: [password({ sendMail: () => undefined })] });
  const [root, ada] = [await office.administrator(), await office.person("ada")];
  const { setPassword } = await import("../../../src/runtime/plugins/password/password-rows.js");
  const { hashPassword } = await import("../../../src/runtime/plugins/password/hashes/password-hash.js");
  const own = scopeOf(
    pluginsOf(office.config).find(({ id }) => id === "password")!,
    office.resolved,
  );
  await setPassword(own, ada.id, await hashPassword("right password"), 0);
  const tryIt = async (typed: string) => {
    const browser = new Browser(office.app());
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await browser.post("/auth/callback/password", { csrfToken, email: "ada@example.com", password: typed });
    return (await browser.send("/auth/session")).json();
  };
  expect(await tryIt("right password")).not.toBeNull();
  await office.auth.users.ban(root.req, ada.id, ban);
  expect([await tryIt("right password"), await tryIt("wrong password")]).toEqual([null, null]);
});

it("ADM-36: a store that cannot be asked about bans lets nobody sign in", async () => {
  const adapter = MemoryAdapter();
  const records: NonNullable<typeof adapter.records> = (table) => {
    const rows = adapter.records!(table);
    if (table.name !== banTable.name) return rows;
    return { ...rows, find: () => Promise.reject(new AdapterError("connection refused")) };
  };
  const office = new Office({ adapter: { ...adapter, records } });
  expect((await signInByMail(office, "ada@example.com")).session).toBeNull();
});

it("ADM-37: an old sign-in changes nothing: freshness is asked for each change", async () => {
  const office = new Office({ options: { freshSeconds: 60 } });
  const ada = await office.person("ada");
  const root = await office.administrator();
  const late = Date.now() + 61_000;
  const now = Date.now;
  Date.now = () => late;
  try {
    expect(await codeOf(office.auth.users.ban(root.req, ada.id, ban))).toBe("stale");
    expect(await codeOf(office.auth.users.signOut(root.req, ada.id))).toBe("stale");
    expect(await codeOf(office.auth.users.get(root.req, ada.id))).not.toBe("stale");
  } finally {
    Date.now = now;
  }
  expect(await office.isSignedIn(ada)).toBe(true);
});

it("ADM-38: nobody but an administrator bans, unbans or signs out", async () => {
  const office = new Office();
  const [ada, eve] = [await office.person("ada"), await office.person("eve")];
  const tries: ((who: Person) => Promise<unknown>)[] = [
    ({ req }) => office.auth.users.ban(req, ada.id, ban),
    ({ req }) => office.auth.users.unban(req, ada.id),
    ({ req }) => office.auth.users.signOut(req, ada.id),
  ];
  for (const attempt of tries)
    for (const who of [ada, eve]) expect(await codeOf(attempt(who))).toBe("not-found");
  expect(await office.isSignedIn(ada)).toBe(true);
});

it("tells the app who was banned, by whom and why", async () => {
  const told: unknown[] = [];
  const office = new Office({
    more: {
      events: {
        userBanned: (message) => void told.push(message),
        userUnbanned: (message) => void told.push(message),
      },
    },
  });
  const [root, ada] = [await office.administrator(), await office.person("ada")];
  await office.auth.users.ban(root.req, ada.id, ban);
  await office.auth.users.unban(root.req, ada.id);
  expect(told).toEqual([
    { userId: ada.id, by: root.id, reason: "spam", until: null },
    { userId: ada.id, by: root.id },
  ]);
});
