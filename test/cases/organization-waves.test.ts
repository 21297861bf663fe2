/** Waves of organisations and invitations, questions asked one by one, and stores that compare loosely. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { invitationTable, memberTable } from "../../src/runtime/plugins/organizations/tables.js";
import { Program } from "../plugins/organizations/program.js";
import { codeOf, type Person, Town } from "../plugins/organizations/town.js";
import { Visitor } from "../plugins/organizations/visitor.js";

const minute = 60_000;
const day = 24 * 60 * minute;
const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const done = { value: expect.anything() as unknown };

let town: Town;
let ada: Person;
let bob: Person;
let eve: Person;
let id: string;

/** Ada owns Acme, Bob is a member, Eve is nobody there. */
async function found(given: ConstructorParameters<typeof Town>[0] = {}): Promise<void> {
  town = new Town({ more: { session: { strategy: "jwt", maxAge: (90 * day) / 1000 } }, ...given });
  [ada, bob, eve] = [await town.person("ada"), await town.person("bob"), await town.person("eve")];
  ({ id } = await town.acme(ada));
  await town.join(id, "member", bob);
}
beforeEach(() => found());
afterEach(() => void vi.useRealTimers());

const invitationMails = () => town.mails.filter(({ to }) => to.startsWith("guest")).length;

describe("waves", () => {
  let guests = 0;
  const invite = (slug: string, count: number) => {
    const addresses = Array.from({ length: count }, () => `guest${(guests += 1)}@example.com`);
    return codeOf(town.auth.invitations.send(eve.req, slug, { addresses, role: "member" }));
  };
  const create = (slug: string) => codeOf(town.auth.organizations.create(eve.req, { name: "Wave", slug }));

  // Seen to fail (40 mails) without the limit of the user in `counted`.
  it("ORG-66: ten organisations of one person mail no more than one would", async () => {
    const ends: unknown[] = [];
    for (let at = 0; at < 8; at += 1) {
      expect(await create(`wave-${at}`)).toMatchObject(done);
      ends.push(await invite(`wave-${at}`, 5));
    }
    expect(ends.slice(0, 4)).toEqual([done, done, done, done]);
    expect(ends.slice(4)).toEqual(Array(4).fill("too-many"));
    expect(invitationMails()).toBe(20);
    later(10 * minute + 1);
    expect(await invite("wave-5", 5)).toMatchObject(done);
    expect(invitationMails()).toBe(25);
  });

  // Seen to fail (10 mails) where the count of the organisation alone is asked.
  it("ORG-67: an organisation that is deleted and made again begins no new count", async () => {
    let slug = "circle-0";
    for (let at = 0; at < 8; at += 1) {
      slug = `circle-${at}`;
      expect(await create(slug)).toMatchObject(done);
      await invite(slug, 5);
      const ended = await new Program(town, eve).post(`/organizations/${slug}/delete`, { name: "Wave" });
      expect(ended.status).toBe(200);
    }
    expect(invitationMails()).toBe(20);
    // Nobody takes the slug of one that is gone, not even who had it.
    expect(await create(slug)).toBe("slug-taken");
    expect(await town.records(invitationTable).list({}, { limit: 10 })).toEqual([]);
  });

  // Seen to fail without `countSlugTries`.
  it("ORG-68: nobody finds out by trying which slugs are taken", async () => {
    const taken = Array.from({ length: 40 }, () => create("acme"));
    const ends = await Promise.all(taken);
    expect(ends).toContain("slug-taken");
    expect(ends).toContain("too-many");
    expect(ends.filter((end) => end === "slug-taken").length).toBeLessThanOrEqual(20);
    // The next question has no answer, be the slug free or not.
    expect([await create("acme"), await create("free-slug")]).toEqual(["too-many", "too-many"]);
    expect(await codeOf(town.auth.organizations.create(bob.req, { name: "B", slug: "free-slug" }))).toEqual(
      done,
    );
  });
});

describe("questions", () => {
  // Seen to fail where `fits` reads the address of the row.
  it("ORG-69: a search finds no address that the visitor may not see, and knows no wildcards", async () => {
    await town.adapter.updateUser!({ id: ada.id, email: "secret@example.com" });
    const search = async (who: Person, words: string) => {
      const { members } = await town.auth.members.list(who.req, "acme", { search: words });
      return members.map(({ user }) => user.id);
    };
    expect(await search(ada, "bob@ex")).toEqual([bob.id]);
    expect(await search(bob, "BOB@")).toEqual([bob.id]);
    for (const words of ["secret", "secret@example.com", "SECRET@", "s"])
      expect(await search(bob, words), words).toEqual([]);
    for (const words of ["%", "_", "*", ".*", "%@%", "' or 1=1 --", "\\", "a%"])
      expect(await search(ada, words), words).toEqual([]);
    const page = await new Visitor(town, bob).open("/organizations/acme?search=secret&after=");
    expect([page.status, page.html.includes("secret@example.com")]).toEqual([200, false]);
  });

  // Seen to fail without the question for the day, and for the heir, each alone.
  it("ORG-70: nobody takes over what is owned, before its day, or out of turn", async () => {
    later(0);
    const cleo = await town.person("cleo");
    await town.join(id, "admin", cleo);
    const press = async (who: Person) =>
      (await new Program(town, who).post("/organizations/acme/take-over")).status;
    expect([await press(cleo), await press(bob), await press(eve)]).toEqual([403, 403, 404]);
    const key = { organizationId: id, userId: ada.id };
    const row = (await town.records(memberTable).consume(key))!;
    expect([await press(cleo), await press(bob)]).toEqual([403, 403]);
    later(31 * day);
    expect([await press(bob), await press(eve)]).toEqual([403, 404]);
    // An owner who is put back keeps it, also for who looks at the page of before.
    await town.records(memberTable).insert({ ...row, ...key });
    expect(await press(cleo)).toBe(403);
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", bob: "member", cleo: "admin" });
    await town.records(memberTable).consume(key);
    expect(await press(cleo)).toBe(403);
    later(31 * day);
    const ends = await Promise.all([press(cleo), press(cleo), press(bob)]);
    expect([ends.includes(200), ends[2]]).toEqual([true, 403]);
    expect(await town.rolesIn(id)).toEqual({ bob: "member", cleo: "owner" });
  });
});

