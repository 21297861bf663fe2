/** Attacks on invitations. Each is tried beside what is allowed, which has to work. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteUser } from "../../src/runtime/plugins/accounts/delete-user.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { pluginsOf, scopeOf } from "../../src/runtime/plugins/host/scope.js";
import { organizations } from "../../src/runtime/plugins/organizations/index.js";
import { invitationTable, memberTable } from "../../src/runtime/plugins/organizations/tables.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { origin } from "../support/browser.js";
import { Program } from "../plugins/organizations/program.js";
import { codeOf, type Person, roles, Town } from "../plugins/organizations/town.js";
import { Visitor } from "../plugins/organizations/visitor.js";

const dan = "dan@example.com";
const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const day = 24 * 3_600_000;
afterEach(() => void vi.useRealTimers());

let town: Town;
let ada: Person;
let bob: Person;
let id: string;

const sendMail = (mail: Mail) => void town.mails.push(mail);
const own = () => organizations({ roles, create: "everybody", sendMail });

async function found(given: ConstructorParameters<typeof Town>[0] = {}): Promise<void> {
  town = new Town(given);
  [ada, bob] = [await town.person("ada"), await town.person("bob")];
  ({ id } = await town.acme(ada));
  await town.join(id, "admin", bob);
}
beforeEach(() => found());

/** @returns the token of the mailed link */
async function invite(address = dan, from = ada, role = "member"): Promise<string> {
  await town.auth.invitations.send(from.req, "acme", { addresses: [address], role: role as "member" });
  return town.token(address);
}

const pathOf = (url: string) => url.replace(`${origin}/auth`, "");
const link = (token: string) => `/invitation?token=${token}`;
const accept = (token: unknown, who?: Person) => new Program(town, who).post("/invitation", { token });
const members = async () => Object.keys(await town.rolesIn(id)).length;
const userOf = (address: string) => town.adapter.getUserByEmail!(address);

