/** Slugs and names, what a visitor costs, and the endpoints. */
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { membershipReader } from "../../../src/runtime/plugins/organizations/memberships.js";
import { memberTable } from "../../../src/runtime/plugins/organizations/tables.js";
import type { PluginScope } from "../../../src/runtime/plugins/host/plugin.js";
import { coreApp, origin } from "../../support/browser.js";
import { adapterOf, closeStores, codeOf, type Person, stores, Town } from "./town.js";

afterAll(closeStores);
afterEach(() => void vi.useRealTimers());

const day = 24 * 3_600_000;
const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

describe.each(stores)("slugs, on %s", (store) => {
  it("of a renamed organisation lead members on, strangers nowhere, and rest for 90 days", async () => {
    const town = new Town({ adapter: await adapterOf(store) });
    const [ada, eve] = [await town.person("ada"), await town.person("eve")];
    const { id } = await town.acme(ada);
    const renamed = await town.auth.organizations.rename(ada.req, "acme", {
      slug: "acme-two",
      name: "Acme Two",
    });
    expect(renamed).toEqual({ id, slug: "acme-two", name: "Acme Two", role: "owner" });
    const other = town.beside();
    expect(await other.auth.organizations.get(ada.req, "acme")).toEqual(renamed);
    expect(await membershipReader()(town.own, "acme", ada.id)).toMatchObject({ isFormer: true });
    expect(await codeOf(other.auth.organizations.get(eve.req, "acme"))).toBe("not-found");
    expect(await codeOf(town.acme(eve))).toBe("slug-taken");
    await town.auth.organizations.rename(ada.req, "acme-two", { slug: "acme" });
    expect(await codeOf(town.acme(eve, "acme-two"))).toBe("slug-taken");
    later(90 * day + 1);
    const eveLater = await town.person("eve");
    expect(await codeOf(town.acme(eveLater, "acme-two"))).toMatchObject({ value: { slug: "acme-two" } });
  });

  it("of a deleted organisation rest, too; the name is typed, and the sign-in of just now", async () => {
    const onDelete = vi.fn<() => void>();
    const town = new Town({ adapter: await adapterOf(store), options: { onDelete } });
    const [ada, bob] = [await town.person("ada"), await town.person("bob")];
    const { id } = await town.acme(ada);
    await town.join(id, "admin", bob);
    const remove = (who: Person, name: string) =>
      codeOf(town.auth.organizations.remove(who.req, "acme", name));
    expect(await remove(bob, "Acme")).toBe("forbidden");
    expect(await remove(ada, "acme")).toBe("invalid");
    later(601_000);
    expect(await remove(ada, "Acme")).toBe("stale");
    const again = await town.person("ada");
    expect(onDelete).not.toHaveBeenCalled();
    expect(await remove(again, "Acme")).toEqual({ value: undefined });
    expect(onDelete).toHaveBeenCalledOnce();
    expect(await town.records(memberTable).list({ organizationId: id }, { limit: 10 })).toEqual([]);
    expect(await codeOf(town.acme(again))).toBe("slug-taken");
    expect(await codeOf(town.auth.organizations.get(bob.req, "acme"))).toBe("not-found");
  });
});

it.each(["ab", "-abc", "abc-", "a--b", "Acme", "a.b", "new", "admin", "a".repeat(41), "ä-b", ""])(
  "%j is no slug",
  async (slug) => {
    const town = new Town();
    const error = town.acme(await town.person("ada"), slug);
    await expect(error).rejects.toMatchObject({ code: "invalid", field: "slug", status: 400 });
  },
);

it.each([
  ["Öl & Söhne", "ol-sohne", "Öl & Söhne"],
  ["  Two\n words ", "two-words", "Two words"],
  ["A\u202eB\u2066 CD", "a-b-cd", "A B CD"],
])("the name %j makes the slug %s", async (given, slug, name) => {
  const town = new Town();
  const ada = await town.person("ada");
  expect(await town.auth.organizations.create(ada.req, { name: given })).toMatchObject({ slug, name });
});

it.each(["", "x".repeat(81), "see https://evil.example", "www.evil", "evil.com", 7])(
  "%j is no name",
  async (name) => {
    const town = new Town();
    const ada = await town.person("ada");
    const error = town.auth.organizations.create(ada.req, { name: name as string, slug: "acme" });
    await expect(error).rejects.toMatchObject({ code: "invalid", field: "name" });
  },
);

it("that a slug is taken is counted: who asks too often waits", async () => {
  const town = new Town();
  const [ada, eve] = [await town.person("ada"), await town.person("eve")];
  await town.acme(ada);
  for (let time = 0; time < 20; time += 1) expect(await codeOf(town.acme(eve))).toBe("slug-taken");
  const error = town.acme(eve);
  await expect(error).rejects.toMatchObject({ code: "too-many", retryAfter: expect.any(Number) });
});

