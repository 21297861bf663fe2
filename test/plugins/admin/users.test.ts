/** The list of users and the page of one: what they show, where they begin, and what hostile texts do to them. */
import { afterAll, describe, expect, it } from "vitest";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { organizations } from "../../../src/runtime/plugins/organizations/index.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import { adapterOf, closeStores, codeOf, Office, places, type Person } from "./office.js";

afterAll(closeStores);

/** @param count of users `u000` to …, beside an administrator called `root` */
async function crowd(adapter: Adapter, count: number, office = new Office({ adapter })) {
  for (let at = 0; at < count; at += 1) {
    const name = `u${String(at).padStart(3, "0")}`;
    await adapter.createUser!({ id: `id-${name}`, name, email: `${name}@example.com`, emailVerified: null });
  }
  const root = await office.administrator("aroot");
  return { office, root, at: office.visitor(root) };
}

const emails = (body: Record<string, unknown>): string[] =>
  (body["users"] as { email: string | null; id: string }[]).map(({ email, id }) => email ?? id);

describe.each(places.filter(([, strategy]) => strategy === "jwt"))("%s", (store) => {
  it("ADM-12: users stand in the order of addresses, 50 at a time, each once", async () => {
    const { at } = await crowd(await adapterOf(store), 120);
    const seen: string[] = [];
    let query: string | undefined = "";
    for (let page = 0; query !== undefined && page < 5; page += 1) {
      const { body }: { body: Record<string, unknown> } = await at.read(`/admin/users${query}`);
      seen.push(...emails(body));
      expect(emails(body).length).toBeLessThanOrEqual(50);
      query = body["next"] === null ? undefined : `?at=${encodeURIComponent(String(body["next"]))}`;
    }
    expect(seen).toHaveLength(121);
    expect(seen).toEqual([...seen].sort());
  });

  it("ADM-13: a text begins the list as in a dictionary; a whole address or id is found", async () => {
    const { at } = await crowd(await adapterOf(store), 60);
    const { body } = await at.read("/admin/users?from=u05");
    expect([emails(body)[0], emails(body).length, body["match"]]).toEqual(["u050@example.com", 10, null]);
    const whole = await at.read("/admin/users?from=U058@Example.com%20");
    expect(whole.body["match"]).toMatchObject({ id: "id-u058" });
    expect(emails(whole.body)[0]).toBe("u058@example.com");
    const byId = await at.read("/admin/users?from=id-u007");
    expect(byId.body["match"]).toMatchObject({ email: "u007@example.com" });
    const page = await at.open("/admin/users?from=u058@example.com");
    expect(page.html).toContain('href="http://localhost:3000/auth/admin/users/id-u058"');
  });

  it("ADM-14: users without an address are in the list of ids", async () => {
    const adapter = await adapterOf(store);
    const { at } = await crowd(adapter, 2);
    await adapter.createUser!({ id: "aaa", name: "Nobody", email: null, emailVerified: null } as never);
    expect(emails((await at.read("/admin/users")).body)).not.toContain("aaa");
    expect(emails((await at.read("/admin/users?by=id")).body)).toContain("aaa");
    expect((await at.open("/admin/users?by=id")).text).toContain("Nobody aaa");
    expect((await at.open("/admin/users/aaa")).text).toContain("No address");
  });

  it.each([
    ["wildcards", "%25"],
    ["a pattern", "_0%25%27%20or%201=1--"],
    ["NUL", "%00"],
    ["Unicode", "%F0%9F%94%91%E2%80%AE"],
    ["half of a character", "%ED%A0%80"],
    ["320 characters", "x".repeat(320)],
  ])("ADM-15: %s in the field is a text like any other", async (_what, text) => {
    const { at } = await crowd(await adapterOf(store), 3);
    for (const by of ["email", "id"]) {
      const { status, body } = await at.read(`/admin/users?by=${by}&from=${text}`);
      expect([status, body["match"]]).toEqual([200, null]);
      expect((await at.open(`/admin/users?by=${by}&from=${text}`)).status).toBe(200);
    }
  });
});

