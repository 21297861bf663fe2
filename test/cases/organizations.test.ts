/** Attacks on organisations and their members. Each is tried beside what is allowed, which has to work. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MissingTable } from "../../src/runtime/adapters/rows/driver-errors.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { planDeletion } from "../../src/runtime/plugins/account/deletion.js";
import { deleteDueUsers } from "../../src/runtime/plugins/account/index.js";
import { assertMayForget } from "../../src/runtime/plugins/accounts/may-forget.js";
import { pluginsOf, scopeOf } from "../../src/runtime/plugins/host/scope.js";
import {
  formerSlugTable,
  memberTable,
  organizationTable,
} from "../../src/runtime/plugins/organizations/tables.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { Program } from "../plugins/organizations/program.js";
import { origin } from "../support/browser.js";
import { tries } from "../support/every-run.js";
import { closeStores, codeOf, libsqlWith, type Person, Town } from "../plugins/organizations/town.js";
import { Visitor } from "../plugins/organizations/visitor.js";

let town: Town;
let ada: Person;
let bob: Person;
let eve: Person;
let id: string;

/** Ada owns Acme, Bob is a member, Eve is nobody there. */
async function found(options: ConstructorParameters<typeof Town>[0] = {}): Promise<void> {
  town = new Town(options);
  [ada, bob, eve] = [await town.person("ada"), await town.person("bob"), await town.person("eve")];
  ({ id } = await town.acme(ada));
  await town.join(id, "member", bob);
}
beforeEach(() => found());
afterEach(() => void vi.useRealTimers());

describe("slugs and names", () => {
  it("ORG-01: another spelling of a slug is nobody's, for its members, too", async () => {
    const program = new Program(town, bob);
    expect((await program.get("/organizations/acme")).status).toBe(200);
    const spellings =
      "ACME Acme %61cme acme%00 acme%2f acme. acme%20 ａcme аcme acme-- a%63me/ acme;x acme%3f";
    for (const slug of spellings.split(" "))
      expect((await program.get(`/organizations/${slug}`)).status, slug).not.toBe(200);
  });

  it("ORG-02: a slug is no word of the app's addresses, and no other spelling than one", async () => {
    const create = async (slug: unknown) =>
      codeOf(town.auth.organizations.create(ada.req, { name: "A", slug } as never));
    const refused = [
      "new",
      "admin",
      "api",
      "www",
      "null",
      "ACME",
      "a--b",
      "-ab",
      "ab-",
      "ab",
      "a_b",
      "a.b",
      "аcme",
      "%61b",
    ];
    for (const slug of refused) expect(await create(slug), slug).toBe("invalid");
    // A word that every object has is a slug like any other.
    expect(await create("constructor")).toMatchObject({ value: { slug: "constructor" } });
    expect((await new Program(town, ada).get("/organizations/constructor")).status).toBe(200);
    expect(await create("acme")).toBe("slug-taken");
  });

  it("ORG-03: a name holds no address, and turns no text around", async () => {
    const create = async (name: unknown) =>
      codeOf(town.auth.organizations.create(ada.req, { name } as never));
    const refused = [
      "https://evil.example",
      "www.evil",
      "evil.example",
      "a://b",
      "",
      " ",
      "\u202e",
      "x".repeat(81),
      ["a"],
    ];
    for (const name of refused) expect(await create(name), String(name)).toBe("invalid");
    expect(await create("Be\u202eta\u0000\u2028 1")).toMatchObject({
      value: { name: "Be ta 1", slug: "be-ta-1" },
    });
  });

  it("ORG-04: markup in a name is text, on pages and in mails", async () => {
    await town.auth.organizations.rename(ada.req, "acme", { name: `<img src=x onerror="a">` });
    await town.auth.invitations.send(ada.req, "acme", { addresses: ["dan@example.com"], role: "member" });
    const page = await new Visitor(town, ada).open("/organizations/acme");
    for (const html of [page.html, String(town.mails.at(-1)?.html)]) {
      expect(html).toContain("&lt;img src=x");
      expect(html).not.toContain("<img src=x");
    }
  });

  it("ORG-05: nobody takes a slug of somebody else's past", async () => {
    await town.auth.organizations.rename(ada.req, "acme", { name: "Acme", slug: "acme-two" });
    const take = (slug: string) => codeOf(town.auth.organizations.create(eve.req, { name: "Eve", slug }));
    expect([await take("acme"), await take("acme-two")]).toEqual(["slug-taken", "slug-taken"]);
    // Its own former one it may have back.
    await town.auth.organizations.rename(ada.req, "acme-two", { name: "Acme", slug: "acme" });
    expect((await new Program(town, bob).get("/organizations/acme")).status).toBe(200);
  });

  it("ORG-06: a former slug tells strangers nothing, whatever its row says", async () => {
    await town.auth.organizations.rename(ada.req, "acme", { name: "Acme", slug: "acme-two" });
    expect((await new Visitor(town, bob).open("/organizations/acme")).location).toBe(
      "/organizations/acme-two",
    );
    const [former, missing] = [new Program(town, eve), new Program(town, eve)];
    expect(await former.get("/organizations/acme")).toEqual(await missing.get("/organizations/nobodys"));
    const expires = new Date(Date.now() + 1e9);
    await town.records(formerSlugTable).insert({ slug: "lost", organizationId: "gone", expires });
    expect((await new Program(town, bob).get("/organizations/lost")).status).toBe(404);
  });
});