describe("the link in other hands", () => {
  it("ORG-30: a scanner that opens it, looks ahead and asks for the head accepts nothing", async () => {
    const token = await invite();
    const { browser } = new Program(town);
    for (const headers of [{}, { "sec-purpose": "prefetch" }, { purpose: "preview" }, { accept: "*/*" }])
      for (const method of ["GET", "HEAD"])
        for (let time = 0; time < 3; time += 1)
          await browser.send(`/auth${link(token)}`, { method, headers });
    expect([await members(), await userOf(dan)]).toEqual([2, null]);
    expect((await accept(token)).status).toBe(200);
    expect(await members()).toBe(3);
  });

  it("ORG-31: forwarded after a day it makes nobody, and what it mails goes to the address alone", async () => {
    const token = await invite();
    later(day + 1);
    const holder = new Program(town);
    expect((await holder.post("/invitation", { token })).status).toBe(401);
    const mailed = await holder.post("/invitation/mail", { token });
    expect([mailed.status, JSON.stringify(mailed.body).includes(town.token(dan))]).toEqual([200, false]);
    expect([town.mails.at(-1)?.to, town.token(dan) === token, await userOf(dan)]).toEqual([dan, false, null]);
    expect((await accept(town.token(dan))).status).toBe(200);
  });

  it("ORG-32: used twice it is over, for the same person and for another one", async () => {
    const token = await invite();
    const danHere = await town.person("dan");
    expect((await accept(token, danHere)).status).toBe(200);
    for (const who of [danHere, bob, undefined]) expect((await accept(token, who)).status).toBe(404);
    await town.auth.members.remove(ada.req, "acme", danHere.id);
    expect((await accept(token, danHere)).status).toBe(404);
  });

  it("ORG-33: withdrawn between page and press it is over", async () => {
    const visitor = new Visitor(town, await town.person("dan"));
    const page = await visitor.open(link(await invite()));
    const [open] = await town.auth.invitations.list(ada.req, "acme");
    await town.auth.invitations.withdraw(ada.req, "acme", open!.id);
    expect((await visitor.send(page, "/invitation")).status).toBe(404);
    expect(await members()).toBe(2);
  });

  it("ORG-34: a newer one to the address ends the older, with its higher role", async () => {
    const danHere = await town.person("dan");
    const older = await invite(dan, ada, "admin");
    const newer = await invite();
    expect((await accept(older, danHere)).status).toBe(404);
    expect((await accept(newer, danHere)).status).toBe(200);
    expect((await town.rolesIn(id))["dan"]).toBe("member");
  });

  it("ORG-35: in another person's session it joins nobody (GHSA-fmh4-wcc4-5jm3)", async () => {
    const token = await invite();
    const eve = await town.person("eve");
    expect((await accept(token, eve)).status).toBe(403);
    expect((await new Program(town, eve).get(link(token))).body).toMatchObject({ next: "switch" });
    expect(await codeOf(town.accept(eve, token))).toBe("forbidden");
    expect((await accept(token, await town.person("dan"))).status).toBe(200);
    expect(Object.keys(await town.rolesIn(id)).sort()).toEqual(["ada", "bob", "dan"]);
  });

  it("ORG-36: another Unicode spelling of the address is another person's", async () => {
    const token = await invite("kim@example.com");
    for (const email of [
      "\u212aim@example.com",
      "\uff4bim@example.com",
      "k\u0456m@example.com",
      "kim@example.com.",
      "kim@\u0435xample.com",
    ]) {
      const other = await town.adapter.createUser!({
        id: crypto.randomUUID(),
        email,
        emailVerified: new Date(),
      });
      const person = await town.person(other.id);
      // As a provider tells it.
      town.adapter.getUser = (
        (getUser) => async (asked: string) =>
          asked === person.id ? { ...other, id: person.id } : getUser(asked)
      )(town.adapter.getUser!.bind(town.adapter));
      const { user } = { user: await town.adapter.getUser(person.id) };
      expect(user?.email).toBe(email);
      expect((await accept(token, person)).status, email).toBe(403);
    }
    expect((await accept(token, await town.person("kim"))).status).toBe(200);
  });

  it("ORG-37: the case of letters is no other spelling", async () => {
    await town.auth.invitations.send(ada.req, "acme", { addresses: ["DAN@Example.COM"], role: "member" });
    expect((await accept(town.token(dan), await town.person("dan"))).status).toBe(200);
  });

  it("ORG-38: 50 presses at once of a link to a new address make one user and one member", async () => {
    const token = await invite();
    const ends = await Promise.all(Array.from({ length: 50 }, () => accept(token)));
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await members()).toBe(3);
  });

  it("ORG-39: another type of a token, or another spelling, opens nothing", async () => {
    const token = await invite();
    const danHere = await town.person("dan");
    const odd = [
      token.toUpperCase(),
      ` ${token}`,
      token.slice(1),
      [token],
      { token },
      null,
      1,
      true,
      "",
      "../x",
    ];
    for (const each of odd) expect((await accept(each, danHere)).status, String(each)).toBe(404);
    const [{ token: hash } = {}] = await town.records(invitationTable).list({}, { limit: 1 });
    expect((await accept(hash, danHere)).status).toBe(404);
    expect((await accept(token, danHere)).status).toBe(200);
  });
});

