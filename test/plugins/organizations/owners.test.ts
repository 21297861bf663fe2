/** An organisation with members is never without an owner: races, deletions, and processes that die in between. */
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { deleteDueUsers } from "../../../src/runtime/plugins/account/index.js";
import { assertMayForget } from "../../../src/runtime/plugins/accounts/may-forget.js";
import { planDeletion } from "../../../src/runtime/plugins/account/deletion.js";
import { deleteUser } from "../../../src/runtime/plugins/accounts/delete-user.js";
import { pluginsOf, scopeOf } from "../../../src/runtime/plugins/host/scope.js";
import { memberTable, organizationTable } from "../../../src/runtime/plugins/organizations/tables.js";
import { resolveConfigWithEnv } from "../../../src/runtime/settings/resolve-config.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { dyingBehind } from "./dying.js";
import { adapterOf, closeStores, codeOf, libsqlFile, type Person, stores, Town } from "./town.js";

afterAll(closeStores);
afterEach(() => void vi.useRealTimers());

const day = 24 * 3_600_000;

/** What the plugin account does with a user. */
function deletionsIn(town: Town) {
  const resolved = resolveConfigWithEnv(town.config);
  const own = scopeOf(
    pluginsOf(town.config).find(({ id }) => id === "account")!,
    resolved,
  );
  return {
    mayPlan: ({ id }: Person) => assertMayForget(resolved, id, "click"),
    plan: ({ id: userId }: Person) => planDeletion(resolved, own, { userId, days: 3 }),
    now: ({ id }: Person) => deleteUser(resolved, own, id),
  };
}

const ownersOf = async (town: Town, id: string): Promise<string[]> =>
  Object.entries(await town.rolesIn(id)).flatMap(([name, role]) => (role === "owner" ? [name] : []));

it("two owners who remove each other at once, on two connections of one database: one stays", async () => {
  const connect = await libsqlFile();
  const town = new Town({ adapter: await connect() });
  const other = town.beside(await connect());
  const [ada, bob] = [await town.person("ada"), await town.person("bob")];
  for (let round = 0; round < 2; round += 1) {
    const slug = `acme-${round}`;
    const { id } = await town.acme(ada, slug);
    await town.join(id, "owner", bob);
    const ends = await Promise.all([
      codeOf(town.auth.members.remove(ada.req, slug, bob.id)),
      codeOf(other.auth.members.remove(bob.req, slug, ada.id)),
    ]);
    expect(await ownersOf(town, id)).toHaveLength(1);
    expect(ends.filter((end) => typeof end !== "string")).toHaveLength(1);
    await codeOf(town.auth.organizations.remove(ada.req, slug, "Acme"));
  }
});

it.each([
  ["leave", (town: Town, who: Person) => town.auth.organizations.leave(who.req, "acme")],
  ["step down", (town: Town, who: Person) => town.auth.members.setRole(who.req, "acme", who.id, "member")],
])("of ten owners who %s at once, one stays", async (_what, go) => {
  const town = new Town();
  const people = await Promise.all(Array.from({ length: 10 }, (_, at) => town.person(`p${at}`)));
  const { id } = await town.acme(people[0]!);
  for (const one of people.slice(1)) await town.join(id, "owner", one);
  await Promise.all(people.map((one) => codeOf(go(town, one))));
  expect((await ownersOf(town, id)).length).toBeGreaterThanOrEqual(1);
});

