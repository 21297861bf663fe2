/** Invitations: whose they are, how long, and who joins by them. */
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { judgeInvitation } from "../../../src/runtime/plugins/organizations/acceptance.js";
import { invitationTable } from "../../../src/runtime/plugins/organizations/tables.js";
import { adapterOf, closeStores, codeOf, type Person, stores, Town } from "./town.js";

afterAll(closeStores);
afterEach(() => void vi.useRealTimers());

const days = (count: number) => count * 24 * 3_600_000;
const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const nobody = { cookie: null };

async function townWith(store: (typeof stores)[number], options = {}, throttle = {}) {
  const town = new Town({ adapter: await adapterOf(store), options, more: throttle });
  const ada = await town.person("ada");
  const { id } = await town.acme(ada);
  const send = (address: string, role = "member", from: Person = ada) =>
    town.auth.invitations.send(from.req, "acme", { addresses: [address], role: role });
  return { town, ada, id, send };
}

describe.each(stores)("by mail, on %s", (store) => {
  it("the link leaves by the mail alone, and the row holds a hash", async () => {
    const { town, ada, id, send } = await townWith(store);
    const sent = await send("bob@example.com");
    const token = town.token("bob@example.com");
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(town.mails.at(-1)).toMatchObject({
      subject: "You are invited to Acme at localhost:3000",
      url: `http://localhost:3000/auth/invitation?token=${token}`,
    });
    expect(town.mails.at(-1)?.text).toContain(
      "ada@example.com invites you. The link works once, and only for bob@example.com.",
    );
    const listed = await town.auth.invitations.list(ada.req, "acme");
    expect(listed).toEqual(sent.invitations);
    expect(listed).toEqual([
      {
        id: expect.any(String),
        address: "bob@example.com",
        role: "member",
        by: ada.id,
        expires: expect.any(Date),
      },
    ]);
    const rows = await town.records(invitationTable).list({ organizationId: id }, { limit: 10 });
    expect(JSON.stringify([rows, sent, town.told])).not.toContain(token);
  });

  it("counts for its address, once, until its day", async () => {
    const { town, id, send } = await townWith(store);
    await send("bob@example.com");
    const token = town.token("bob@example.com");
    const [bob, eve] = [await town.person("bob"), await town.person("eve")];
    expect(await codeOf(town.accept(eve, token))).toBe("forbidden");
    expect(await codeOf(town.accept(nobody, token))).toBe("signed-out");
    expect(await town.accept(bob, token)).toMatchObject({ slug: "acme", role: "member" });
    expect(await codeOf(town.accept(bob, token))).toBe("not-found");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "member" });
    await send("eve@example.com");
    later(days(7) + 1);
    expect(await codeOf(town.accept(eve, town.token("eve@example.com")))).toBe("not-found");
  });

  it("a newer one ends the older, resent as well; withdrawn is gone", async () => {
    const { town, ada, send } = await townWith(store);
    const bob = await town.person("bob");
    await send("bob@example.com", "admin");
    const first = town.token("bob@example.com");
    await send("bob@example.com");
    const second = town.token("bob@example.com");
    const [open, ...more] = await town.auth.invitations.list(ada.req, "acme");
    expect([open?.role, more]).toEqual(["member", []]);
    const resent = await town.auth.invitations.resend(ada.req, "acme", open!.id);
    const third = town.token("bob@example.com");
    expect(new Set([first, second, third]).size).toBe(3);
    for (const token of [first, second]) expect(await codeOf(town.accept(bob, token))).toBe("not-found");
    await town.auth.invitations.withdraw(ada.req, "acme", resent.id);
    expect(await codeOf(town.accept(bob, third))).toBe("not-found");
    expect(await codeOf(town.auth.invitations.withdraw(ada.req, "acme", resent.id))).toBe("not-found");
  });

  it("is good while its inviter may give the role", async () => {
    const { town, ada, id, send } = await townWith(store);
    const [bob, eve] = [await town.person("bob"), await town.person("eve")];
    await town.join(id, "admin", bob);
    await send("eve@example.com", "admin", bob);
    await town.auth.members.setRole(ada.req, "acme", bob.id, "member");
    expect(await codeOf(town.accept(eve, town.token("eve@example.com")))).toBe("not-found");
    await town.auth.members.setRole(ada.req, "acme", bob.id, "admin");
    expect(await town.accept(eve, town.token("eve@example.com"))).toMatchObject({ role: "admin" });
  });

  it("sent by the server itself, it needs no inviter", async () => {
    const { town, id, send } = await townWith(store);
    const bob = await town.person("bob");
    await send("bob@example.com");
    const [row] = await town.records(invitationTable).list({ organizationId: id }, { limit: 1 });
    await town.records(invitationTable).update({ token: String(row?.["token"]) }, {}, { invitedBy: null });
    expect(await town.accept(bob, town.token("bob@example.com"))).toMatchObject({ role: "member" });
  });

  it("50 presses at once make one member, and are told of once", async () => {
    const { town, id, send } = await townWith(store);
    const bob = await town.person("bob");
    await send("bob@example.com", "owner");
    const token = town.token("bob@example.com");
    const ends = await Promise.all(Array.from({ length: 50 }, () => codeOf(town.accept(bob, token))));
    expect(ends.filter((end) => typeof end !== "string")).toHaveLength(1);
    expect(new Set(ends.filter((end) => typeof end === "string"))).toEqual(new Set(["not-found"]));
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "owner" });
    expect(
      town.told.filter(([name, { userId }]) => name === "memberAdded" && userId === bob.id),
    ).toHaveLength(1);
  });

  it("a link for whoever is signed in lets in as many as it says, proven ones", async () => {
    const { town, ada, id } = await townWith(store, { invitation: { anyAccount: true } });
    const { url = "" } = await town.auth.invitations.send(ada.req, "acme", {
      role: "member",
      uses: 2,
    });
    const token = new URL(url).searchParams.get("token") ?? "";
    const people = await Promise.all(["bob", "cleo", "dan"].map((name) => town.person(name)));
    const unproven = await town.person("eve", null);
    expect(await codeOf(town.accept(unproven, token))).toBe("forbidden");
    const ends = await Promise.all(people.map((one) => codeOf(town.accept(one, token))));
    expect(ends.filter((end) => end === "not-found")).toHaveLength(1);
    expect(Object.keys(await town.rolesIn(id))).toHaveLength(3);
  });
});

