/** Who gets into the back office, and who does not: asked at each request. */
import { afterAll, describe, expect, it } from "vitest";
import { grantTable } from "../../../src/runtime/plugins/admin/tables.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { AdapterError } from "../../../src/runtime/errors/index.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { fixedCode } from "../fixed-code.js";
import { adapterOf, closeStores, codeOf, Office, places } from "./office.js";

afterAll(closeStores);

describe.each(places)("%s, sessions of strategy %s", (store, strategy) => {
  const office = async () => new Office({ adapter: await adapterOf(store), strategy });

  it("ADM-01: whoever has no grant gets the answer of a page that is not there", async () => {
    const town = await office();
    const ada = await town.person("ada");
    const at = town.visitor(ada);
    const page = await at.open("/admin/users");
    expect([page.status, page.text]).toEqual([404, (await at.open("/admin/users/no%20id")).text]);
    for (const path of ["/admin/users", `/admin/users/${ada.id}`, "/admin/users/new"]) {
      const { status, body } = await at.read(path);
      expect([path, status, body["error"]]).toEqual([path, 404, "not-found"]);
    }
    expect(await codeOf(town.auth.users.list(ada.req))).toBe("not-found");
    // The control: the same with a grant.
    await town.grant(ada);
    expect((await at.open("/admin/users")).status).toBe(200);
    expect((await town.auth.users.list(ada.req)).users).toHaveLength(1);
  });

  it("ADM-02: nobody signed in goes to sign-in, and back", async () => {
    const town = await office();
    const at = town.visitor();
    const { status, location } = await at.open("/admin/users");
    expect([status, location]).toEqual([302, "/signin?callbackUrl=%2Fauth%2Fadmin%2Fusers"]);
    expect((await at.read("/admin/users")).status).toBe(401);
    const nobody = { headers: { host: "localhost:3000" }, method: "GET", url: "/" } as never;
    expect(await codeOf(town.auth.users.list(nobody))).toBe("signed-out");
  });

  it("ADM-03: a grant counts from the next sign-in on: a session of before gets nothing", async () => {
    const town = await office();
    const before = await town.person("ada");
    await town.grant(before, -3000);
    const at = town.visitor(before);
    expect((await at.open("/admin/users")).location).toMatch(/^\/signin\?callbackUrl=/);
    expect((await at.read("/admin/users")).body["error"]).toBe("stale");
    expect(await codeOf(town.auth.users.list(before.req))).toBe("stale");
    await town.grant(before, 3000);
    expect((await at.open("/admin/users")).status).toBe(200);
  });

  it("ADM-04: a grant that is taken back is over with the next request", async () => {
    const town = await office();
    const root = await town.administrator();
    const at = town.visitor(root);
    expect((await at.open("/admin/users")).status).toBe(200);
    await town.records(grantTable).consume({ userId: root.id });
    expect((await at.open("/admin/users")).status).toBe(404);
    expect(await codeOf(town.auth.users.get(root.req, root.id))).toBe("not-found");
  });

  it("ADM-05: a deleted administrator gets nothing, though a token may be open", async () => {
    const town = await office();
    const root = await town.administrator();
    await town.adapter.deleteUser!(root.id);
    expect((await town.visitor(root).open("/admin/users")).status).toBe(302);
    expect(await codeOf(town.auth.users.list(root.req))).toBe("signed-out");
  });
});

it("ADM-06: the first proof of an address ends a grant of before: the row may be a stranger's", async () => {
  const town = new Office();
  const planted = await town.person("ada", null);
  await town.grant(planted);
  expect((await town.visitor(planted).open("/admin/users")).status).toBe(200);
  await town.resolved.plugins!.addressProven(town.resolved, planted.id, undefined);
  expect(await town.records(grantTable).find({ userId: planted.id })).toBeUndefined();
});

/** A store whose table of grants fails. */
function failing(thrown: Error) {
  const adapter = MemoryAdapter();
  const state = { fails: false };
  const records: NonNullable<typeof adapter.records> = (table) => {
    const rows = adapter.records!(table);
    if (table.name !== grantTable.name) return rows;
    return { ...rows, find: (key) => (state.fails ? Promise.reject(thrown) : rows.find(key)) };
  };
  return { adapter: { ...adapter, records }, state };
}

