/** An administrator acts for a user: what the session is, what ends it, and what cannot be done in it. */
import { afterAll, describe, expect, it, vi } from "vitest";
import { decode as decodeReference } from "@auth/core/jwt";
import { banTable, grantTable, impersonationTable } from "../../../src/runtime/plugins/admin/tables.js";
import { coreChanges } from "../../../src/runtime/plugins/host/core-changes.js";
import { pluginsOf } from "../../../src/runtime/plugins/host/scope.js";
import { organizations } from "../../../src/runtime/plugins/organizations/index.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { getToken } from "../../../src/runtime/jwt.js";
import { origin } from "../../support/browser.js";
import type { Visitor } from "../organizations/visitor.js";
import { adapterOf, closeStores, codeOf, Office, places, type Person } from "./office.js";

afterAll(closeStores);
afterAll(() => vi.useRealTimers());

const reason = "Ticket 4711";

type Shown = {
  user: { name: string; email: string };
  expires: string;
  impersonatedBy?: { id: string; name: string };
};

const sessionOf = async (at: Visitor): Promise<Shown | null> =>
  (await (await at.browser.send("/auth/session")).json()) as Shown | null;

async function act(town: Office, root: Person, user: Person, fields: Record<string, string> = {}) {
  const at = town.visitor(root);
  const path = `/admin/users/${user.id}/impersonate`;
  const done = await at.send(await at.open(path), path, { reason, ...fields });
  return { at, done, path };
}

const headerOf = ({ browser }: Visitor): string =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const requestOf = (at: Visitor, method = "GET"): never =>
  ({ headers: { host: "localhost:3000", cookie: headerOf(at) }, method, url: "/" }) as never;