const changes: readonly (readonly [path: string, fields: object])[] = [
  ["rename", { name: "Mine" }],
  ["delete", { name: "Acme" }],
  ["role", { user: "ada", role: "owner" }],
  ["remove", { user: "ada" }],
  ["hand-over", { user: "ada" }],
  ["invite", { addresses: ["x@example.com"], role: "member" }],
  ["link", { role: "member" }],
  ["take-over", {}],
];

const namingAda = (fields: object) => ("user" in fields ? { ...fields, user: ada.id } : fields);
const stateOf = async () =>
  JSON.stringify([await town.rolesIn(id), await town.records(organizationTable).find({ id })]);

describe("who is no member, or may not", () => {
  it("ORG-07: a stranger gets one 404 from every route, and nothing changes", async () => {
    const before = await stateOf();
    const program = new Program(town, eve);
    const missing = await program.post("/organizations/nobodys/rename", { name: "Mine" });
    for (const [path, fields] of [...changes, ["leave", {}] as const]) {
      const told = await program.post(`/organizations/acme/${path}`, namingAda(fields));
      expect(told, path).toEqual(missing);
    }
    expect([missing.status, await stateOf()]).toEqual([404, before]);
  });

  it("ORG-08: a member without permissions changes nothing but leaves", async () => {
    const before = await stateOf();
    const program = new Program(town, bob);
    for (const [path, fields] of changes)
      expect((await program.post(`/organizations/acme/${path}`, namingAda(fields))).status, path).toBe(403);
    expect(await stateOf()).toBe(before);
    expect((await program.post("/organizations/acme/leave")).status).toBe(200);
    expect(await town.rolesIn(id)).toEqual({ ada: "owner" });
  });

  it("ORG-09: without the CSRF token, or with another browser's, nothing happens", async () => {
    const before = await stateOf();
    const program = new Program(town, ada);
    await new Program(town, ada).post("/organizations/acme/role", {});
    for (const csrfToken of ["", "0".repeat(64), null, ["x"], { a: 1 }])
      for (const [path, fields] of changes)
        await program.post(`/organizations/acme/${path}`, { ...namingAda(fields), csrfToken });
    expect(await stateOf()).toBe(before);
    expect((await program.post("/organizations/acme/remove", { user: bob.id })).status).toBe(200);
  });

  it("ORG-10: whoever is removed between page and press is nobody by then", async () => {
    await town.auth.members.setRole(ada.req, "acme", bob.id, "admin");
    const visitor = new Visitor(town, bob);
    const page = await visitor.open("/organizations/acme");
    const other = town.beside();
    await other.auth.members.remove(ada.req, "acme", bob.id);
    const pressed = await visitor.forge(page, "/organizations/acme/invite", {
      addresses: "x@example.com",
      role: "member",
    });
    expect([pressed.status, town.mails.filter(({ to }) => to === "x@example.com")]).toEqual([404, []]);
  });

  it("ORG-11: nobody gives or takes more than their own, in any spelling of a role", async () => {
    await town.auth.members.setRole(ada.req, "acme", bob.id, "admin");
    await town.join(id, "clerk", eve);
    const give = (role: unknown, who = eve) =>
      codeOf(town.auth.members.setRole(bob.req, "acme", who.id, role as never));
    expect([await give("owner"), await give("clerk"), await give("owner", bob)]).toEqual(
      Array(3).fill("forbidden"),
    );
    for (const role of [
      "Owner",
      "owner ",
      "-",
      "__proto__",
      "constructor",
      "toString",
      ["owner"],
      {},
      null,
      1,
    ])
      expect(await give(role), String(role)).toBe("invalid");
    // Whose role allows what theirs does not is not theirs to take.
    expect(await give("member")).toBe("forbidden");
    expect(await codeOf(town.auth.members.remove(bob.req, "acme", ada.id))).toBe("forbidden");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "admin", eve: "clerk" });
  });

  it("ORG-12: a role that the configuration has no more allows nothing, and owners take it", async () => {
    const key = { organizationId: id, userId: bob.id };
    await town.records(memberTable).update(key, {}, { role: "retired" });
    const program = new Program(town, bob);
    expect((await program.get("/organizations/acme")).status).toBe(200);
    for (const [path, fields] of changes)
      expect((await program.post(`/organizations/acme/${path}`, namingAda(fields))).status, path).toBe(403);
    expect(await codeOf(town.auth.members.setRole(ada.req, "acme", bob.id, "member"))).toEqual({
      value: undefined,
    });
  });

  it("ORG-13: the header that names an organisation is not read from another site's request", async () => {
    const attempt = (site: string | undefined) =>
      town.auth.require(
        {
          ...(ada.req as object),
          headers: {
            host: "localhost:3000",
            cookie: ada.cookie,
            "x-organization": "acme",
            ...(site && { "sec-fetch-site": site }),
          },
        } as never,
        { setHeader: () => undefined, end: () => undefined, writeHead: () => undefined } as never,
        { organization: { header: "x-organization" } },
      );
    expect((await attempt(undefined))?.organization?.slug).toBe("acme");
    expect((await attempt("same-origin"))?.organization?.slug).toBe("acme");
    for (const site of ["cross-site", "same-site", "none"])
      expect((await attempt(site))?.organization, site).toBeUndefined();
  });

  it("ORG-14: values of other types are refused, and none ends as an error of the server", async () => {
    const program = new Program(town, ada);
    const odd: readonly unknown[] = [
      null,
      1,
      true,
      [],
      {},
      ["acme"],
      { $ne: "" },
      "\u0000",
      "x".repeat(100_000),
    ];
    for (const value of odd)
      for (const [path, fields] of changes) {
        const sent = Object.fromEntries(Object.keys(fields).map((name) => [name, value]));
        const { status } = await program.post(`/organizations/acme/${path}`, sent);
        expect(status, `${path} ${JSON.stringify(value)?.slice(0, 20)}`).toBeLessThan(500);
      }
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "member" });
    expect((await program.post("/organizations/acme/role", { user: bob.id, role: "admin" })).status).toBe(
      200,
    );
  });

  it("ORG-15: an id of somebody outside is no member, whatever is asked", async () => {
    const asked = [
      town.auth.members.setRole(ada.req, "acme", eve.id, "admin"),
      town.auth.members.remove(ada.req, "acme", eve.id),
      town.auth.members.handOver(ada.req, "acme", eve.id),
      town.auth.members.handOver(ada.req, "acme", "__proto__"),
    ];
    for (const each of asked) expect(await codeOf(each)).toBe("not-found");
    expect(await codeOf(town.auth.members.handOver(ada.req, "acme", bob.id))).toEqual({ value: undefined });
  });

  it("ORG-16: members without a managing role see no address but their own", async () => {
    const told = JSON.stringify((await new Program(town, bob).get("/organizations/acme")).body);
    expect(told).toContain("bob@example.com");
    expect(told).not.toContain("ada@example.com");
    expect(JSON.stringify((await new Program(town, ada).get("/organizations/acme")).body)).toContain(
      "bob@example.com",
    );
  });

  it("ORG-17: the place where a list begins is a text like any other", async () => {
    const program = new Program(town, bob);
    for (const after of ["%00", "'%20or%201=1--", "__proto__", "x".repeat(5000), "[]", "%F0%9F%92%A5"])
      expect((await program.get(`/organizations/acme?after=${after}`)).status, after).toBe(200);
  });
});

