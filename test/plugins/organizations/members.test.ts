/** Who may do what to whom, in every store. */
import { afterAll, describe, expect, it } from "vitest";
import {
  changeTable,
  invitationTable,
  memberTable,
} from "../../../src/runtime/plugins/organizations/tables.js";
import { adapterOf, closeStores, codeOf, roles, stores, Town } from "./town.js";

afterAll(closeStores);

describe.each(stores)("on %s", (store) => {
  const townOf = async () => new Town({ adapter: await adapterOf(store) });

  it("who creates an organisation owns it, and finds it in the list; strangers find nothing", async () => {
    const town = await townOf();
    const [ada, eve] = [await town.person("ada"), await town.person("eve")];
    const made = await town.acme(ada);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{32}$/),
      slug: "acme",
      name: "Acme",
      role: "owner",
    });
    expect(await town.auth.organizations.list(ada.req)).toEqual([made]);
    expect(await town.auth.organizations.get(ada.req, "acme")).toEqual(made);
    expect(await town.auth.organizations.list(eve.req)).toEqual([]);
    expect(await codeOf(town.auth.organizations.get(eve.req, "acme"))).toBe("not-found");
    expect(town.told.map(([name]) => name)).toEqual(["organizationCreated", "memberAdded"]);
    expect(town.errors).toEqual([]);
  });

  it("nobody gives or takes a role that allows more than their own", async () => {
    const town = await townOf();
    const [ada, bob, cleo, mia] = await Promise.all(
      ["ada", "bob", "cleo", "mia"].map((name) => town.person(name)),
    );
    const { id } = await town.acme(ada!);
    await town.join(id, "admin", bob!);
    await town.join(id, "clerk", cleo!);
    await town.join(id, "member", mia!);
    const { members } = town.auth;
    // An admin does not cover a clerk, who may pay.
    expect(await codeOf(members.setRole(bob!.req, "acme", mia!.id, "clerk"))).toBe("forbidden");
    expect(await codeOf(members.setRole(bob!.req, "acme", cleo!.id, "member"))).toBe("forbidden");
    expect(await codeOf(members.remove(bob!.req, "acme", cleo!.id))).toBe("forbidden");
    expect(await codeOf(members.setRole(cleo!.req, "acme", mia!.id, "clerk"))).toBe("forbidden");
    expect(await codeOf(members.setRole(mia!.req, "acme", mia!.id, "admin"))).toBe("forbidden");
    expect(await codeOf(members.setRole(bob!.req, "acme", mia!.id, "king"))).toBe("invalid");
    expect(await codeOf(members.setRole(bob!.req, "acme", "nobody", "admin"))).toBe("not-found");
    await members.setRole(bob!.req, "acme", mia!.id, "admin");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "admin", cleo: "clerk", mia: "admin" });
  });

  it("owners alone give and take the role of owners, whatever another role holds", async () => {
    const all = { ...roles, boss: ["*"] };
    const town = new Town({ adapter: await adapterOf(store), options: { roles: all } });
    const [ada, bob, mia] = await Promise.all(["ada", "bob", "mia"].map((name) => town.person(name)));
    const { id } = await town.acme(ada!);
    await town.join(id, "boss", bob!);
    await town.join(id, "member", mia!);
    const { members, invitations } = town.auth;
    expect(await codeOf(members.setRole(bob!.req, "acme", mia!.id, "owner"))).toBe("forbidden");
    expect(await codeOf(members.remove(bob!.req, "acme", ada!.id))).toBe("forbidden");
    const asOwner = { addresses: ["x@example.com"], role: "owner" };
    expect(await codeOf(invitations.send(bob!.req, "acme", asOwner))).toBe("forbidden");
    await members.setRole(ada!.req, "acme", mia!.id, "owner");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "boss", mia: "owner" });
  });

  it("never without an owner: the last one neither leaves nor steps down, but hands over", async () => {
    const town = await townOf();
    const [ada, bob] = [await town.person("ada"), await town.person("bob")];
    const { id } = await town.acme(ada);
    await town.join(id, "member", bob);
    expect(await codeOf(town.auth.organizations.leave(ada.req, "acme"))).toBe("last-owner");
    expect(await codeOf(town.auth.members.setRole(ada.req, "acme", ada.id, "member"))).toBe("last-owner");
    expect(await codeOf(town.auth.members.handOver(bob.req, "acme", ada.id))).toBe("forbidden");
    await town.auth.members.handOver(ada.req, "acme", bob.id);
    expect(await town.rolesIn(id)).toEqual({ ada: "member", bob: "owner" });
    expect(town.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["bob@example.com", "Acme has another owner"],
    ]);
    expect(town.mails[0]?.html).toMatch(/>\s*Open localhost:3000\s*</);
    expect(Object.values(town.mails[0] ?? {}).join()).not.toContain("{");
    await town.auth.organizations.leave(ada.req, "acme");
    expect(await town.rolesIn(id)).toEqual({ bob: "owner" });
    const [row] = await town.records(changeTable).list({ organizationId: id }, { limit: 10 });
    expect(row?.["version"]).toMatch(/^[0-9a-z]{32}$/);
  });

  it("a removed member is out at once, in all processes, and is told; what they sent ends", async () => {
    const town = await townOf();
    const other = town.beside();
    const [ada, bob] = [await town.person("ada"), await town.person("bob")];
    const { id } = await town.acme(ada);
    await town.join(id, "admin", bob);
    const sent = { addresses: ["new@example.com"], role: "member" };
    await other.auth.invitations.send(bob.req, "acme", sent);
    await town.auth.members.remove(ada.req, "acme", bob.id);
    expect(await codeOf(other.auth.organizations.get(bob.req, "acme"))).toBe("not-found");
    expect(await town.records(invitationTable).list({ organizationId: id }, { limit: 10 })).toEqual([]);
    expect(town.mails.at(-1)).toMatchObject({
      to: "bob@example.com",
      subject: "You are no member of Acme any more",
      url: "http://localhost:3000/auth/organizations",
    });
    expect(town.told.at(-1)).toEqual([
      "memberRemoved",
      { organizationId: id, userId: bob.id, role: "admin", by: ada.id },
    ]);
  });

  it("who is demoted is told, and the event says from what to what", async () => {
    const town = await townOf();
    const [ada, bob] = [await town.person("ada"), await town.person("bob")];
    const { id } = await town.acme(ada);
    await town.join(id, "admin", bob);
    await town.auth.members.setRole(ada.req, "acme", bob.id, "member");
    expect(town.mails.map(({ to, text }) => [to, text])).toEqual([
      ["bob@example.com", expect.stringContaining("Your role was admin, and is member from now on.")],
    ]);
    expect(town.told.at(-1)).toEqual([
      "roleChanged",
      { organizationId: id, userId: bob.id, role: "member", from: "admin", by: ada.id },
    ]);
  });

  it("members are listed page by page; their addresses are for those who manage", async () => {
    const town = await townOf();
    const ada = await town.person("ada");
    const { id } = await town.acme(ada);
    const bob = await town.person("bob");
    await town.join(id, "member", bob);
    for (let at = 0; at < 53; at += 1) await town.join(id, "member", { id: `p${at}` });
    const first = await town.auth.members.list(ada.req, "acme");
    expect(first.members).toHaveLength(50);
    const second = await town.auth.members.list(ada.req, "acme", { after: first.next! });
    expect([second.members.length, second.next]).toEqual([5, null]);
    const all = [...first.members, ...second.members];
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(55);
    const shown = (page: typeof all) => page.flatMap(({ user }) => user.email ?? []).sort();
    expect(shown(all)).toEqual(["ada@example.com", "bob@example.com"]);
    const seen = await town.auth.members.list(bob.req, "acme");
    const more = await town.auth.members.list(bob.req, "acme", { after: seen.next! });
    expect(shown([...seen.members, ...more.members])).toEqual(["bob@example.com"]);
  });

  it("a search finds who begins so, by name or by an address that one may see", async () => {
    const town = await townOf();
    const ada = await town.person("ada");
    const { id } = await town.acme(ada);
    const [bob, bea] = [await town.person("bob"), await town.person("bea")];
    await town.join(id, "member", bob, bea);
    await town.adapter.updateUser!({ id: bea.id, name: "Zoë Beta" });
    // Nobody of this organisation.
    const eve = await town.person("beate");
    const find = async (req: never, search: string) =>
      (await town.auth.members.list(req, "acme", { search })).members.map(({ user }) => user.id).sort();
    expect(await find(ada.req, " B")).toEqual([bob.id, bea.id].sort());
    expect(await find(ada.req, "zoe\u0308 b")).toEqual([bea.id]);
    expect(await find(ada.req, "BEA@")).toEqual([bea.id]);
    expect(await find(ada.req, "eta")).toEqual([]);
    expect(await find(ada.req, "")).toHaveLength(3);
    // A member sees no address but their own.
    expect(await find(bob.req, "bea@")).toEqual([]);
    expect(await find(bob.req, "zo")).toEqual([bea.id]);
    expect(await find(bob.req, "bob@")).toEqual([bob.id]);
    for (const search of ["bob", "nobody"])
      expect(await codeOf(town.auth.members.list(eve.req, "acme", { search }))).toBe("not-found");
  });

  it("a search looks at 1000 members, and goes on behind them", async () => {
    const town = await townOf();
    const ada = await town.person("ada");
    const { id } = await town.acme(ada);
    const rows = town.records(memberTable);
    const row = { organizationId: id, role: "member", version: "1", createdAt: new Date() };
    const users = Array.from({ length: 1060 }, (_, at) => `user-${String(at).padStart(4, "0")}`);
    for (const userId of users) await rows.insert({ ...row, userId });
    const last = await town.adapter.createUser!({
      id: "zz",
      name: "Zoe",
      email: "z@example.com",
      emailVerified: null,
    });
    await town.join(id, "member", last);
    let asked = 0;
    const { getUser } = town.adapter;
    town.adapter.getUser = async (userId) => {
      asked += 1;
      return getUser!(userId);
    };
    const first = await town.auth.members.list(ada.req, "acme", { search: "zoe" });
    expect(first.members).toEqual([]);
    expect([first.next === null, asked >= 1000, asked < 1050]).toEqual([false, true, true]);
    const second = await town.auth.members.list(ada.req, "acme", { search: "zoe", after: first.next! });
    expect([second.members.map(({ user }) => user.name), second.next]).toEqual([["Zoe"], null]);
  });
});