describe("whoever has invited", () => {
  const goneBy: readonly (readonly [id: string, words: string, go: () => Promise<unknown>])[] = [
    ["ORG-40", "is demoted", () => town.auth.members.setRole(ada.req, "acme", bob.id, "member")],
    ["ORG-41", "has left", () => town.auth.organizations.leave(bob.req, "acme")],
    ["ORG-42", "was removed", () => town.auth.members.remove(ada.req, "acme", bob.id)],
    [
      "ORG-43",
      "is deleted",
      async () => {
        const resolved = resolveConfigWithEnv(town.config);
        const plugin = pluginsOf(town.config).find((each) => each.id === "account")!;
        await deleteUser(resolved, scopeOf(plugin, resolved), bob.id);
      },
    ],
    ["ORG-44", "is deleted by SQL", async () => town.adapter.deleteUser!(bob.id)],
  ];
  it.each(goneBy)("%s: %s: the invitation is over", async (_id, _words, go) => {
    const token = await invite(dan, bob);
    const other = await invite("eve@example.com");
    await go();
    expect((await accept(token, await town.person("dan"))).status).toBe(404);
    expect((await accept(token)).status).toBe(404);
    expect((await accept(other, await town.person("eve"))).status).toBe(200);
  });

  it("ORG-45: invites to no role above their own, and to none that is not there", async () => {
    const send = (role: unknown) =>
      codeOf(town.auth.invitations.send(bob.req, "acme", { addresses: [dan], role: role as "member" }));
    expect([await send("owner"), await send("clerk")]).toEqual(["forbidden", "forbidden"]);
    for (const role of ["__proto__", "-", "Owner", ["member"], null, undefined])
      expect(await send(role)).toBe("invalid");
    expect(await send("member")).toMatchObject({ value: {} });
  });

  it("ORG-58: who may not give the role any more has invited nobody to it", async () => {
    const token = await invite(dan, bob, "admin");
    const danHere = await town.person("dan");
    // A clerk may invite, but to no role that allows more.
    await town.auth.members.setRole(ada.req, "acme", bob.id, "clerk");
    expect((await accept(token, danHere)).status).toBe(404);
    await town.auth.members.setRole(ada.req, "acme", bob.id, "admin");
    expect((await accept(token, danHere)).status).toBe(200);
  });

  it("ORG-46: resends and withdraws nothing of another organisation", async () => {
    const eve = await town.person("eve");
    await town.auth.organizations.create(eve.req, { name: "Other", slug: "other" });
    await invite();
    const [open] = await town.auth.invitations.list(ada.req, "acme");
    for (const act of ["resend", "withdraw"] as const)
      expect(await codeOf(town.auth.invitations[act](eve.req, "other", open!.id))).toBe("not-found");
    expect(await town.auth.invitations.list(ada.req, "acme")).toHaveLength(1);
    expect(await codeOf(town.auth.invitations.withdraw(ada.req, "acme", open!.id))).toEqual({
      value: undefined,
    });
  });

  it("ORG-47: learns the link from nothing: no function, list, page or event has it", async () => {
    const sent = await town.auth.invitations.send(bob.req, "acme", { addresses: [dan], role: "member" });
    const token = town.token(dan);
    const page = await new Visitor(town, bob).open("/organizations/acme");
    const listed = await new Program(town, bob).get("/organizations/acme");
    const shown = JSON.stringify([
      sent,
      page.html,
      listed,
      town.told,
      await town.auth.invitations.list(bob.req, "acme"),
    ]);
    expect(shown).toContain(dan);
    expect(shown).not.toContain(token);
  });

  it("ORG-48: a wave of invitations of a new organisation sends five mails", async () => {
    const eve = await town.person("eve");
    await town.auth.organizations.create(eve.req, { name: "Spam", slug: "spam" });
    const all = Array.from({ length: 30 }, (_, at) =>
      codeOf(
        town.auth.invitations.send(eve.req, "spam", { addresses: [`p${at}@example.com`], role: "member" }),
      ),
    );
    const ends = await Promise.all(all);
    expect(ends.filter((end) => typeof end === "object")).toHaveLength(5);
    expect(town.mails.filter(({ to }) => to?.startsWith("p"))).toHaveLength(5);
  });
});

describe("rows that somebody has planted", () => {
  it("ORG-49: over an unproven row the press proves nothing and signs nobody in", async () => {
    const planted = await town.person("dan", null);
    const token = await invite();
    expect((await accept(token)).status).toBe(401);
    expect((await userOf(dan))?.emailVerified).toBeNull();
    expect(await members()).toBe(2);
    expect((await accept(token, planted)).status).toBe(200);
  });

  it("ORG-50: a stranger's sign-up that waits for its proof gets nothing of the user that a press makes", async () => {
    await found({ more: { plugins: [own(), password({ sendMail })] } });
    const stranger = new Visitor(town);
    const form = await stranger.open("/password/sign-up");
    await stranger.send(form, "/password/sign-up", { email: dan, password: "a stranger's own phrase" });
    await vi.waitFor(() => expect(town.mails.at(-1)?.url).toContain("/password/verify"));
    const verify = pathOf(town.mails.at(-1)!.url!);
    expect((await accept(await invite())).status).toBe(200);
    const made = await userOf(dan);
    // Even with the mailed link of the sign-up.
    const exists = await stranger.send(await stranger.open(verify), "/password/verify", {
      password: "a stranger's own phrase",
    });
    expect([exists.status, await stranger.browser.session()]).toEqual([409, null]);
    const login = await stranger.open("/signin");
    await stranger.forge(login, "/callback/password", { email: dan, password: "a stranger's own phrase" });
    expect([await stranger.browser.session(), (await userOf(dan))?.id]).toEqual([null, made?.id]);
  });

  it("ORG-51: whose user is deleted between page and press joins nothing", async () => {
    const danHere = await town.person("dan");
    const visitor = new Visitor(town, danHere);
    const page = await visitor.open(link(await invite()));
    await town.adapter.deleteUser!(danHere.id);
    await visitor.send(page, "/invitation");
    const rows = await town.records(memberTable).list({ organizationId: id }, { limit: 10 });
    expect(rows.map(({ userId }) => userId)).not.toContain(danHere.id);
  });

  it("ORG-52: an organisation that is deleted between page and press is joined by nobody", async () => {
    const visitor = new Visitor(town);
    const page = await visitor.open(link(await invite()));
    await town.auth.organizations.remove(ada.req, "acme", "Acme");
    expect((await visitor.send(page, "/invitation")).status).toBe(404);
    expect([await userOf(dan), await town.records(invitationTable).list({}, { limit: 9 })]).toEqual([
      null,
      [],
    ]);
  });
});