describe("the end, and what is missing", () => {
  it("ORG-18: an organisation ends by its name as it is, typed by who may, in a sign-in of just now", async () => {
    const program = new Program(town, ada);
    for (const name of ["acme", "Acme2", "", undefined, ["Acme"], { name: "Acme" }])
      expect((await program.post("/organizations/acme/delete", { name })).status, String(name)).toBe(400);
    expect((await new Program(town, bob).post("/organizations/acme/delete", { name: "Acme" })).status).toBe(
      403,
    );
    expect((await program.post("/organizations/acme/delete", { name: "Acme" })).status).toBe(200);
    expect((await program.get("/organizations/acme")).status).toBe(404);
  });

  it("ORG-19: without its tables the plugin is off: pages are not there, and people still sign in", async () => {
    const adapter = MemoryAdapter();
    const records = adapter.records!.bind(adapter);
    const missing = async (name: string) => Promise.reject(new MissingTable(name));
    await found({ adapter });
    adapter.records = (table) =>
      table.name.startsWith("auth_organizations_")
        ? (Object.fromEntries(
            ["find", "list", "insert", "update", "consume", "remove"].map((name) => [
              name,
              () => missing(table.name),
            ]),
          ) as never)
        : records(table);
    const program = new Program(town, ada);
    for (const path of ["/organizations", "/organizations/acme"]) {
      const { status, body } = await program.get(path);
      expect([status === 200, JSON.stringify(body).includes("Acme")], path).toEqual([false, false]);
    }
    const visitor = new Visitor(town);
    await visitor.forge(await visitor.open("/signin"), "/signin/email", { email: "bob@example.com" });
    await visitor.browser.send(town.links.at(-1)!.url);
    expect((await visitor.browser.session())?.user?.email).toBe("bob@example.com");
  });

  const many = tries(120, 10_000);
  it("ORG-20: 10,000 members that SQL has brought are shown page by page, and each may leave", async () => {
    await found({ options: { limits: { members: 100 } } });
    const rows = town.records(memberTable);
    const row = { organizationId: id, role: "member", version: "1", createdAt: new Date() };
    await Promise.all(Array.from({ length: many }, (_, at) => rows.insert({ ...row, userId: `u${at}` })));
    const { body } = await new Program(town, bob).get("/organizations/acme");
    expect([(body["members"] as unknown[]).length, typeof body["next"]]).toEqual([50, "string"]);
    expect(await codeOf(town.auth.organizations.leave(bob.req, "acme"))).toEqual({ value: undefined });
    await town.auth.invitations.send(ada.req, "acme", { addresses: ["eve@example.com"], role: "member" });
    expect(await codeOf(town.accept(eve, town.token("eve@example.com")))).toBe("too-many");
  });
});