it("roles without an owner who may do all, and names that are none, are refused at the start", () => {
  const make = (given: object) => () => new Town({ options: { roles: given as never } });
  expect(make({ admin: ["*"] })).toThrow('roles has to hold owner: ["*"]');
  expect(make({ owner: ["*"], "a b": [] })).toThrow('"a b" is no name of a role');
  expect(make({ owner: ["*"], a: ["x*"] })).toThrow('"x*" of the role "a" is no permission');
  expect(() => new Town({ options: { create: undefined as never } })).toThrow("create is");
});

it("callbacks refuse by throwing, and nothing is written", async () => {
  const no = () => Promise.reject(new Error("not now"));
  const town = new Town({ options: { onMemberRemoved: no } });
  const [ada, bob] = [await town.person("ada"), await town.person("bob")];
  const { id } = await town.acme(ada);
  await town.join(id, "member", bob);
  await expect(town.auth.members.remove(ada.req, "acme", bob.id)).rejects.toThrow("not now");
  await expect(town.auth.organizations.leave(bob.req, "acme")).rejects.toThrow("not now");
  expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "member" });
  const closed = new Town({ options: { onCreate: no } });
  const eve = await closed.person("eve");
  await expect(closed.acme(eve)).rejects.toThrow("not now");
  expect(await closed.auth.organizations.list(eve.req)).toEqual([]);
});