it("what the link is for who holds it is told without a change", async () => {
  const { town, send } = await townWith("memory");
  for (const name of ["new", "known", "unproven"]) await send(`${name}@example.com`);
  const [known, unproven] = [await town.person("known"), await town.person("unproven", null)];
  const judged = async (who: { cookie: string | null }, name: string) =>
    judgeInvitation(town.asking(who), town.token(`${name}@example.com`));
  expect(await judged(nobody, "new")).toMatchObject({ is: "new-user", provesMailbox: true });
  expect(await judged(nobody, "known")).toMatchObject({ is: "known-user" });
  expect(await judged(nobody, "unproven")).toMatchObject({ is: "unproven-user" });
  expect(await judged(known, "known")).toMatchObject({ is: "open" });
  expect(await judged(unproven, "unproven")).toMatchObject({ is: "open" });
  expect(await judged(known, "new")).toMatchObject({ is: "others", address: "new@example.com" });
  expect((await judgeInvitation(town.asking(nobody), "0".repeat(64))).is).toBe("over");
  later(days(1) + 1);
  expect(await judged(nobody, "new")).toMatchObject({ is: "new-user", provesMailbox: false });
  expect(await town.accept(unproven, town.token("unproven@example.com"))).toMatchObject({ slug: "acme" });
});

it("a mail that is not sent leaves no invitation, and its error no address", async () => {
  const town = new Town({
    options: { sendMail: () => Promise.reject(new Error("no bob@example.com here")) },
  });
  const ada = await town.person("ada");
  await town.acme(ada);
  const sent = { addresses: ["bob@example.com"], role: "member" };
  const error = await town.auth.invitations.send(ada.req, "acme", sent).catch((thrown: Error) => thrown);
  expect(
    JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause),
  ).not.toContain("bob@");
  expect(await town.auth.invitations.list(ada.req, "acme")).toEqual([]);
});

describe("limits", () => {
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `p${from + at}@example.com`);

  it("five until one was accepted, then fifty", async () => {
    const { town, ada, id } = await townWith("memory");
    const send = (addresses: string[]) =>
      codeOf(town.auth.invitations.send(ada.req, "acme", { addresses, role: "member" }));
    expect(await send(many(0, 6))).toBe("too-many");
    expect(await send(many(0, 5))).toMatchObject({ value: { invitations: { length: 5 } } });
    expect(await send(many(5, 1))).toBe("too-many");
    // The same address again is one more mail, and no more invitation.
    expect(await send(many(0, 1))).toBe("too-many");
    await town.join(id, "member", await town.person("bob"));
    expect(await send(many(5, 15))).toMatchObject({ value: { invitations: { length: 15 } } });
    const error = town.auth.invitations.send(ada.req, "acme", {
      addresses: many(20, 1),
      role: "member",
    });
    await expect(error).rejects.toMatchObject({
      code: "too-many",
      status: 429,
      retryAfter: expect.any(Number),
    });
  });

  it("members, organisations, addresses at once and odd addresses", async () => {
    const limits = { members: 2, organizations: 2 };
    const { town, ada, send } = await townWith("memory", { limits });
    const [bob, cleo] = [await town.person("bob"), await town.person("cleo")];
    await send("bob@example.com");
    await send("cleo@example.com");
    await town.accept(bob, town.token("bob@example.com"));
    expect(await codeOf(town.accept(cleo, town.token("cleo@example.com")))).toBe("too-many");
    expect(await town.auth.invitations.list(ada.req, "acme")).toHaveLength(1);
    await town.acme(ada, "second");
    expect(await codeOf(town.acme(ada, "third"))).toBe("too-many");
    expect(await codeOf(send("bob@example.com"))).toBe("already-member");
    expect(await codeOf(send("a@b@c"))).toBe("invalid");
    const all = { addresses: many(0, 51), role: "member" };
    expect(await codeOf(town.auth.invitations.send(ada.req, "acme", all))).toBe("invalid");
  });

  it("the app may keep an invitation back, and only a link without an address needs its option", async () => {
    const maySend = vi.fn<() => boolean>(() => false);
    const { ada, town, send } = await townWith("memory", { maySend });
    expect(await codeOf(send("bob@example.com"))).toBe("forbidden");
    expect(maySend).toHaveBeenCalledWith(
      expect.objectContaining({ addresses: ["bob@example.com"], role: "member" }),
    );
    expect(await codeOf(town.auth.invitations.send(ada.req, "acme", { role: "member" }))).toBe("invalid");
    expect(town.mails).toEqual([]);
  });
});
