/** Invitations to addresses that have no user, or one whom nobody has proven: what a press makes, proves and ends. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { invitedTable, invitationTable } from "../../../src/runtime/plugins/organizations/tables.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { organizations } from "../../../src/runtime/plugins/organizations/index.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { EmailConfig, Mail } from "../../../src/runtime/types/provider.js";
import { customFetch } from "../../../src/runtime/index.js";
import type { StoreAdapter } from "../../../src/runtime/adapters/adapter-over.js";
import { FakeProvider, issuer } from "../../oauth/fake-provider.js";
import { locationOf, origin } from "../../support/browser.js";
import { type Person, roles, Town } from "./town.js";
import { type Seen, Visitor } from "./visitor.js";

const dan = "dan@example.com";
const hours = (count: number) => count * 3_600_000;
const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
afterEach(() => void vi.useRealTimers());

let town: Town;
let ada: Person;
let id: string;

/** Does nothing take mails? */
let isDown: boolean;

const sendMail = async (mail: Mail): Promise<void> => {
  if (isDown) throw new Error("down");
  town.mails.push(mail);
};
const own = () => organizations({ roles, create: "everybody", sendMail });

async function found(more: Partial<AuthConfig> = {}): Promise<void> {
  isDown = false;
  town = new Town({ more, options: { sendMail } });
  ada = await town.person("ada");
  ({ id } = await town.acme(ada));
}
beforeEach(() => found());

async function invite(address = dan, slug = "acme"): Promise<string> {
  await town.auth.invitations.send(ada.req, slug, { addresses: [address], role: "member" });
  return `/invitation?token=${town.token(address)}`;
}

const danOf = () => town.adapter.getUserByEmail!(dan);
const isMarked = async () => (await town.records(invitedTable).list({}, { limit: 10 })).length > 0;

/** Opens the link, and presses. */
async function press(link: string, visitor = new Visitor(town)): Promise<{ visitor: Visitor; seen: Seen }> {
  const page = await visitor.open(link);
  return { visitor, seen: await visitor.send(page, "/invitation") };
}

/** Asks for a sign-in by mail at the built-in page, and opens its link in the same browser. */
async function signInByMail(visitor: Visitor, to = dan): Promise<Response> {
  const page = await visitor.open("/signin");
  await visitor.forge(page, "/signin/email", { email: to, callbackUrl: "/" });
  return openMail(visitor, to);
}

const openMail = async (visitor: Visitor, to = dan): Promise<Response> =>
  visitor.browser.send(town.links.filter((link) => link.to === to).at(-1)!.url);