it("only whom the option lets create does, with a proven address", async () => {
  const create = vi.fn<(user: { name?: string | null }) => boolean>(({ name }) => name === "ada");
  const town = new Town({ options: { create } });
  expect(await codeOf(town.acme(await town.person("eve")))).toBe("forbidden");
  expect(await codeOf(town.acme(await town.person("ada", null)))).toBe("forbidden");
  const nobody = new Town({ options: { create: "nobody" } });
  expect(await codeOf(nobody.acme(await nobody.person("ada")))).toBe("forbidden");
});

describe("what a visitor costs", () => {
  /** Counts the questions to the store. */
  const counting = (own: PluginScope) => {
    const counted = { finds: 0, own };
    const records: PluginScope["records"] = (table) => {
      const rows = own.records(table);
      return {
        ...rows,
        find: (key) => {
          counted.finds += 1;
          return rows.find(key);
        },
        list: () => Promise.reject(new Error("nothing is listed")),
      };
    };
    counted.own = { ...own, records };
    return counted;
  };
  const townWithMembers = async () => {
    const town = new Town();
    const [ada, eve] = [await town.person("ada"), await town.person("eve")];
    await town.acme(ada);
    await town.auth.organizations.create(ada.req, { name: "Moved", slug: "moved" });
    await town.auth.organizations.rename(ada.req, "moved", { slug: "moved-on" });
    const counted = counting(town.own);
    const read = membershipReader();
    const cost = async (slug: string, { id }: Person) => {
      counted.finds = 0;
      const membership = await read(counted.own, slug, id);
      return [membership?.role, counted.finds];
    };
    return { town, ada, eve, cost };
  };

  it("members two finds at first, then one for a minute; a removed one is out at once", async () => {
    const { town, ada, cost } = await townWithMembers();
    const bob = await town.person("bob");
    const { id } = await town.auth.organizations.get(ada.req, "acme");
    await town.join(id, "member", bob);
    expect(await cost("acme", bob)).toEqual(["member", 2]);
    expect(await cost("acme", bob)).toEqual(["member", 1]);
    expect(await cost("acme", ada)).toEqual(["owner", 1]);
    await town.auth.members.remove(ada.req, "acme", bob.id);
    expect(await cost("acme", bob)).toEqual([undefined, 3]);
    expect(await cost("acme", ada)).toEqual(["owner", 1]);
    later(60_001);
    expect(await cost("acme", ada)).toEqual(["owner", 2]);
  });

  it("everybody else three, whatever is kept: a stranger, a missing slug, a former one", async () => {
    const { ada, eve, cost } = await townWithMembers();
    for (let time = 0; time < 2; time += 1) {
      for (const slug of ["acme", "moved", "moved-on", "missing", "Acme", "a".repeat(64)])
        expect(await cost(slug, eve), slug).toEqual([undefined, 3]);
      // Now it is kept.
      await cost("acme", ada);
      await cost("moved-on", ada);
    }
  });

  it("no more than a thousand slugs are kept", async () => {
    const { town, ada, cost } = await townWithMembers();
    const createdAt = new Date();
    const member = { userId: ada.id, role: "owner", version: "1", createdAt };
    const rows = new Map<string, Record<string, unknown>>();
    for (let at = 0; at <= 1000; at += 1)
      rows.set(`org-${at}`, { id: `org-${at}`, slug: `org-${at}`, name: "Org" });
    const find = async ({ slug, organizationId }: Record<string, string>) =>
      organizationId === undefined ? rows.get(slug ?? "") : { organizationId, ...member };
    town.adapter.records = () => ({ find }) as never;
    for (const slug of rows.keys()) await cost(slug, ada);
    expect(await cost("org-0", ada)).toEqual(["owner", 2]);
    expect(await cost("org-1000", ada)).toEqual(["owner", 1]);
  });
});