describe("waves", () => {
  it("ORG-21: 30 creations at once make no more than one may own", async () => {
    const all = Array.from({ length: 30 }, (_, at) =>
      codeOf(town.auth.organizations.create(eve.req, { name: "Many", slug: `many-${at}` })),
    );
    const ends = await Promise.all(all);
    expect(ends.filter((end) => typeof end === "object").length).toBeLessThanOrEqual(10);
    expect(await town.auth.organizations.list(eve.req)).toHaveLength(10);
  });

  it("ORG-22: 20 who create with one slug: one has it", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, (_, at) => town.person(`p${at}`)));
    const ends = await Promise.all(
      people.map(({ req }) => codeOf(town.auth.organizations.create(req, { name: "One", slug: "one-slug" }))),
    );
    expect(ends.filter((end) => typeof end === "object")).toHaveLength(1);
    expect(new Set(ends.filter((end) => typeof end === "string"))).toEqual(new Set(["slug-taken"]));
  });

  it("ORG-23: 20 changes of one role at once leave one row, with one of them", async () => {
    const given = (at: number) => (at % 2 === 0 ? "admin" : "member");
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        codeOf(town.auth.members.setRole(ada.req, "acme", bob.id, given(at))),
      ),
    );
    const rows = await town.records(memberTable).list({ organizationId: id }, { limit: 10 });
    expect([rows.length, ["admin", "member"].includes((await town.rolesIn(id))["bob"] ?? "")]).toEqual([
      2,
      true,
    ]);
  });

  it("ORG-24: two owners who remove each other, hand over, and leave at once: one stays", async () => {
    await town.auth.members.setRole(ada.req, "acme", bob.id, "owner");
    const other = town.beside();
    await Promise.all([
      codeOf(town.auth.members.remove(ada.req, "acme", bob.id)),
      codeOf(other.auth.members.remove(bob.req, "acme", ada.id)),
      codeOf(town.auth.organizations.leave(ada.req, "acme")),
      codeOf(other.auth.organizations.leave(bob.req, "acme")),
    ]);
    expect(Object.values(await town.rolesIn(id))).toContain("owner");
  });
});