describe("an address without a user, within a day", () => {
  it("the press proves the mailbox, makes the user, joins and signs in", async () => {
    const told: string[] = [];
    const note = (name: string) => (facts: object & { isNewUser?: boolean }) =>
      void told.push(`${name} ${facts.isNewUser}`);
    await found({
      callbacks: {
        signIn({ user, account: by }) {
          told.push(`callback ${user.email} ${by?.provider} ${by?.providerAccountId}`);
          return true;
        },
      },
      events: { createUser: note("createUser"), signIn: note("signIn"), memberAdded: note("memberAdded") },
    });
    const link = await invite();
    told.length = 0;
    const visitor = new Visitor(town);
    const page = await visitor.open(link);
    expect(page.text).toContain("You get an account with dan@example.com, and are signed in.");
    expect((await visitor.read(link)).body).toMatchObject({ next: "join" });
    const joined = await visitor.send(page, "/invitation");
    expect([joined.status, joined.location]).toEqual([302, "/organizations/acme"]);
    expect((await visitor.browser.session())?.user?.email).toBe(dan);
    expect((await danOf())?.emailVerified).toBeInstanceOf(Date);
    expect(Object.values(await town.rolesIn(id)).sort()).toEqual(["member", "owner"]);
    expect((await visitor.open("/organizations/acme")).status).toBe(200);
    expect(told).toEqual([
      `callback ${dan} email ${dan}`,
      "createUser undefined",
      "memberAdded undefined",
      "signIn true",
    ]);
    // Used once.
    expect((await new Visitor(town).open(link)).status).toBe(404);
  });

  it("a program joins by the same address, and gets the session", async () => {
    await invite();
    const { browser } = new Visitor(town);
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    const body = JSON.stringify({ token: town.token(dan), csrfToken });
    const headers = { "content-type": "application/json", accept: "application/json" };
    const response = await browser.send("/auth/invitation", { method: "POST", body, headers });
    expect(await response.json()).toEqual({ ok: true, url: `${origin}/auth/organizations/acme` });
    expect((await browser.session())?.user?.email).toBe(dan);
  });

  it("the app's `signIn` callback may refuse it: nobody is made, and the link stays good", async () => {
    let isRefused = true;
    await found({ callbacks: { signIn: () => !isRefused } });
    const link = await invite();
    const { seen } = await press(link);
    expect(new URL(seen.location, origin).search).toContain("AccessDenied");
    expect(await danOf()).toBeNull();
    isRefused = false;
    expect((await press(link)).seen.location).toBe("/organizations/acme");
  });

  it("of ten presses at once one makes a user", async () => {
    const link = await invite();
    const visitors = Array.from({ length: 10 }, () => new Visitor(town));
    const pages = await Promise.all(visitors.map((each) => each.open(link)));
    const ends = await Promise.all(visitors.map((each, at) => each.send(pages[at]!, "/invitation")));
    expect(ends.filter(({ status }) => status === 302)).toHaveLength(1);
    const sessions = await Promise.all(visitors.map(({ browser }) => browser.session()));
    expect(sessions.filter(Boolean)).toHaveLength(1);
    expect(Object.keys(await town.rolesIn(id))).toHaveLength(2);
  });

  it.each([null, new Date()])(
    "a row that comes between page and press is not touched, and the page is drawn again (proven: %s)",
    async (emailVerified) => {
      const link = await invite();
      const visitor = new Visitor(town);
      const page = await visitor.open(link);
      const create = town.adapter.createUser!.bind(town.adapter);
      const planted = { id: "planted", email: dan, emailVerified };
      // In the window behind the last question.
      town.adapter.createUser = async () => {
        await create(planted);
        throw new Error("unique");
      };
      const seen = await visitor.send(page, "/invitation");
      expect([seen.status, seen.text.includes("Others change this now.")]).toEqual([409, true]);
      expect(await visitor.browser.session()).toBeNull();
      expect(await danOf()).toMatchObject({ emailVerified });
      expect(Object.keys(await town.rolesIn(id))).toHaveLength(1);
      expect(await town.records(invitationTable).list({ organizationId: id }, { limit: 9 })).toHaveLength(1);
    },
  );

  it("where the sign-in would wait for a step, the user signs in by mail first, and comes back", async () => {
    await found({ plugins: [account(), own(), twoFactor({ required: () => true })] });
    const link = await invite();
    const { seen, visitor } = await press(link);
    expect(seen.location).toBe(`/signin?${new URLSearchParams({ callbackUrl: "/auth/invitation" })}`);
    expect(await danOf()).toBeNull();
    expect(visitor.browser.has("invitation")).toBe(true);
    expect(await visitor.browser.session()).toBeNull();
  });
});