describe("the endpoints", () => {
  const townWithRoutes = async () => {
    const town = new Town();
    const [ada, bob, eve] = [await town.person("ada"), await town.person("bob"), await town.person("eve")];
    const { id } = await town.acme(ada);
    await town.join(id, "member", bob);
    const app = coreApp(town.config);
    const ask = async (who: Person | undefined, path: string, init: RequestInit = {}) => {
      const headers = { accept: "application/json", cookie: who?.cookie ?? "", ...init.headers } as Record<
        string,
        string
      >;
      return app(new Request(`${origin}/auth${path}`, { ...init, headers }));
    };
    const post = async (who: Person, path: string, fields: object) => {
      const csrf = await ask(who, "/csrf");
      const { csrfToken } = (await csrf.json()) as { csrfToken: string };
      const set = csrf.headers.getSetCookie().map((line) => line.split(";")[0]);
      const headers = { "content-type": "application/json", cookie: [who.cookie, ...set].join("; ") };
      return ask(who, path, { method: "POST", headers, body: JSON.stringify({ csrfToken, ...fields }) });
    };
    return { town, ada, bob, eve, id, ask, post };
  };

  it("list, show and change, and answer with where to go on", async () => {
    const { town, ada, bob, id, ask, post } = await townWithRoutes();
    const list = await ask(ada, "/organizations");
    expect(await list.json()).toEqual({ organizations: [{ id, slug: "acme", name: "Acme", role: "owner" }] });
    expect(list.headers.get("cache-control")).toBe("private, no-cache, no-store");
    const made = await post(ada, "/organizations/new", { name: "Second" });
    expect(await made.json()).toEqual({ ok: true, url: `${origin}/auth/organizations/second` });
    await post(ada, "/organizations/acme/invite", { addresses: ["dan@example.com"], role: "member" });
    const shown = (await (await ask(ada, "/organizations/acme")).json()) as Record<string, unknown[]>;
    expect(Object.keys(shown)).toEqual(["organization", "members", "invitations", "next"]);
    expect(shown["members"]).toContainEqual({
      user: { id: bob.id, name: "bob", email: "bob@example.com", image: null },
      role: "member",
      since: expect.any(String),
    });
    expect(shown["invitations"]).toMatchObject([{ address: "dan@example.com", role: "member", by: ada.id }]);
    const ofBob = (await (await ask(bob, "/organizations/acme")).json()) as typeof shown;
    expect(ofBob["invitations"]).toEqual([]);
    const dan = await town.person("dan");
    const token = town.token("dan@example.com");
    expect(await (await post(dan, "/invitation", { token })).json()).toEqual({
      ok: true,
      url: `${origin}/auth/organizations/acme`,
    });
    const steps = [
      ["role", { user: dan.id, role: "admin" }],
      ["remove", { user: dan.id }],
      ["hand-over", { user: bob.id }],
      ["leave", {}],
    ] as const;
    for (const [step, fields] of steps)
      expect((await post(ada, `/organizations/acme/${step}`, fields)).status, step).toBe(200);
    expect(await town.rolesIn(id)).toEqual({ bob: "owner" });
  });

  it("a stranger and a missing slug get the same 404, byte for byte", async () => {
    const { eve, ask } = await townWithRoutes();
    const answers = [];
    for (const slug of ["acme", "missing"]) {
      const answer = await ask(eve, `/organizations/${slug}`);
      const headers = [...answer.headers].filter(([name]) => name !== "set-cookie");
      answers.push([answer.status, headers, await answer.text()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(404);
    expect(JSON.parse(String(answers[0]?.[2]))).toEqual({
      error: "not-found",
      message: "That is not there.",
    });
  });

  it("say what is wrong, in a field where it is one; signed out 401; without the token nothing happens", async () => {
    const { ada, bob, ask, post } = await townWithRoutes();
    const refused = await post(ada, "/organizations/new", { name: "Acme", slug: "acme" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({
      error: "slug-taken",
      field: "slug",
      message: "This address is taken. Choose another one.",
    });
    expect((await post(bob, "/organizations/acme/rename", { name: "Bobs" })).status).toBe(403);
    expect((await ask(undefined, "/organizations")).status).toBe(401);
    const headers = { "content-type": "application/json" };
    const forged = await ask(ada, "/organizations/acme/leave", { method: "POST", headers, body: "{}" });
    expect(forged.ok).toBe(false);
    expect((await ask(ada, "/organizations/acme")).status).toBe(200);
  });
});

it("what is kept of a user is theirs to download; a proof of the address ends what was sent before", async () => {
  const town = new Town();
  const ada = await town.person("ada");
  const { id } = await town.acme(ada);
  await town.auth.invitations.send(ada.req, "acme", {
    addresses: ["dan@example.com"],
    role: "member",
  });
  const { pluginsOf } = await import("../../../src/runtime/plugins/host/scope.js");
  const plugin = pluginsOf(town.config).find((each) => each.id === "organizations")!;
  const kept = await plugin.exportUser!(town.own, ada.id, undefined as never);
  expect(kept).toMatchObject({
    organizations: [{ id, slug: "acme", role: "owner", invitations: [{ address: "dan@example.com" }] }],
  });
  expect(JSON.stringify(kept)).not.toContain(town.token("dan@example.com"));
  await plugin.addressProven!(town.own, ada.id, undefined as never);
  expect(await town.auth.invitations.list(ada.req, "acme")).toEqual([]);
  expect(await town.rolesIn(id)).toEqual({ ada: "owner" });
});