/** As the pages of the plugin account do it. */
async function planDeletionOf({ id: userId }: Person): Promise<void> {
  const resolved = resolveConfigWithEnv(town.config);
  const own = scopeOf(
    pluginsOf(town.config).find((plugin) => plugin.id === "account")!,
    resolved,
  );
  await assertMayForget(resolved, userId, "click");
  await planDeletion(resolved, own, { userId, days: 3 });
}

describe("deletions that are planned", () => {
  // Seen to fail without the heir of `keepOwned`.
  it("ORG-26: two owners who plan theirs at once leave an organisation that the next member owns", async () => {
    await town.join(id, "owner", eve);
    const ends = await Promise.all([codeOf(planDeletionOf(ada)), codeOf(planDeletionOf(eve))]);
    expect(ends).toContainEqual({ value: undefined });
    expect((await new Program(town, bob).get("/organizations/acme")).status).toBe(200);
    const cleo = await town.person("cleo");
    await town.auth.invitations.send(bob.req, "acme", { addresses: ["cleo@example.com"], role: "member" });
    expect(await codeOf(town.accept(cleo, town.token("cleo@example.com")))).toMatchObject({ value: {} });
    expect(await town.rolesIn(id)).toMatchObject({ bob: "owner", cleo: "member" });
  });

  // Seen to fail without `isAway` in the count of owners.
  it("ORG-27: a membership taken between the plan and its day takes no organisation along", async () => {
    await town.join(id, "owner", eve);
    await planDeletionOf(eve);
    // Whoever is to be deleted counts as no owner.
    for (const leave of [
      () => town.auth.organizations.leave(ada.req, "acme"),
      () => town.auth.members.setRole(ada.req, "acme", ada.id, "member"),
    ])
      expect(await codeOf(leave())).toBe("last-owner");
    await town.auth.members.remove(ada.req, "acme", eve.id);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * 24 * 3_600_000 });
    expect(await deleteDueUsers(town.config)).toBe(1);
    expect(await town.adapter.getUser!(eve.id)).toBeNull();
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "member" });
  });
});