describe.each(places)("%s, sessions of strategy %s", (store, strategy) => {
  const office = async (given: Partial<ConstructorParameters<typeof Office>[0]> = {}) => {
    const town = new Office({ adapter: await adapterOf(store), strategy, ...given });
    return { town, root: await town.administrator(), ada: await town.person("ada") };
  };

  it("ADM-70: the session is the user's with the administrator's name on it, and Stop gives one's own back", async () => {
    const { town, root, ada } = await office();
    const before = town.visitor(root);
    expect((await before.open(`/admin/users/${ada.id}`)).html).toContain(
      `/admin/users/${ada.id}/impersonate"`,
    );
    const { at, done } = await act(town, root, ada, { minutes: "5" });
    expect([done.status, done.response.headers.get("location")]).toEqual([302, `${origin}/`]);
    const session = await sessionOf(at);
    expect(session).toMatchObject({
      user: { email: "ada@example.com" },
      impersonatedBy: { id: root.id, name: "root" },
    });
    const left = new Date(session!.expires).valueOf() - Date.now();
    expect(left).toBeGreaterThan(290_000);
    expect(left).toBeLessThanOrEqual(300_000);
    // Her own pages, as she sees them.
    expect((await at.open("/account")).text).toContain("ada@example.com");
    expect((await at.open("/admin/users")).status).toBe(404);
    const [row] = await town.records(impersonationTable).list({ userId: ada.id }, { limit: 2 });
    expect(row).toMatchObject({ adminId: root.id, reason, endedAt: null });
    const stopped = await at.send(await at.open("/impersonation"), "/impersonation");
    expect([stopped.status, stopped.location]).toEqual([302, `/admin/users/${ada.id}`]);
    const own = await sessionOf(at);
    expect(own?.user.email).toBe("root@example.com");
    expect(own).not.toHaveProperty("impersonatedBy");
    expect(at.browser.has("session-aside")).toBe(false);
    expect((await at.open("/admin/users")).status).toBe(200);
    const [ended] = await town.records(impersonationTable).list({ userId: ada.id }, { limit: 2 });
    expect(ended?.["endedAt"]).toBeInstanceOf(Date);
  });

  it("ADM-71: the cookie opens nothing elsewhere: not in @auth/core, getToken, or a project without the plugin", async () => {
    const { town, root, ada } = await office();
    const { at } = await act(town, root, ada);
    const cookie = at.browser.cookies.get("authjs.session-token") ?? "";
    const own = String(town.config.secret);
    const token = cookie.replace(/^act\./, "");
    for (const salt of ["authjs.session-token", "__Secure-authjs.session-token"])
      for (const value of [cookie, token])
        await expect(decodeReference({ token: value, secret: own, salt })).rejects.toThrow();
    const req = new Request(origin, { headers: { cookie: headerOf(at) } });
    expect(await getToken({ req, secret: own })).toBeNull();
    const without = { ...town.config, plugins: town.config.plugins!.slice(0, 1) };
    const plain = new Office({ adapter: town.adapter, strategy });
    Object.assign(plain.config, without);
    const stranger = plain.visitor();
    for (const [name, value] of at.browser.cookies) stranger.browser.cookies.set(name, value);
    expect(await sessionOf(stranger)).toBeNull();
    // The control.
    expect(await sessionOf(at)).not.toBeNull();
  });

  it("ADM-72: a copy of the cookies opens nothing after Stop, and Stop twice gives nothing back", async () => {
    const { town, root, ada } = await office();
    const { at } = await act(town, root, ada);
    const copy = town.visitor();
    for (const [name, value] of at.browser.cookies) copy.browser.cookies.set(name, value);
    const alone = town.visitor();
    alone.browser.cookies.set("authjs.session-token", at.browser.cookies.get("authjs.session-token")!);
    expect((await sessionOf(copy))?.user.email).toBe("ada@example.com");
    expect(await sessionOf(alone)).toBeNull();
    const page = await copy.open("/impersonation");
    await at.send(await at.open("/impersonation"), "/impersonation");
    const again = await copy.send(page, "/impersonation");
    expect([again.status, again.location]).toEqual([302, "/signin"]);
    expect(await sessionOf(copy)).toBeNull();
    expect(copy.browser.has("session-aside")).toBe(false);
  });

  const ends: readonly (readonly [
    string,
    (town: Office, who: { root: Person; ada: Person; at: Visitor }) => unknown,
  ])[] = [
    ["the grant", (town, { root }) => town.records(grantTable).consume({ userId: root.id })],
    [
      "the administrator's session",
      (town, { root }) => town.auth.sessions.revokeAll(root.req).catch(() => undefined),
    ],
    ["the administrator's account", (town, { root }) => town.adapter.deleteUser!(root.id)],
    [
      "a ban of the administrator",
      (town, { root }) =>
        town.records(banTable).insert({
          userId: root.id,
          reason,
          bannedBy: null,
          createdAt: new Date(),
          expires: null,
        }),
    ],
    ["the user", (town, { ada }) => town.adapter.deleteUser!(ada.id)],
    [
      "a ban of the user",
      (town, { ada }) =>
        town
          .records(banTable)
          .insert({ userId: ada.id, reason, bannedBy: null, createdAt: new Date(), expires: null }),
    ],
    ["a grant of the user", (town, { ada }) => town.grant(ada)],
    [
      "its minutes",
      async (town, { ada }) => {
        const [row] = await town.records(impersonationTable).list({ userId: ada.id }, { limit: 1 });
        await town
          .records(impersonationTable)
          .update({ id: String(row!["id"]) }, {}, { endsAt: new Date(Date.now() - 1) });
      },
    ],
    [
      "the user's press",
      async (town, { ada }) => {
        const at = town.visitor(ada);
        const row = (await at.read("/account")).body["impersonations"] as { id: string }[];
        const path = `/impersonation/${row[0]!.id}`;
        expect((await at.open("/account")).html).toContain(path);
        await at.send(await at.open(path), path);
      },
    ],
  ];

  it.each(ends)("ADM-73: it ends with %s, and nothing is given back", async (_what, end) => {
    const { town, root, ada } = await office();
    const { at } = await act(town, root, ada);
    expect((await sessionOf(at))?.impersonatedBy?.id).toBe(root.id);
    await end(town, { root, ada, at });
    expect(await sessionOf(at)).toBeNull();
    expect([at.browser.has("session-token"), at.browser.has("session-aside")]).toEqual([false, false]);
  });

  const comings: readonly (readonly [
    string,
    (town: Office, who: { root: Person; ada: Person }) => Promise<unknown>,
  ])[] = [
    [
      "a ban that is taken back",
      async (town, { root, ada }) => {
        await town.auth.users.ban(root.req, ada.id, { reason });
        await town.auth.users.unban(root.req, ada.id);
      },
    ],
    [
      "a grant that is taken back, and given anew",
      async (town, { root }) => {
        await town.records(grantTable).consume({ userId: root.id });
        await town.grant(root, 0);
      },
    ],
  ];

  it.each(comings)("ADM-120: %s gives back nobody who acted before", async (_what, comeAgain) => {
    const { town, root, ada } = await office();
    const { at } = await act(town, root, ada);
    // The control: a copy of the cookies, which nobody has used meanwhile, still acts.
    const copy = town.visitor();
    for (const [name, value] of at.browser.cookies) copy.browser.cookies.set(name, value);
    expect((await sessionOf(copy))?.impersonatedBy?.id).toBe(root.id);
    await comeAgain(town, { root, ada });
    expect(await sessionOf(copy)).toBeNull();
    expect(copy.browser.has("session-aside")).toBe(false);
  });

  it("ADM-74: nobody acts for an administrator, themselves, a banned user, or whom mayImpersonate refuses", async () => {
    const refused = vi.fn((user: { email?: string | null }) => {
      if (user.email === "thrower@example.com") throw new Error("boom");
      return user.email !== "vip@example.com";
    });
    const { town, root, ada } = await office({ options: { mayImpersonate: refused as never } });
    const other = await town.administrator("other");
    const [banned, vip, thrower] = [
      await town.person("banned"),
      await town.person("vip"),
      await town.person("thrower"),
    ];
    await town.auth.users.ban(root.req, banned.id, { reason });
    const at = town.visitor(root);
    const page = await at.open(`/admin/users/${ada.id}/impersonate`);
    for (const [who, code] of [
      [other, "administrator"],
      [root, "administrator"],
      [banned, "forbidden"],
      [vip, "forbidden"],
      [thrower, "forbidden"],
    ] as const) {
      expect(await codeOf(town.auth.impersonate(root.req, who.id, { reason }))).toBe(code);
      const forged = await at.forge(page, `/admin/users/${who.id}/impersonate`, { reason });
      expect([forged.status >= 400, (await sessionOf(at))?.user.email]).toEqual([true, "root@example.com"]);
    }
    expect(await town.records(impersonationTable).list({ adminId: root.id }, { limit: 9 })).toEqual([]);
    // The control.
    const url = await town.auth.impersonate(root.req, ada.id, { reason, minutes: 7 });
    expect(url).toBe(`${origin}/auth/admin/users/${ada.id}/impersonate?reason=Ticket+4711&minutes=7`);
    expect((await at.open(url.replace(`${origin}/auth`, ""))).html).toContain('value="7"');
  });

  it("ADM-75: a reason and minutes that do not fit begin nothing, and are kept in the form", async () => {
    const { town, root, ada } = await office();
    for (const fields of [
      { reason: "" },
      { reason: "a\nb" },
      { reason: "x".repeat(201) },
      { minutes: "0" },
      { minutes: "481" },
      { minutes: "1.5" },
      { minutes: "x" },
    ]) {
      const { at, done } = await act(town, root, ada, fields);
      expect([fields, done.status]).toEqual([fields, 400]);
      expect((await sessionOf(at))?.impersonatedBy).toBeUndefined();
    }
  });

  it("ADM-76: sign-out ends both, in the store too", async () => {
    const { town, root, ada } = await office();
    const { at } = await act(town, root, ada);
    const copy = new Map(at.browser.cookies);
    const csrf = (await (await at.browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await at.browser.post("/auth/signout", { csrfToken: csrf.csrfToken });
    expect([at.browser.has("session-token"), at.browser.has("session-aside")]).toEqual([false, false]);
    const again = town.visitor();
    for (const [name, value] of copy) again.browser.cookies.set(name, value);
    expect(await sessionOf(again)).toBeNull();
    expect(await town.isSignedIn(root)).toBe(false);
    expect(await town.isSignedIn(ada)).toBe(true);
  });

  it("ADM-77: a link of a mail signs its own user in, links nothing to the user acted for, and ends both", async () => {
    const { town, root, ada } = await office();
    const { at } = await act(town, root, ada);
    const elsewhere = town.visitor();
    await elsewhere.browser.startSignIn("email").catch(() => undefined);
    const csrf = (await (await elsewhere.browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await elsewhere.browser.post("/auth/signin/email", {
      csrfToken: csrf.csrfToken,
      email: "bob@example.com",
    });
    const link = town.links.at(-1)!.url;
    expect(town.links.at(-1)!.to).toBe("bob@example.com");
    const opened = await at.browser.send(link);
    const html = await opened.text();
    const action = /<form action="([^"]*\/callback\/[^"]*)"/.exec(html)?.[1];
    // The page asks for a press, which is a POST: that takes an end of acting first.
    expect(action).toBeDefined();
    const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")],
    );
    const pressed = await at.browser.post(action!, Object.fromEntries(fields) as Record<string, string>);
    expect(pressed.status).toBe(403);
    expect((await sessionOf(at))?.user.email).toBe("ada@example.com");
    expect(await town.adapter.getUserByEmail!("bob@example.com")).toBeNull();
  });

  it("ADM-80: a sign-in that comes back is a stranger's: nothing is added to the user acted for, and both end", async () => {
    const { town, root, ada } = await office();
    const before = town.visitor(root);
    const csrf = (await (await before.browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await before.browser.post("/auth/signin/email", { csrfToken: csrf.csrfToken, email: "bob@example.com" });
    const link = town.links.at(-1)!.url;
    const path = `/admin/users/${ada.id}/impersonate`;
    await before.send(await before.open(path), path, { reason });
    expect((await sessionOf(before))?.user.email).toBe("ada@example.com");
    const copy = new Map(before.browser.cookies);
    const done = await before.browser.send(link);
    expect(done.status).toBe(302);
    expect((await sessionOf(before))?.user.email).toBe("bob@example.com");
    expect(before.browser.has("session-aside")).toBe(false);
    const again = town.visitor();
    for (const [name, value] of copy) again.browser.cookies.set(name, value);
    expect(await sessionOf(again)).toBeNull();
    expect(await town.isSignedIn(root)).toBe(false);
    expect((await town.adapter.getUser!(ada.id))?.email).toBe("ada@example.com");
  });

  it("ADM-104: the user's download says who has acted for them, when, why and for how long, and of nobody else", async () => {
    const { town, root, ada } = await office();
    const bob = await town.person("bob");
    await act(town, root, bob, { reason: "Not about her" });
    const { at } = await act(town, root, ada, { minutes: "5" });
    await at.send(await at.open("/impersonation"), "/impersonation");
    const began = Date.now();
    await act(town, root, ada, { reason: "Once more", minutes: "45" });
    const kept = async (who: Person) => {
      const { body } = await town.visitor(who).read("/account/data");
      return (body["plugins"] as Record<string, Record<string, unknown>>)["admin"];
    };
    const acts = (await kept(ada))?.["impersonations"] as { by: string; createdAt: string; until: string }[];
    expect(acts).toMatchObject([
      { by: "root", reason: "Once more", minutes: 45 },
      { by: "root", reason, minutes: 5 },
    ]);
    const [last, first] = acts;
    expect(Date.parse(last!.createdAt)).toBeGreaterThanOrEqual(began);
    expect(Date.parse(last!.until) - Date.parse(last!.createdAt)).toBe(45 * 60_000);
    // Stopped before its minutes were over.
    expect(Date.parse(first!.until)).toBeLessThanOrEqual(Date.now());
    expect(JSON.stringify(acts)).not.toContain("sessionHash");
    expect((await kept(root))?.["impersonations"]).toEqual([]);
    // Whoever acts for them downloads nothing.
    const acting = await act(town, root, ada);
    expect((await acting.at.read("/account/data")).status).toBe(403);
  });

  it("ADM-78: no POST of the core or of a plugin and no writing function does anything", async () => {
    const { town, root, ada } = await office({
      plugins: [
        password({ sendMail: () => undefined }),
        organizations({
          roles: { owner: ["*"], member: [] },
          create: "everybody",
          sendMail: () => undefined,
        } as never),
      ],
    });
    const { at } = await act(town, root, ada);
    const before = JSON.stringify([await town.adapter.getUser!(ada.id), await sessionOf(at)]);
    const posts = pluginsOf(town.config).flatMap(({ routes = [] }) =>
      routes.filter(({ method }) => method === "POST"),
    );
    const page = await at.open("/impersonation");
    const refusedAt: string[] = [];
    for (const { path, ...route } of posts) {
      const isAllowed = "impersonation" in route && route.impersonation === "allow";
      if (isAllowed) continue;
      const target = path.replace(/:\w+/, "some-name");
      const answer = await at.forge(page, target);
      expect([target, answer.status]).toEqual([target, 403]);
      const json = await at.browser.send(`/auth${target}`, {
        method: "POST",
        headers: { accept: "application/json", "content-type": "application/json" },
        body: JSON.stringify({ csrfToken: csrfIn(page.html) }),
      });
      const body = (await json.json()) as Record<string, unknown>;
      if ("csrf" in route && route.csrf === "none") expect([400, 403]).toContain(json.status);
      else expect([target, json.status, body["error"]]).toEqual([target, 403, "impersonating"]);
      refusedAt.push(target);
    }
    expect(refusedAt.length).toBeGreaterThan(30);
    for (const [key, change] of Object.entries(coreChanges)) {
      if (change.impersonation === "allow") continue;
      const [action = "", kind] = key.replace("POST ", "").split(":");
      if (kind !== undefined && kind !== "email" && kind !== "credentials") continue;
      const id = kind === undefined ? "" : kind === "email" ? "/email" : "/password";
      const answer = await at.forge(page, `/${action}${id}`, { email: "eve@example.com" });
      expect([key, answer.status]).toEqual([key, 403]);
    }
    const functions = pluginsOf(town.config).flatMap((plugin) => Object.entries(plugin.functions ?? {}));
    const all = new Map<string, unknown>(Object.entries(town.auth));
    let calls = 0;
    for (const [name, declared] of functions) {
      if (declared.of === "reading") continue;
      const [group = "", member] = name.split(".");
      const found = all.get(group) as Record<string, (...args: unknown[]) => Promise<unknown>>;
      const call = member === undefined ? (found as never) : found[member]!;
      expect([name, await codeOf((call as Function).call(found, requestOf(at), "x", {}))]).toEqual([
        name,
        "impersonating",
      ]);
      calls += 1;
    }
    expect(calls).toBeGreaterThan(15);
    const handedOut = pluginsOf(town.config).flatMap(({ routes = [] }) =>
      routes.filter((route) => route.method === "GET" && route.of === "data"),
    );
    expect(handedOut.length).toBeGreaterThan(0);
    for (const { path } of handedOut) expect([path, (await at.open(path)).status]).toEqual([path, 403]);
    expect(JSON.stringify([await town.adapter.getUser!(ada.id), await sessionOf(at)])).toBe(before);
    // The control: the same form, once it is her own hand.
    const own = town.visitor(ada);
    const organization = await own.open("/organizations/new");
    expect((await own.send(organization, "/organizations/new", { name: "Acme" })).status).toBe(302);
  });

  it("ADM-79: guards let it read, and change only where the app says so; never as a factor or a fresh sign-in", async () => {
    const { town, root, ada } = await office({ plugins: [twoFactor()] });
    // The factor is asked of administrators here: without one nobody begins.
    expect((await act(town, root, ada).catch((error: Error) => error)) instanceof Error).toBe(true);
    const plain = await office();
    const { at } = await act(plain.town, plain.root, plain.ada);
    const { require } = plain.town.auth;
    const asked = async (method: string, requirement: object) => {
      const answers: number[] = [];
      const res = {
        statusCode: 200,
        setHeader: () => undefined,
        getHeader: () => undefined,
        appendHeader: () => undefined,
        writeHead(status: number) {
          answers.push(status);
          return this;
        },
        end() {
          answers.push(this.statusCode);
        },
      };
      const judged = await (require as never as (...all: unknown[]) => Promise<unknown>)(
        requestOf(at, method),
        res,
        requirement,
      );
      return judged === null || judged === undefined ? (answers[0] ?? "none") : "in";
    };
    expect(await asked("GET", {})).toBe("in");
    expect(await asked("HEAD", {})).toBe("in");
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "QUERY"])
      expect([method, await asked(method, {})]).toEqual([method, 403]);
    expect(await asked("POST", { impersonation: "allow" })).toBe("in");
    if (strategy === "jwt") expect(await asked("GET", { maxAge: 86_400 })).toBe(403);
  });
});

const csrfIn = (html: string): string =>
  /<input type="hidden" name="csrfToken" value="([^"]*)"/.exec(html)?.[1] ?? "";