describe("later than a day", () => {
  it("the press mails a fresh link to the address, and makes nobody", async () => {
    const link = await invite();
    later(hours(24) + 1);
    const visitor = new Visitor(town);
    const page = await visitor.open(link);
    expect(page.text).toContain("This link is older than a day. We send a fresh one to dan@example.com.");
    expect((await visitor.read(link)).body).toMatchObject({ next: "mail" });
    const forced = await visitor.forge(page, "/invitation", { token: town.token(dan) });
    expect([forced.status, await danOf()]).toEqual([401, null]);
    const [before] = await town.auth.invitations.list(ada.req, "acme");
    const sent = await visitor.send(page, "/invitation/mail");
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining("on its way to dan@example.com")]);
    // The page, and whoever holds the old link, learn nothing of the new one.
    expect(sent.html + JSON.stringify([...sent.response.headers])).not.toContain(town.token(dan));
    expect((await visitor.open(link)).status).toBe(404);
    const [open] = await town.auth.invitations.list(ada.req, "acme");
    expect(open).toMatchObject({ role: "member", by: ada.id, expires: before?.expires });
    const { seen } = await press(`/invitation?token=${town.token(dan)}`);
    expect(seen.location).toBe("/organizations/acme");
  });

  it("one that was withdrawn meanwhile does not come back", async () => {
    const link = await invite();
    later(hours(25));
    const visitor = new Visitor(town);
    const page = await visitor.open(link);
    const [open] = await town.auth.invitations.list(ada.req, "acme");
    await town.auth.invitations.withdraw(ada.req, "acme", open!.id);
    const mails = town.mails.length;
    expect((await visitor.send(page, "/invitation/mail")).status).toBe(404);
    expect([town.mails.length, await town.auth.invitations.list(ada.req, "acme")]).toEqual([mails, []]);
  });

  it("counts as every mail to an address", async () => {
    await found({ throttle: { mail: { perAddress: 3 } } });
    const link = await invite();
    later(hours(25));
    let [at, status] = [link, 200];
    for (let time = 0; time < 4 && status === 200; time += 1) {
      const visitor = new Visitor(town);
      const page = await visitor.open(at);
      if (!page.forms.includes("/invitation/mail")) break;
      ({ status } = await visitor.send(page, "/invitation/mail"));
      later(hours(0));
      await town
        .records(invitationTable)
        .update(
          { token: (await town.records(invitationTable).list({}, { limit: 1 }))[0]!["token"] as string },
          {},
          { createdAt: new Date(Date.now() - hours(25)) },
        );
      at = `/invitation?token=${town.token(dan)}`;
    }
    expect(status).toBe(429);
    // The link in the last mail is as good as before.
    expect((await new Visitor(town).open(at)).status).toBe(200);
  });

  it("a mail that is not taken leaves the old link as it was", async () => {
    const link = await invite();
    later(hours(25));
    isDown = true;
    const visitor = new Visitor(town);
    const page = await visitor.open(link);
    const failed = await visitor.send(page, "/invitation/mail");
    expect(failed.status).not.toBe(200);
    expect((await visitor.open(link)).forms).toContain("/invitation/mail");
  });
});

describe("where no mail lets a user in", () => {
  it.each([
    [
      "refuses",
      (): string => {
        throw new Error("not of this company");
      },
    ],
    ["rewrites", (): string => "dan+tag@example.com"],
  ])(
    "ORG-61: the press makes no user where the mailer %s the address",
    async (_does, normalizeIdentifier) => {
      const [mailer] = town.config.providers as EmailConfig[];
      await found({ providers: [{ ...mailer!, normalizeIdentifier }] });
      const link = await invite();
      const visitor = new Visitor(town);
      const page = await visitor.open(link);
      expect((await visitor.read(link)).body).toMatchObject({ next: "sign-in" });
      expect((await visitor.forge(page, "/invitation", { token: town.token(dan) })).status).toBe(401);
      expect(await danOf()).toBeNull();
    },
  );

  it("the press makes no user: the invitation waits for a sign-in with the address", async () => {
    await found({
      providers: [{ id: "work", name: "Work", type: "oidc", issuer: "https://id.example", clientId: "a" }],
    });
    const link = await invite();
    const visitor = new Visitor(town);
    const page = await visitor.open(link);
    expect(page.text).toContain("Sign in with an account that has dan@example.com.");
    expect((await visitor.read(link)).body).toMatchObject({ next: "sign-in" });
    expect((await visitor.forge(page, "/invitation", { token: town.token(dan) })).status).toBe(401);
    await visitor.send(page, "/invitation/sign-in");
    expect([visitor.browser.has("invitation"), await danOf()]).toEqual([true, null]);
    for (const [name, next] of [
      ["eve", "switch"],
      ["dan", "join"],
    ] as const) {
      const { cookie } = await town.person(name);
      const at = cookie.indexOf("=");
      visitor.browser.cookies.set(cookie.slice(0, at), cookie.slice(at + 1));
      expect((await visitor.read("/invitation")).body).toMatchObject({ next });
    }
    await visitor.send(await visitor.open("/invitation"), "/invitation");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", dan: "member" });
  });
});

