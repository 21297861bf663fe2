/** The page behind the link of an invitation: what it shows to whom, and that looking changes nothing. */
import { beforeEach, describe, expect, it } from "vitest";
import { origin } from "../../support/browser.js";
import { type Person, Town } from "./town.js";
import { Visitor } from "./visitor.js";

let town: Town;
let ada: Person;
let id: string;

beforeEach(async () => {
  town = new Town();
  ada = await town.person("ada");
  ({ id } = await town.acme(ada));
});

/** Invites an address. @returns the path of the mailed link */
async function invite(name: string): Promise<string> {
  const address = `${name}@example.com`;
  await town.auth.invitations.send(ada.req, "acme", { addresses: [address], role: "member" });
  return `/invitation?token=${town.token(address)}`;
}

const tokenIn = (link: string): string => new URL(link, origin).searchParams.get("token") ?? "";

/** Counts what is written to the store. */
function countWrites(): () => number {
  let writes = 0;
  const counted = <Rows extends object>(rows: Rows, writing: RegExp): void => {
    for (const [name, member] of Object.entries(rows))
      if (typeof member === "function" && writing.test(name))
        Object.assign(rows, {
          [name](...args: unknown[]): unknown {
            writes += 1;
            return Reflect.apply(member, rows, args);
          },
        });
  };
  counted(town.adapter, /^(?:create|update|delete|link|unlink|use)/);
  const records = town.adapter.records!.bind(town.adapter);
  town.adapter.records = (table) => {
    const rows = { ...records(table) };
    counted(rows, /^(?!find|list)/);
    return rows;
  };
  return () => writes;
}

it("says who invites, to what, as what and for which address; the button joins", async () => {
  const link = await invite("dan");
  const dan = new Visitor(town, await town.person("dan"));
  const page = await dan.open(link);
  expect(page.status).toBe(200);
  for (const part of ["Join Acme", "ada@example.com invites you as member.", "for dan@example.com."])
    expect(page.text).toContain(part);
  expect(page.response.headers.get("referrer-policy")).toBe("strict-origin");
  expect(page.response.headers.get("cache-control")).toContain("no-store");
  const { body, response } = await dan.read(link);
  expect(body).toEqual({
    organization: { name: "Acme" },
    role: "member",
    address: "dan@example.com",
    inviter: "ada@example.com",
    next: "join",
  });
  expect(response.headers.get("cache-control")).toContain("no-store");
  const joined = await dan.send(page, "/invitation");
  expect([joined.status, joined.location]).toEqual([302, "/organizations/acme"]);
  expect(await town.rolesIn(id)).toEqual({ ada: "owner", dan: "member" });
});

describe("looking at it", () => {
  it("writes nothing, whoever looks", async () => {
    const link = await invite("dan");
    const visitors = [
      new Visitor(town),
      new Visitor(town, await town.person("dan")),
      new Visitor(town, await town.person("eve")),
    ];
    const writes = countWrites();
    for (const visitor of visitors) {
      await visitor.open(link);
      await visitor.read(link);
      await visitor.browser.send(`/auth${link}`, { method: "HEAD" });
    }
    expect(writes()).toBe(0);
    await visitors[1]!.send(await visitors[1]!.open(link), "/invitation");
    expect(writes()).toBeGreaterThan(0);
  });

  it("tells no log of the token", async () => {
    const told: string[] = [];
    const note = (...args: unknown[]) =>
      void told.push(args.map((each) => String((each as Error)?.stack ?? each)).join(" "));
    town = town.beside();
    Object.assign(town.config, { debug: true, logger: { error: note, warn: note, debug: note } });
    const link = await invite("dan");
    const dan = new Visitor(town, await town.person("dan"));
    await new Visitor(town).open(link);
    const page = await dan.open(link);
    await dan.send(page, "/invitation");
    await dan.send(page, "/invitation");
    expect(told.join("\n")).not.toContain(tokenIn(link));
  });
});

