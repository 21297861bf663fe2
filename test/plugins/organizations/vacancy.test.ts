/** An organisation whose owner is gone by no door of ours: nobody becomes owner by that, and after 30 days one may. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeTable, memberTable } from "../../../src/runtime/plugins/organizations/tables.js";
import { adapterOf, closeStores, codeOf, type Person, stores, Town } from "./town.js";
import { Visitor } from "./visitor.js";

afterAll(closeStores);
afterEach(() => void vi.useRealTimers());

const day = 24 * 3_600_000;
const start = Date.parse("2030-01-01T12:00:00Z");
const at = (days: number) => vi.useFakeTimers({ toFake: ["Date"], now: start + days * day });

describe.each(stores)("on %s", (store) => {
  let town: Town;
  let people: Readonly<Record<"ada" | "bob" | "cleo", Person>>;
  let id: string;

  beforeEach(async () => {
    at(0);
    town = new Town({
      adapter: await adapterOf(store),
      more: { session: { strategy: "jwt", maxAge: (90 * day) / 1000 } },
    });
    people = {
      ada: await town.person("ada"),
      bob: await town.person("bob"),
      cleo: await town.person("cleo"),
    };
    ({ id } = await town.acme(people.ada));
    await town.join(id, "member", people.cleo);
    await town.join(id, "admin", people.bob);
  });

  const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["membership", () => town.records(memberTable).consume({ organizationId: id, userId: people.ada.id })],
    ["user", async () => town.adapter.deleteUser!(people.ada.id)],
  ];

  it.each(ways)(
    "the owner's %s is deleted by SQL: the page names it, and waits 30 days",
    async (_what, go) => {
      await go();
      const bob = new Visitor(town, people.bob);
      const page = await bob.open("/organizations/acme");
      expect(page.text).toContain(
        "Nobody owns this organization any more. From January 31, 2030 on bob may take over.",
      );
      expect(page.forms).not.toContain("/organizations/acme/take-over");
      expect((await bob.forge(page, "/organizations/acme/take-over")).status).toBe(403);
      expect(Object.values(await town.rolesIn(id)).filter((role) => role !== "owner")).toHaveLength(2);
      at(29.9);
      const cleo = new Visitor(town, people.cleo);
      expect(
        (await bob.forge(await bob.open("/organizations/acme"), "/organizations/acme/take-over")).status,
      ).toBe(403);
      at(30.1);
      const early = await cleo.open("/organizations/acme");
      expect(early.forms).not.toContain("/organizations/acme/take-over");
      expect((await cleo.forge(early, "/organizations/acme/take-over")).status).toBe(403);
      const due = await bob.open("/organizations/acme");
      const done = await bob.send(due, "/organizations/acme/take-over");
      expect([done.status, done.location]).toEqual([302, "/organizations/acme"]);
      expect(await town.rolesIn(id)).toMatchObject({ bob: "owner", cleo: "member" });
      expect(town.told).toContainEqual([
        "roleChanged",
        { organizationId: id, userId: people.bob.id, role: "owner", from: "admin", by: people.bob.id },
      ]);
      expect(town.mails.map(({ to }) => to)).toEqual(
        expect.arrayContaining(["bob@example.com", "cleo@example.com"]),
      );
      expect((await bob.open("/organizations/acme")).text).not.toContain("Nobody owns");
    },
  );

  it("an owner who is put back ends the wait; the next one begins anew", async () => {
    const key = { organizationId: id, userId: people.ada.id };
    const row = (await town.records(memberTable).consume(key))!;
    const members = () => town.auth.members.list(people.bob.req, "acme");
    await members();
    expect(await town.records(changeTable).find({ organizationId: id })).toMatchObject({
      version: expect.stringContaining("vacantSince"),
    });
    await town.records(memberTable).insert(row);
    at(31);
    await members();
    await town.records(memberTable).consume(key);
    const bob = new Visitor(town, people.bob);
    const page = await bob.open("/organizations/acme");
    expect(page.text).toContain("From March 3, 2030 on bob may take over.");
    expect((await bob.forge(page, "/organizations/acme/take-over")).status).toBe(403);
  });

  it("two who take over at once, in two processes: one owns it", async () => {
    await town.records(memberTable).consume({ organizationId: id, userId: people.ada.id });
    const other = town.beside();
    const visitors = [new Visitor(town, people.bob), new Visitor(other, people.bob)];
    const pages = await Promise.all(visitors.map((each) => each.open("/organizations/acme")));
    at(30.1);
    await Promise.all(
      visitors.map((each, which) => each.forge(pages[which]!, "/organizations/acme/take-over")),
    );
    expect(await town.rolesIn(id)).toEqual({ bob: "owner", cleo: "member" });
    expect(town.told.filter(([name]) => name === "roleChanged").length + other.told.length).toBe(1);
    expect(await codeOf(town.auth.organizations.leave(people.bob.req, "acme"))).toBe("last-owner");
  });

  it("nobody takes over from an owner who is there", async () => {
    at(40);
    const bob = new Visitor(town, people.bob);
    const page = await bob.open("/organizations/acme");
    expect((await bob.forge(page, "/organizations/acme/take-over")).status).toBe(403);
    expect(await town.rolesIn(id)).toMatchObject({ ada: "owner", bob: "admin" });
  });
});