describe("addresses", () => {
  // Seen to fail where addresses are taken as they are given.
  it("ORG-71: an invitation is mailed to one address, which is no header and no list", async () => {
    const odd: readonly unknown[] = [
      "dan@example.com\r\nBcc: eve@example.com",
      "dan@example.com\nsubject: x",
      "dan@example.com,eve@example.com",
      "dan@example.com;eve@example.com",
      "Dan <dan@example.com>",
      '"dan@example.com" <eve@example.com>',
      "dan@example.com\u0000@evil.example",
      "dan@example.com eve@example.com",
      "@example.com",
      "dan@",
      { toString: () => "dan@example.com" },
      ["dan@example.com"],
      null,
      7,
    ];
    for (const address of odd)
      expect(
        await codeOf(
          town.auth.invitations.send(ada.req, "acme", { addresses: [address] as never, role: "member" }),
        ),
        String(address),
      ).toBe("invalid");
    const many = Array.from({ length: 51 }, (_, at) => `guest${at}@example.com`);
    expect(
      await codeOf(town.auth.invitations.send(ada.req, "acme", { addresses: many, role: "member" })),
    ).toBe("invalid");
    expect(town.mails).toEqual([]);
    await town.auth.invitations.send(ada.req, "acme", { addresses: ["dan@example.com"], role: "member" });
    expect(town.mails.map(({ to }) => to)).toEqual(["dan@example.com"]);
  });

  // Seen to fail where `isSameAddress` folds accents, as the collation of a database does.
  it("ORG-72: a store that takes letters for the same lets nobody join for another", async () => {
    const adapter = MemoryAdapter();
    const byEmail = adapter.getUserByEmail!.bind(adapter);
    const users = ["dán@example.com", "ada@example.com", "bob@example.com", "eve@example.com"];
    const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    await found({ adapter });
    await town.person("dán");
    adapter.getUserByEmail = async (email) =>
      byEmail(users.find((one) => folded(one) === folded(email)) ?? email);
    const other = await town.person("dán");
    await town.auth.invitations.send(ada.req, "acme", { addresses: ["dan@example.com"], role: "member" });
    const token = town.token("dan@example.com");
    expect((await new Program(town, other).post("/invitation", { token })).status).toBe(403);
    const nobody = new Program(town);
    await nobody.post("/invitation", { token });
    expect((await nobody.browser.session())?.user?.email).not.toBe("dán@example.com");
    expect(await town.rolesIn(id)).not.toHaveProperty("dán");
  });
});

describe("an invitation that waits for a sign-in", () => {
  const dan = "dan@example.com";
  /** @returns the browser with the cookie, and its name */
  async function waiting(to = town) {
    await to.person("dan");
    await to.auth.invitations.send(ada.req, "acme", { addresses: [dan], role: "member" });
    const program = new Program(to);
    await program.post("/invitation/sign-in", { token: to.token(dan) });
    const name = [...program.browser.cookies.keys()].find((one) => one.endsWith(".invitation")) ?? "";
    return { program, name, value: program.browser.cookies.get(name) ?? "" };
  }
  const opens = async (name: string, value: string) => {
    const program = new Program(town, await town.person("dan"));
    program.browser.cookies.set(name, value);
    return (await program.get("/invitation")).status;
  };

  // Seen to fail where the cookie is kept as it is, and where its hour is not asked for.
  it("ORG-73: another cookie than ours opens nothing, nor does ours after an hour", async () => {
    const { name, value } = await waiting();
    expect(name).not.toBe("");
    expect(value).not.toContain(town.token(dan));
    expect(await opens(name, value)).toBe(200);
    const session = (await town.person("dan")).cookie.split("; ")[0]?.split("=")[1] ?? "";
    const foreign = new Town();
    const [owner] = [await foreign.person("ada")];
    await foreign.acme(owner);
    for (const other of [
      town.token(dan),
      value.slice(0, -2),
      `${value}x`,
      session,
      "",
      "null",
      JSON.stringify({ token: town.token(dan) }),
      value.split(".").slice(0, 2).join("."),
    ])
      expect(await opens(name, other), other.slice(0, 20)).toBe(404);
    later(61 * minute);
    expect(await opens(name, value)).toBe(404);
  });
});