describe.each(stores)("deletions, on %s", (store) => {
  const townOf = async (options = {}) => {
    const town = new Town({ adapter: await adapterOf(store), options });
    const [ada, bob, cleo] = [await town.person("ada"), await town.person("bob"), await town.person("cleo")];
    const { id } = await town.acme(ada);
    return { town, ada, bob, cleo, id, deletions: deletionsIn(town) };
  };

  it("the last owner hands over or deletes first; alone, they may go", async () => {
    const { town, ada, bob, id, deletions } = await townOf();
    expect(await codeOf(deletions.mayPlan(ada))).toEqual({ value: undefined });
    await town.join(id, "member", bob);
    expect(await codeOf(deletions.mayPlan(ada))).toBe("last-owner");
    await town.auth.members.handOver(ada.req, "acme", bob.id);
    expect(await codeOf(deletions.mayPlan(ada))).toEqual({ value: undefined });
  });

  it("whose deletion is planned is no owner in the count", async () => {
    const { town, ada, bob, cleo, id, deletions } = await townOf();
    await town.join(id, "owner", bob);
    await town.join(id, "member", cleo);
    await deletions.plan(bob);
    expect(await codeOf(town.auth.organizations.leave(ada.req, "acme"))).toBe("last-owner");
    expect(await codeOf(deletions.mayPlan(ada))).toBe("last-owner");
    expect(await codeOf(town.auth.members.handOver(ada.req, "acme", bob.id))).toBe("not-found");
    expect(await ownersOf(town, id)).toEqual(expect.arrayContaining(["ada", "bob"]));
  });

  it("where no owner can act, the longest member with the highest role owns it beside them; all are told", async () => {
    const { town, ada, bob, cleo, id, deletions } = await townOf();
    await town.join(id, "member", cleo);
    await town.join(id, "admin", bob);
    await deletions.plan(ada);
    await town.auth.organizations.get(cleo.req, "acme");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "owner", cleo: "member" });
    expect(town.mails.map(({ to }) => to).sort()).toEqual(
      ["ada", "bob", "cleo"].map((name) => `${name}@example.com`),
    );
    expect(town.mails[0]?.text).toContain("bob@example.com owns it from now on");
  });

  it("who is due hands over; an organisation without another member goes", async () => {
    const onDelete = vi.fn<() => void>();
    const { town, ada, bob, cleo, id, deletions } = await townOf({ onDelete });
    await town.acme(ada, "alone");
    await town.join(id, "member", bob);
    await town.join(id, "member", cleo);
    const before = await town.records(memberTable).find({ organizationId: id, userId: bob.id });
    await town
      .records(memberTable)
      .update(
        { organizationId: id, userId: cleo.id },
        {},
        { createdAt: new Date(Number(before?.["createdAt"]) - day) },
      );
    await deletions.plan(ada);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * day + 1 });
    expect(await deleteDueUsers(town.config)).toBe(1);
    expect(await town.rolesIn(id)).toEqual({ bob: "member", cleo: "owner" });
    expect(onDelete).toHaveBeenCalledTimes(1);
    expect(await town.records(organizationTable).find({ slug: "alone" })).toBeUndefined();
    expect(await town.records(memberTable).list({ userId: ada.id }, { limit: 10 })).toEqual([]);
    expect(town.told.map(([name]) => name)).toEqual(
      expect.arrayContaining(["organizationDeleted", "memberRemoved"]),
    );
  });

  it("all at once and all due: nobody is kept for good", async () => {
    const { town, ada, bob, id, deletions } = await townOf();
    await town.join(id, "owner", bob);
    await Promise.all([deletions.plan(ada), deletions.plan(bob)]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * day + 1 });
    expect(await deleteDueUsers(town.config)).toBe(2);
    expect(await town.rolesIn(id)).toEqual({});
    expect(await town.records(organizationTable).find({ id })).toBeUndefined();
  });
});

type Doing = (town: Town, people: { ada: Person; bob: Person; cleo: Person }) => Promise<unknown>;

const doings: Readonly<Record<string, Doing>> = {
  create: (town, { ada }) => town.acme(ada, "another"),
  "hand over": (town, { ada, cleo }) => town.auth.members.handOver(ada.req, "acme", cleo.id),
  "remove an owner": (town, { ada, bob }) => town.auth.members.remove(ada.req, "acme", bob.id),
  "remove a member": (town, { ada, cleo }) => town.auth.members.remove(ada.req, "acme", cleo.id),
  leave: (town, { ada }) => town.auth.organizations.leave(ada.req, "acme"),
  "make an owner": (town, { ada, cleo }) => town.auth.members.setRole(ada.req, "acme", cleo.id, "owner"),
  "delete it": (town, { ada }) => town.auth.organizations.remove(ada.req, "acme", "Acme"),
  "delete the user": (town, { ada }) => deletionsIn(town).now(ada),
  "delete both owners": async (town, { ada, bob }) => {
    await deletionsIn(town).now(bob);
    await deletionsIn(town).now(ada);
  },
};

describe("a process that dies behind any of its writes, and one further request", async () => {
  const first = new Town();
  const [ada, bob, cleo] = [await first.person("ada"), await first.person("bob"), await first.person("cleo")];

  it.each(Object.entries(doings))("%s: each organisation with members has an owner", async (_name, run) => {
    let isDead = true;
    let write = 0;
    for (; isDead && write < 60; write += 1) {
      const adapter = MemoryAdapter();
      for (const { user } of [ada, bob, cleo]) await adapter.createUser!(user);
      const town = first.beside(adapter);
      const { id } = await town.acme(ada);
      await town.join(id, "owner", bob);
      await town.join(id, "member", cleo);
      const { dying, state } = dyingBehind(adapter, write);
      await run(first.beside(dying), { ada, bob, cleo }).catch(() => undefined);
      ({ isDead } = state);
      for (const { req } of [cleo, bob, ada])
        for (const { slug } of await town.auth.organizations.list(req).catch(() => []))
          await codeOf(town.auth.organizations.get(req, slug));
      for (const { id: made } of await town.records(organizationTable).list({}, { limit: 10 })) {
        const roles = Object.values(await town.rolesIn(String(made))).filter((role) => role !== "-");
        if (roles.length > 0) expect(roles, `behind write ${write}`).toContain("owner");
      }
    }
    expect(write).toBeGreaterThan(2);
    expect(isDead).toBe(false);
  });
});