describe("links for anybody", () => {
  const more = { options: { invitation: { anyAccount: true } } };
  const makeLink = async (uses: number) => {
    const { url = "" } = await town.auth.invitations.send(ada.req, "acme", { role: "member", uses });
    return new URL(url).searchParams.get("token") ?? "";
  };

  it("ORG-53: neither make nor sign in a user, nor let in an unproven one", async () => {
    await found(more);
    const token = await makeLink(2);
    expect((await accept(token)).status).toBe(401);
    expect((await accept(token, await town.person("eve", null))).status).toBe(403);
    expect((await accept(token, await town.person("dan"))).status).toBe(200);
  });

  it("ORG-54: 30 presses at once let in as many as the link says", async () => {
    await found(more);
    const token = await makeLink(3);
    const people = await Promise.all(Array.from({ length: 30 }, (_, at) => town.person(`p${at}`)));
    const ends = await Promise.all(people.map((each) => accept(token, each)));
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await members()).toBe(5);
  });

  it("ORG-55: are over where the configuration has them no more", async () => {
    await found(more);
    const token = await makeLink(2);
    const danHere = await town.person("dan");
    const without = new Town({ adapter: town.adapter, more: { secret: town.config.secret! } });
    const press = (there: Town) => new Program(there, danHere).post("/invitation", { token });
    expect((await press(without)).status).toBe(404);
    expect((await press(town)).status).toBe(200);
  });
});

describe("whom a press has made", () => {
  it("ORG-56: adds nothing, changes nothing and deletes nothing before a proof; the proof ends the session", async () => {
    await found({ more: { plugins: [account({ cacheSeconds: 0 }), own(), password({ sendMail })] } });
    const forwarded = new Program(town);
    expect((await forwarded.post("/invitation", { token: await invite() })).status).toBe(200);
    const before = JSON.stringify(await userOf(dan));
    for (const [path, fields] of [
      ["/password/change", { password: "a new phrase of mine" }],
      ["/password/address", { email: "mine@example.com" }],
    ] as const) {
      const { status, body } = await forwarded.post(path, fields);
      expect([status, body["error"]], path).toEqual([401, "stale"]);
    }
    expect(JSON.stringify(await userOf(dan))).toBe(before);
    const owner = new Visitor(town);
    await new Program(town).post("/signin/email", { email: dan }, { "x-auth-return-redirect": "1" });
    await owner.send(await owner.open(pathOf(town.links.at(-1)!.url)), "/callback/email");
    expect((await owner.browser.session())?.user?.email).toBe(dan);
    expect(await forwarded.browser.session()).toBeNull();
    expect((await owner.open("/organizations/acme")).status).toBe(200);
  });

  it("ORG-57: a form of another site makes nobody", async () => {
    const token = await invite();
    const { browser } = new Program(town);
    const body = new URLSearchParams({ token });
    for (const headers of [{}, { origin: "https://evil.example" }])
      expect((await browser.send("/auth/invitation", { method: "POST", body, headers })).status).not.toBe(
        200,
      );
    expect([await userOf(dan), await members()]).toEqual([null, 2]);
    expect((await accept(token)).status).toBe(200);
  });
});