it.each([
  [
    "a table that is missing",
    Object.assign(new Error("no such table"), { [Symbol.for("authwright.missing-table")]: true }),
  ],
  ["a store that does not answer", new AdapterError("connection refused")],
  ["a store that throws something", new Error("boom")],
])("ADM-07: %s is closed, with 503, and nobody is told why", async (_what, thrown) => {
  const { adapter, state } = failing(thrown);
  const town = new Office({ adapter });
  const root = await town.administrator();
  const at = town.visitor(root);
  expect((await at.open("/admin/users")).status).toBe(200);
  state.fails = true;
  const page = await at.open("/admin/users");
  expect([page.status, page.text.includes(thrown.message)]).toEqual([503, false]);
  const { status, body } = await at.read("/admin/users");
  expect([status, body["error"]]).toEqual([503, "unavailable"]);
  await expect(town.auth.users.list(root.req)).rejects.toThrow();
});

describe("the second factor", () => {
  it("ADM-08: without a plugin that has one a box says so; requireFactor lets nobody in", async () => {
    const open = new Office();
    const page = await open.visitor(await open.administrator()).open("/admin/users");
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("No second factor protects")]);
    const closed = new Office({ options: { requireFactor: true } });
    const root = await closed.administrator();
    expect((await closed.visitor(root).open("/admin/users")).status).toBe(403);
    expect((await closed.visitor(root).read("/admin/users")).body["error"]).toBe("factor");
    expect(await codeOf(closed.auth.users.list(root.req))).toBe("factor");
  });

  it.each(["jwt", "database"] as const)(
    "ADM-09: with it, whoever has not shown one in this session is led there (%s)",
    async (strategy) => {
      const town = new Office({ plugins: [twoFactor()], strategy });
      const root = await town.administrator();
      const at = town.visitor(root);
      const { status, location } = await at.open("/admin/users");
      expect([status, location]).toEqual([
        302,
        expect.stringMatching(/^\/two-factor\/confirm\?callbackUrl=/),
      ]);
      // Who has none is sent on to set it up.
      expect((await at.open(location)).location).toMatch(/^\/two-factor\/set-up/);
      const { body } = await at.read("/admin/users");
      expect(body).toMatchObject({ error: "factor", url: expect.stringContaining("/two-factor/confirm") });
      expect(await codeOf(town.auth.users.list(root.req))).toBe("factor");
    },
  );
});

it("ADM-61: a factor that was shown lets in; to change something it is shown anew after a while", async () => {
  const state = { secondsAgo: Number.POSITIVE_INFINITY };
  const factor = {
    path: "/fixed-code",
    isProven: async ({ maxAge = 86_400 }: { maxAge?: number | undefined }) => state.secondsAgo <= maxAge,
  } as const;
  const town = new Office({ plugins: [fixedCode({ tables: [], steps: [], factor })] });
  const [root, ada] = [await town.administrator(), await town.person("ada")];
  const look = () => codeOf(town.auth.users.get(root.req, ada.id));
  const change = () => codeOf(town.auth.users.signOut(root.req, ada.id));
  expect([await look(), await change()]).toEqual(["factor", "factor"]);
  state.secondsAgo = 601;
  expect([await look(), await change()]).toEqual([
    { value: expect.objectContaining({ id: ada.id }) },
    "factor",
  ]);
  expect(await town.isSignedIn(ada)).toBe(true);
  state.secondsAgo = 599;
  expect(await change()).toEqual({ value: undefined });
  expect(await town.isSignedIn(ada)).toBe(false);
});

it("ADM-10: looking at users is counted by administrator, pages, JSON and functions alike", async () => {
  const town = new Office({ options: { readsAnHour: 3 } });
  const root = await town.administrator();
  const at = town.visitor(root);
  expect((await at.open("/admin/users")).status).toBe(200);
  expect((await at.read(`/admin/users/${root.id}`)).status).toBe(200);
  await town.auth.users.list(root.req);
  const { response } = await at.open("/admin/users");
  expect([response.status, response.headers.get("retry-after")]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
  ]);
  expect(await codeOf(town.auth.users.get(root.req, root.id))).toBe("too-many");
  const other = await town.administrator("other");
  expect((await town.visitor(other).open("/admin/users")).status).toBe(200);
});

it("ADM-11: a callback that puts another user into the session makes nobody an administrator", async () => {
  const town = new Office({
    more: {
      callbacks: {
        jwt: ({ token }) => ({ ...token, sub: "root" }),
      },
    },
  });
  const root = await town.administrator();
  const ada = await town.person("ada");
  for (const { req } of [root, ada])
    expect(await codeOf(town.auth.users.list(req))).not.toHaveProperty("value");
});