describe("whom a press has made", () => {
  const withAccount = (organizationsFirst: boolean): Partial<AuthConfig> => {
    const other = account({ cacheSeconds: 0 });
    return { plugins: organizationsFirst ? [own(), other, twoFactor()] : [other, own(), twoFactor()] };
  };

  it.each([
    ["jwt", true],
    ["jwt", false],
    ["database", true],
  ] as const)(
    "adds nothing until a mail to the address proves it, which ends the sessions of before (%s)",
    async (strategy, organizationsFirst) => {
      await found({ session: { strategy }, ...withAccount(organizationsFirst) });
      const { visitor: forwarded } = await press(await invite());
      expect([(await forwarded.browser.session())?.user?.email, await isMarked()]).toEqual([dan, true]);
      const refused = await forwarded.open("/two-factor/set-up");
      expect([refused.status, refused.location]).toEqual([
        302,
        expect.stringMatching(/^\/signin\?.*SessionRequired/),
      ]);
      const owner = new Visitor(town);
      await signInByMail(owner);
      expect((await owner.browser.session())?.user?.email).toBe(dan);
      expect(await isMarked()).toBe(false);
      expect(await forwarded.browser.session()).toBeNull();
      expect((await owner.open("/two-factor/set-up")).status).toBe(200);
      expect((await owner.open("/organizations/acme")).status).toBe(200);
    },
  );

  it("goes on in the same browser, once they have proven it there", async () => {
    await found(withAccount(true));
    const { visitor } = await press(await invite());
    await signInByMail(visitor);
    expect((await visitor.browser.session())?.user?.email).toBe(dan);
    expect((await visitor.open("/two-factor/set-up")).status).toBe(200);
  });

  it("a link to a new password is a proof, too; without one the user has no other way in", async () => {
    await found({
      providers: [],
      plugins: [own(), password({ sendMail })],
    });
    const { visitor } = await press(await invite());
    expect([(await visitor.browser.session())?.user?.email, await isMarked()]).toEqual([dan, true]);
    const owner = new Visitor(town);
    await owner.send(await owner.open("/password/forgot"), "/password/forgot", { email: dan });
    await vi.waitFor(() => expect(town.mails.at(-1)?.url).toContain("/password/reset"));
    const link = town.mails.at(-1)!.url!.replace(`${origin}/auth`, "");
    const set = await owner.send(await owner.open(link), "/password/reset", {
      password: "correct horse battery staple",
    });
    expect([set.status, await isMarked()]).toEqual([200, false]);
    expect(await visitor.browser.session()).toBeNull();
  });

  it.each([
    [
      "a provider that vouches ends the mark, and the sessions of before",
      { emailVerified: "email_verified" },
      false,
    ],
    ["a silent provider joins nobody before", {}, true],
  ])("%s", async (_says, vouching, staysMarked) => {
    const fake = new FakeProvider();
    fake.faults.claims = (claims) => ({ ...claims, email: dan, email_verified: true });
    const client = { clientId: "cid", clientSecret: "test-secret", [customFetch]: fake.fetch };
    const provider = { id: "op", name: "OP", type: "oidc" as const, issuer, ...vouching, ...client };
    await found({
      ...withAccount(true),
      providers: [...town.config.providers, { ...provider, allowDangerousEmailAccountLinking: true }],
    });
    const { visitor: forwarded } = await press(await invite());
    const { browser } = new Visitor(town);
    const answer = fake.authorize(locationOf(await browser.startSignIn("op")));
    const back = await browser.send(`/auth/callback/op?${answer}`);
    expect((await browser.session())?.user?.email).toBe(staysMarked ? undefined : dan);
    expect(locationOf(back).includes("AccountNotLinked")).toBe(staysMarked);
    expect([await isMarked(), (await forwarded.browser.session()) !== null]).toEqual([
      staysMarked,
      staysMarked,
    ]);
    const { listAccounts }: Partial<StoreAdapter> = town.adapter;
    expect(await listAccounts?.((await danOf())!.id)).toHaveLength(staysMarked ? 0 : 1);
  });

  it("ORG-59: what was sent as an invitation in the session of before ends with the proof", async () => {
    await town.auth.invitations.send(ada.req, "acme", { addresses: [dan], role: "admin" });
    const { visitor } = await press(`/invitation?token=${town.token(dan)}`);
    const page = await visitor.open("/organizations/acme");
    const sent = { addresses: "eve@example.com", role: "member" };
    expect((await visitor.send(page, "/organizations/acme/invite", sent)).status).toBe(302);
    const link = `/invitation?token=${town.token("eve@example.com")}`;
    expect((await new Visitor(town).open(link)).status).toBe(200);
    await signInByMail(new Visitor(town));
    expect((await new Visitor(town).open(link)).status).toBe(404);
    expect(await town.rolesIn(id)).toMatchObject({ ada: "owner" });
  });

  it.each(["jwt", "database"] as const)(
    "ORG-60: a proof while the press is under way leaves the presser without a session (%s)",
    async (strategy) => {
      await found({ session: { strategy }, ...withAccount(true) });
      const link = await invite();
      const owner = new Visitor(town);
      let isAsked = false;
      const { records } = town.adapter;
      town.adapter.records = (table) => {
        const rows = records!(table);
        if (!table.name.endsWith("_member") || isAsked) return rows;
        return {
          ...rows,
          async insert(row) {
            const outcome = await rows.insert(row);
            isAsked = true;
            await signInByMail(owner);
            return outcome;
          },
        };
      };
      const { visitor } = await press(link);
      expect([isAsked, await isMarked()]).toEqual([true, false]);
      expect(await visitor.browser.session()).toBeNull();
      expect((await owner.browser.session())?.user?.email).toBe(dan);
      expect(Object.values(await town.rolesIn(id))).toContain("member");
    },
  );

  it("another invitation signs nobody in: it waits for the proof", async () => {
    await press(await invite());
    await town.acme(ada, "second");
    const link = await invite(dan, "second");
    const visitor = new Visitor(town);
    const page = await visitor.open(link);
    expect(page.text).toContain("Sign in with dan@example.com.");
    expect((await visitor.forge(page, "/invitation", { token: town.token(dan) })).status).toBe(401);
  });
});