describe("many members", () => {
  afterEach(closeStores);

  // Seen to fail with `memberRows` cut off behind its first page.
  it("ORG-28: 10,000 members in a database are listed, searched and owned within seconds", async () => {
    const [adapter, run] = await libsqlWith();
    await found({ adapter });
    await run(
      `with recursive many(n) as (select 10000 union all select n + 1 from many where n < 19999)
       insert into auth_organizations_member ("organizationId", "userId", role, version, "createdAt")
       select '${id}', 'a' || n, 'member', '1', '2026-01-01T00:00:00.000Z' from many`,
    );
    const begun = performance.now();
    await town.adapter.updateUser!({ id: bob.id, name: "Zoe" });
    await town.records(memberTable).update({ organizationId: id, userId: bob.id }, {}, { role: "admin" });
    const zoe = async () => {
      let pages = 0;
      for (let after: string | undefined; pages < 20;) {
        const page = await town.auth.members.list(ada.req, "acme", {
          search: "zoe",
          ...(after && { after }),
        });
        pages += 1;
        if (page.members.length > 0 || page.next === null) return { pages, members: page.members };
        after = page.next;
      }
      return { pages, members: [] };
    };
    const found10 = await zoe();
    expect(found10.members.map(({ user }) => user.id)).toEqual([bob.id]);
    expect(found10.pages).toBeLessThanOrEqual(11);
    // The heir is found behind all the others.
    await planDeletionOf(eve);
    await town.adapter.deleteUser!(ada.id);
    const { body } = await new Program(town, bob).get("/organizations/acme");
    expect(body).toMatchObject({ takeOver: { userId: bob.id } });
    expect(performance.now() - begun).toBeLessThan(60_000);
  }, 90_000);

  // Seen to fail (22 members) without the second look of `addInvited`.
  it("ORG-29: 50 acceptances at once let in no more members than there may be", async () => {
    await found({ options: { limits: { members: 10 }, invitation: { anyAccount: true } } });
    const { url = "" } = await town.auth.invitations.send(ada.req, "acme", { role: "member", uses: 100 });
    const token = new URL(url).searchParams.get("token") ?? "";
    const people = await Promise.all(Array.from({ length: 50 }, (_, at) => town.person(`p${at}`)));
    const ends = await Promise.all(people.map((one) => codeOf(town.accept(one, token))));
    const members = Object.keys(await town.rolesIn(id)).length;
    const joined = ends.filter((end) => typeof end === "object").length;
    for (const end of ends) if (typeof end === "string") expect(["too-many", "busy"], end).toContain(end);
    expect([members <= 10, joined === members - 2, joined > 0]).toEqual([true, true, true]);
    // Nobody who was refused has used the link up.
    const [open] = await town.auth.invitations.list(ada.req, "acme");
    expect(open?.uses).toBe(100 - joined);
  });
});