describe("an invitation that is over", () => {
  it("opens nothing, on one page", async () => {
    const used = await invite("dan");
    const dan = new Visitor(town, await town.person("dan"));
    const before = await dan.open(used);
    await dan.send(before, "/invitation");
    const replaced = await invite("eva");
    const withdrawn = await invite("eva");
    const [open] = await town.auth.invitations.list(ada.req, "acme");
    await town.auth.invitations.withdraw(ada.req, "acme", open!.id);
    const links = [
      used,
      replaced,
      withdrawn,
      `/invitation?token=${"0".repeat(64)}`,
      "/invitation?token=x",
      "/invitation",
    ];
    const visitors = [new Visitor(town), dan, new Visitor(town, await town.person("eva"))];
    const shown = new Set<string>();
    for (const link of links)
      for (const visitor of visitors) {
        const page = await visitor.open(link);
        shown.add(`${page.status} ${page.text}`);
        expect(page.forms).toEqual([]);
        expect(page.response.headers.get("referrer-policy")).toBe("strict-origin");
        expect(await visitor.read(link)).toMatchObject({ status: 404, body: { error: "not-found" } });
      }
    expect([...shown]).toEqual([expect.stringMatching(/^404 .*This invitation is over/)]);
    // Pressed twice.
    const again = await dan.send(before, "/invitation");
    expect([again.status, again.text.includes("This invitation is over")]).toEqual([404, true]);
  });
});

describe("whoever is signed in as somebody else", () => {
  it("reads both addresses in full, and switches: the way back has the invitation", async () => {
    const link = await invite("dan");
    const eve = new Visitor(town, await town.person("eve"));
    const page = await eve.open(link);
    expect(page.text).toContain(
      "You are signed in as eve@example.com, but the invitation is for dan@example.com.",
    );
    expect((await eve.read(link)).body).toMatchObject({ next: "switch" });
    // A press that the page does not offer is none.
    const forced = await eve.forge(page, "/invitation", { token: tokenIn(link) });
    expect(forced.status).toBe(403);
    const left = await eve.send(page, "/invitation/sign-in");
    expect([left.status, left.location]).toEqual([
      302,
      `/signin?${new URLSearchParams({ callbackUrl: "/auth/invitation" })}`,
    ]);
    expect(await eve.browser.session()).toBeNull();
    expect(JSON.stringify([...left.response.headers])).not.toContain(tokenIn(link));
    // Signed in as Dan by now.
    signIn(eve, await town.person("dan"));
    const back = await eve.open("/invitation");
    const joined = await eve.send(back, "/invitation");
    expect(joined.location).toBe("/organizations/acme");
    expect(eve.browser.has("invitation")).toBe(false);
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", dan: "member" });
  });
});

describe("whoever is signed out", () => {
  it("signs in first, and comes back: the address is known", async () => {
    await town.person("dan");
    const link = await invite("dan");
    const visitor = new Visitor(town);
    const page = await visitor.open(link);
    expect(page.text).toContain("Sign in with dan@example.com.");
    expect((await visitor.read(link)).body).toMatchObject({ next: "sign-in" });
    // No press signs anybody in.
    const pressed = await visitor.forge(page, "/invitation", { token: tokenIn(link) });
    expect(pressed.status).toBe(401);
    expect(await visitor.browser.session()).toBeNull();
    const left = await visitor.send(page, "/invitation/sign-in");
    expect(left.location).toBe(`/signin?${new URLSearchParams({ callbackUrl: "/auth/invitation" })}`);
    signIn(visitor, await town.person("dan"));
    const joined = await visitor.send(await visitor.open("/invitation"), "/invitation");
    expect(joined.location).toBe("/organizations/acme");
    expect(await town.rolesIn(id)).toEqual({ ada: "owner", dan: "member" });
  });

  it("a cookie that is not ours holds no invitation", async () => {
    await town.person("dan");
    const link = await invite("dan");
    const visitor = new Visitor(town);
    await visitor.send(await visitor.open(link), "/invitation/sign-in");
    const [name = ""] = [...visitor.browser.cookies.keys()].filter((each) => each.endsWith(".invitation"));
    visitor.browser.cookies.set(name, tokenIn(link));
    expect((await visitor.open("/invitation")).status).toBe(404);
  });
});

it("has the address that the configuration gives it, and so has the link", async () => {
  town = new Town({
    more: { pageAddresses: { invitation: "/join", organization: "/teams/:slug/settings" } },
  });
  ada = await town.person("ada");
  await town.acme(ada);
  const made = await town.auth.invitations.send(ada.req, "acme", {
    addresses: ["dan@example.com"],
    role: "member",
  });
  expect(made.invitations).toHaveLength(1);
  expect(town.mails[0]?.url).toMatch(/^http:\/\/localhost:3000\/join\?token=[0-9a-f]{64}$/);
  const dan = new Visitor(town, await town.person("dan"));
  const page = await dan.browser.send(`/join?token=${town.token("dan@example.com")}`);
  expect(await page.text()).toContain('action="http://localhost:3000/join"');
});

/** What a completed sign-in leaves in the browser. */
function signIn({ browser }: Visitor, { cookie }: Person): void {
  for (const pair of cookie.split("; ")) {
    const at = pair.indexOf("=");
    browser.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