describe("an address whose row nobody has proven", () => {
  it("the press proves nothing; the mailed link does, and ends what was there; then they join", async () => {
    await found({ plugins: [account({ cacheSeconds: 0 }), own()] });
    const stranger = new Visitor(town, await town.person("dan", null));
    expect((await stranger.browser.session())?.user?.email).toBe(dan);
    const link = await invite();
    const visitor = new Visitor(town);
    const page = await visitor.open(link);
    expect(page.text).toContain("Sessions, passwords, passkeys and second factors of before then end.");
    expect((await visitor.read(link)).body).toMatchObject({ next: "mail" });
    expect((await visitor.forge(page, "/invitation", { token: town.token(dan) })).status).toBe(401);
    expect((await danOf())?.emailVerified).toBeNull();
    await visitor.send(page, "/signin/email");
    const proven = await openMail(visitor);
    expect(proven.headers.get("location")).toBe(`${origin}/auth/invitation`);
    expect((await danOf())?.emailVerified).toBeInstanceOf(Date);
    expect(await stranger.browser.session()).toBeNull();
    const joined = await visitor.send(await visitor.open("/invitation"), "/invitation");
    expect(joined.location).toBe("/organizations/acme");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", dan: "member" });
  });

  it("who signs in to that row in this browser joins without a proof", async () => {
    const person = await town.person("dan", null);
    const link = await invite();
    const visitor = new Visitor(town, person);
    await visitor.send(await visitor.open(link), "/invitation");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", dan: "member" });
    expect((await danOf())?.emailVerified).toBeNull();
  });
});