describe("ways into an organisation", () => {
  /** @returns the token of the mailed link */
  async function invite(address: string, slug = "acme", from = ada): Promise<string> {
    await town.auth.invitations.send(from.req, slug, { addresses: [address], role: "member" });
    return town.token(address);
  }
  const dan = "dan@example.com";
  const rolesOf = async () => town.rolesIn(id);

  // Seen to fail without the question for `sec-fetch-site` in the guard.
  it("ORG-62: a guard by a header takes no other origin for the app's own", async () => {
    const ask = async (who: Person, headers: Record<string, string>) => {
      const sent = { host: "localhost:3000", cookie: who.cookie, "x-organization": "acme", ...headers };
      const answer = { setHeader: () => undefined, end: () => undefined, writeHead: () => undefined };
      const req = { ...(who.req as object), headers: sent };
      const asked = { organization: { header: "x-organization" } };
      const session = await town.auth.require(req as never, answer as never, asked);
      return session?.organization?.slug;
    };
    expect(await ask(bob, { origin, "sec-fetch-site": "same-origin" })).toBe("acme");
    for (const elsewhere of ["https://evil.example", "http://localhost:3001", "null"])
      for (const site of ["cross-site", "same-site"])
        expect(await ask(bob, { origin: elsewhere, "sec-fetch-site": site }), elsewhere).toBeUndefined();
    expect(await ask(eve, { origin, "sec-fetch-site": "same-origin" })).toBeUndefined();
  });

  // Seen to fail without `elsewhere` in `joinAsNewcomer`.
  it("ORG-63: a signIn callback that answers a press with an address lets nobody in", async () => {
    const wait = { is: true };
    await found({ more: { callbacks: { signIn: () => (wait.is ? "/wait" : true) } } });
    const token = await invite(dan);
    const pressed = new Program(town);
    const told = await pressed.post("/invitation", { token });
    expect(String(told.body["url"])).toMatch(/\/wait$/);
    expect([await town.adapter.getUserByEmail!(dan), await pressed.browser.session()]).toEqual([null, null]);
    expect(await rolesOf()).toEqual({ ada: "owner", bob: "member" });
    // The invitation is good still.
    wait.is = false;
    const later = new Program(town);
    expect((await later.post("/invitation", { token })).status).toBe(200);
    expect((await later.browser.session())?.user?.email).toBe(dan);
    // Whom a press makes has no name yet.
    expect(await rolesOf()).toMatchObject({ "?": "member" });
  });

  // Seen to fail where the token that waits comes before that of the link.
  it("ORG-64: another's link takes no place of the one that waits without a word", async () => {
    await town.auth.organizations.create(eve.req, { name: "Evil", slug: "evil" });
    await town.person("dan", null);
    const [first, second] = [await invite(dan), await invite(dan, "evil", eve)];
    const visitor = new Visitor(town);
    const page = await visitor.open(`/invitation?token=${first}`);
    expect(page.text).toContain("Join Acme");
    await visitor.open(`/invitation?token=${second}`);
    // The proof is that of the mailbox; what waits is named before anything is joined.
    await visitor.forge(page, "/signin/email", { email: dan, callbackUrl: "/auth/invitation" });
    await visitor.browser.send(town.links.at(-1)!.url);
    expect((await visitor.browser.session())?.user?.email).toBe(dan);
    const waiting = await visitor.open("/invitation");
    expect(waiting.text).toContain("Join Evil");
    const evil = await town.records(organizationTable).find({ slug: "evil" });
    const joined = async () => [(await rolesOf())["dan"], (await town.rolesIn(String(evil?.["id"])))["dan"]];
    expect(await joined()).toEqual([undefined, undefined]);
    // Each page joins what it shows, and the other invitation stays.
    const own = await visitor.open(`/invitation?token=${first}`);
    expect(own.text).toContain("Join Acme");
    await visitor.send(own, "/invitation");
    expect(await joined()).toEqual(["member", undefined]);
  });

  // Seen to fail where `proveAddress` ends no session.
  it("ORG-65: an account that a proof holds joins by no invitation of the address", async () => {
    const provider = {
      id: "silent",
      name: "Silent",
      type: "oauth",
      authorization: "https://id.example/authorize",
      token: "https://id.example/token",
      userinfo: "https://id.example/me",
      clientId: "a",
      clientSecret: "b",
    };
    const mailer = {
      id: "email",
      name: "E-mail",
      type: "email",
      sendVerificationRequest: ({ identifier: to, url }: { identifier: string; url: string }) =>
        void town.links.push({ to, url }),
    };
    await found({ more: { providers: [mailer, provider] as never } });
    const stranger = await town.person("dan", null);
    await town.adapter.linkAccount!({
      userId: stranger.id,
      type: "oauth",
      provider: "silent",
      providerAccountId: "1",
    });
    const token = await invite(dan);
    const browser = new Program(town, stranger);
    expect((await browser.get(`/invitation?token=${token}`)).body).toMatchObject({ next: "join" });
    // The owner of the address proves it by a mail.
    const owner = new Visitor(town);
    await owner.forge(await owner.open("/signin"), "/signin/email", { email: dan });
    await owner.browser.send(town.links.at(-1)!.url);
    expect((await owner.browser.session())?.user?.email).toBe(dan);
    expect((await browser.post("/invitation", { token })).status).toBe(401);
    expect(await rolesOf()).toEqual({ ada: "owner", bob: "member" });
    const own = await owner.open(`/invitation?token=${token}`);
    await owner.send(own, "/invitation");
    expect(await rolesOf()).toMatchObject({ dan: "member" });
  });
});

describe("a store that fails", () => {
  it("ORG-25: a guard whose store is down lets nobody in", async () => {
    const adapter: Adapter = MemoryAdapter();
    await found({ adapter });
    expect(await codeOf(town.auth.organizations.get(bob.req, "acme"))).toMatchObject({
      value: { role: "member" },
    });
    const records = adapter.records!.bind(adapter);
    adapter.records = (table) => ({
      ...records(table),
      find: async () => Promise.reject(new Error("down")),
      list: async () => Promise.reject(new Error("down")),
    });
    await expect(town.auth.organizations.get(bob.req, "acme")).rejects.toThrow();
    expect((await new Program(town, bob).get("/organizations/acme")).status).not.toBe(200);
  });
});