it("ADM-16: a text of 10 kB, and an order that is none, are refused", async () => {
  const { at, office, root } = await crowd(MemoryAdapter(), 1);
  for (const query of [`from=${"x".repeat(10_240)}`, "by=name", `at=${"x".repeat(10_240)}`, "by=__proto__"]) {
    const { status, body } = await at.read(`/admin/users?${query}`);
    expect([query.slice(0, 10), status, body["error"]]).toEqual([query.slice(0, 10), 400, "invalid"]);
    expect((await at.open(`/admin/users?${query}`)).status).toBe(400);
  }
  for (const asked of [{ by: "name" }, { from: 7 }, { from: "x".repeat(321) }])
    expect(await codeOf(office.auth.users.list(root.req, asked as never))).toBe("invalid");
});

it("ADM-17: a published adapter lists nobody and says so; the rest works", async () => {
  const { pageUsers: _pageUsers, ...adapter } = MemoryAdapter();
  const { at, office, root } = await crowd(adapter as Adapter, 1);
  expect((await at.open("/admin/users")).text).toContain("This store cannot list users");
  const { body } = await at.read("/admin/users?from=u000@example.com");
  expect(body).toMatchObject({ isUnable: true, users: [], match: { id: "id-u000" } });
  expect((await at.open("/admin/users/id-u000")).text).toContain("u000@example.com");
  expect(await codeOf(office.auth.users.list(root.req))).toBe("unable");
});

it("ADM-18: names and addresses are no markup, and an id that no address holds has no link", async () => {
  const adapter = MemoryAdapter();
  const { at } = await crowd(adapter, 0);
  const name = "<img src=x onerror=alert(1)>";
  await adapter.createUser!({ id: "auth0|7", name, email: "b<b>@example.com", emailVerified: null });
  const page = await at.open("/admin/users?from=b");
  expect(page.html).not.toContain("<img src=x");
  expect(page.html).not.toContain('auth0|7"');
  expect((await at.open("/admin/users/auth0%7C7")).status).toBe(404);
});

it("ADM-19: the page of a user is what each plugin says, as JSON too, and holds no secret", async () => {
  const sent = () => undefined;
  const office = new Office({
    plugins: [
      password({ sendMail: sent }),
      organizations({ roles: { owner: ["*"] }, create: "everybody", sendMail: sent }),
    ],
  });
  const root = await office.administrator();
  const ada = await office.person("ada");
  await office.adapter.linkAccount!({
    userId: ada.id,
    type: "oauth",
    provider: "github",
    providerAccountId: "77",
    access_token: "secret-token",
  });
  await office.auth.organizations.create(ada.req, { name: "Acme Inc", slug: "acme" });
  const page = await office.visitor(root).open(`/admin/users/${ada.id}`);
  for (const text of ["ada@example.com", "Confirmed", "github", "Acme Inc", "owner", "Password", "last seen"])
    expect(page.text).toContain(text);
  const { body } = await office.visitor(root).read(`/admin/users/${ada.id}`);
  expect(body).toMatchObject({
    user: { id: ada.id, email: "ada@example.com", isEmailConfirmed: true },
    isAdministrator: false,
    about: expect.arrayContaining([{ text: "Acme Inc", detail: "acme" }]),
  });
  for (const text of [page.html, JSON.stringify(body)])
    expect(text).not.toMatch(/secret-token|authjs\.session/);
});

it("ADM-20: a user who is not there, and an id of another kind, are not found", async () => {
  const { at, office, root } = await crowd(MemoryAdapter(), 1);
  expect((await at.open("/admin/users/nobody")).status).toBe(404);
  for (const id of ["", "nobody", 7, null, {}, "x".repeat(1000)])
    expect(await codeOf(office.auth.users.get(root.req, id as string))).toBe("not-found");
  const found: Pick<Person, "id"> = await office.auth.users.get(root.req, "id-u000");
  expect(found).toEqual({
    id: "id-u000",
    name: "u000",
    email: "u000@example.com",
    image: null,
    isEmailConfirmed: false,
  });
});

it("ADM-21: answers are no-store, and pages need no script", async () => {
  const { at } = await crowd(MemoryAdapter(), 1);
  for (const path of ["/admin/users", "/admin/users/id-u000"]) {
    const { response, html } = await at.open(path);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(html).not.toContain("<script");
    expect((await at.read(path)).response.headers.get("cache-control")).toContain("no-store");
  }
});
