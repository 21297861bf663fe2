/** Who asked for a mail: the mark of a browser, the page where there is none, and the note that a press there leaves. */
import { describe, expect, it, vi } from "vitest";
import Passkey from "../../src/providers/passkey.js";
import de from "../../src/runtime/messages/de.js";
import { Stage, stores, csrf, after, address, type House } from "../accounts/stage.js";
import type { StoreMethods } from "../../src/runtime/types/adapter.js";
import { type Browser, locationOf, origin } from "../support/browser.js";

const mark = "authjs.mail-start";
const note = "authjs.mail-start.session";
const stranger = "stranger@evil.test";

const stageOf = async (house: Partial<House> = {}): Promise<Stage> =>
  new Stage({ adapter: await stores["memory"]!(), ...house });

/** Asks for a mail. @returns its link */
async function ask(stage: Stage, browser: Browser, email = address): Promise<string> {
  const { basePath = "/auth" } = stage.config;
  const { csrfToken } = await (await browser.send(`${basePath}/csrf`)).json();
  const fields = { csrfToken, email, callbackUrl: "/after" };
  expect((await browser.post(`${basePath}/signin/email`, fields)).status).toBe(302);
  return stage.links.at(-1) ?? "";
}

const textOf = async (response: Response): Promise<string> => (await response.text()).replaceAll(/\s+/g, " ");
const who = async (browser: Browser) => (await browser.session())?.user?.["email"];

/** Follows a link that shows a page, and signs nobody in. @returns the page */
async function askedAt(browser: Browser, link: string, init?: RequestInit): Promise<string> {
  const before = await who(browser);
  const answer = await browser.send(link, init);
  expect([answer.status, locationOf(answer)]).toEqual([200, ""]);
  expect(await who(browser)).toBe(before);
  return textOf(answer);
}

describe.each(["jwt", "database"] as const)("a link of a mail, with %s sessions", (strategy) => {
  const more = { session: { strategy } };

  it("L2: signs in at once in the browser that asked, by a mark that is sealed", async () => {
    const stage = await stageOf({ more });
    const browser = stage.browser();
    const link = await ask(stage, browser);
    expect(browser.cookies.get(mark)).toMatch(/^[\w-]+\.\.[\w.-]+$/);
    expect(locationOf(await browser.send(link))).toBe(after);
    expect(await who(browser)).toBe(address);
    expect(browser.has(note)).toBe(false);
  });

  it("L2: shows elsewhere whom it signs in, spends nothing, and signs in by the press", async () => {
    const stage = await stageOf({ more });
    const link = await ask(stage, stage.browser(), stranger);
    const victim = stage.browser();
    const foreign = { headers: { "sec-fetch-site": "cross-site" } };
    for (let times = 0; times < 3; times += 1) {
      const page = await askedAt(victim, link, foreign);
      expect(page).toContain(`You will be signed in as <b><bdi>${stranger}</bdi></b>.`);
      expect(page).toContain("If you did not ask for it yourself, close this page.");
    }
    expect(locationOf(await victim.open(link))).toBe(after);
    expect(await who(victim)).toBe(stranger);
  });

  it("L2: names whose session is open, also in the browser that asked", async () => {
    const stage = await stageOf({ more });
    const browser = stage.browser();
    await stage.mail(browser);
    const link = await ask(stage, browser, stranger);
    const page = await askedAt(browser, link);
    expect(page).toContain(`You will be signed in as <b><bdi>${stranger}</bdi></b>.`);
    expect(page).toContain(`<b><bdi>${address}</bdi></b> is signed in here now, and will be signed out.`);
    expect(locationOf(await browser.open(link))).toBe(after);
    expect(await who(browser)).toBe(stranger);
    // It had asked itself.
    expect(browser.has(note)).toBe(false);
  });

  it("L2: a form of another site presses nothing", async () => {
    const stage = await stageOf({ more });
    const link = new URL(await ask(stage, stage.browser(), stranger));
    const victim = stage.browser();
    const csrfToken = await csrf(victim);
    const body = (fields: object) =>
      new URLSearchParams({ ...Object.fromEntries(link.searchParams), ...fields });
    const post = (fields: object, headers: Record<string, string>) =>
      askedAt(victim, link.pathname, { method: "POST", body: body(fields), headers });
    await post({}, {});
    await post({ csrfToken: "0".repeat(64) }, {});
    await post({ csrfToken }, { "sec-fetch-site": "cross-site" });
    await post({ csrfToken }, { origin: "https://evil.test" });
    expect(await who(victim)).toBeUndefined();
    expect(locationOf(await victim.open(link.href))).toBe(after);
  });

  it("L2: a session that a press elsewhere began is asked once before an account is added", async () => {
    const stage = await stageOf({ more });
    const link = await ask(stage, stage.browser(), stranger);
    const victim = stage.browser();
    await victim.open(link);
    expect(victim.has(note)).toBe(true);
    // Other readers take every cookie whose name begins so for a part of the session.
    const parts = [...victim.cookies.keys()].filter((name) => name.startsWith("authjs.session-token"));
    expect(parts).toEqual(["authjs.session-token"]);
    const page = `${origin}/auth/signin?add=op&callbackUrl=${encodeURIComponent(after)}`;
    expect(await stage.oauth({ email: "victim@example.com" }, victim)).toBe(page);
    expect(await stage.ownerOf()).toBeNull();
    const shown = await textOf(await victim.send(page));
    expect(shown).toContain(`You are signed in as <b><bdi>${stranger}</bdi></b>`);
    expect(shown).toContain("Add <bdi>OP</bdi>?");
    const pressed = { csrfToken: await csrf(victim), callbackUrl: "/after", add: "true" };
    const answer = stage.fake.authorize(locationOf(await victim.post("/auth/signin/op", pressed)));
    expect(victim.has(note)).toBe(false);
    expect(locationOf(await victim.send(`/auth/callback/op?${answer}`))).toBe(after);
    expect((await stage.ownerOf())?.email).toBe(stranger);
    // Nothing is left to ask.
    expect(await textOf(await victim.send(page))).toContain("Sign in with");
  });

  it("L2: holds at another base path", async () => {
    const stage = await stageOf({ more: { ...more, basePath: "/shop/in" } });
    const browser = stage.browser();
    const link = await ask(stage, browser);
    expect(new URL(link).pathname).toBe("/shop/in/callback/email");
    const elsewhere = await stage.browser().send(link);
    expect([elsewhere.status, locationOf(elsewhere)]).toEqual([200, ""]);
    expect(await textOf(elsewhere)).toContain(`action="${origin}/shop/in/callback/email`);
    expect(locationOf(await browser.send(link))).toBe(after);
  });

  it("L2: the press for a passkey ends the note, and leads back to where one is added", async () => {
    const stage = await stageOf({ more: { ...more, experimental: { enableWebAuthn: true } } });
    stage.config.providers.push(Passkey);
    const link = await ask(stage, stage.browser(), stranger);
    const victim = stage.browser();
    await victim.open(link);
    const shown = await textOf(await victim.send(`/auth/signin?add=passkey&callbackUrl=/after`));
    expect(shown).toContain("Add <bdi>Passkey</bdi>?");
    const start = async (fields: object) =>
      locationOf(await victim.post("/auth/signin/passkey", { csrfToken: await csrf(victim), ...fields }));
    expect(await start({ callbackUrl: "/after" })).toBe(`${origin}/auth/signin`);
    expect(victim.has(note)).toBe(true);
    expect(await start({ callbackUrl: "/after", add: "true" })).toBe(after);
    expect(victim.has(note)).toBe(false);
    expect(await who(victim)).toBe(stranger);
  });

  it("L2: a session that goes on by another token is asked all the same", async () => {
    const adapter = (await stores["memory"]!()) as StoreMethods;
    const stage = await stageOf({ more, adapter });
    const victim = stage.browser();
    await victim.open(await ask(stage, stage.browser(), stranger));
    if (strategy === "database") {
      const userId = (await adapter.getUserByEmail(stranger))!.id;
      const expires = new Date(Date.now() + 60_000);
      await adapter.createSession({ sessionToken: "as-when-the-factor-was-shown", userId, expires });
      victim.cookies.set("authjs.session-token", "as-when-the-factor-was-shown");
    } else await victim.session();
    expect(await who(victim)).toBe(stranger);
    expect(await stage.oauth({ email: "victim@example.com" }, victim)).toContain("/auth/signin?add=op&");
    expect(await stage.ownerOf()).toBeNull();
  });

  it("L2: a session of the browser that asked links as ever, and a note of another session asks nothing", async () => {
    const stage = await stageOf({ more });
    const browser = stage.browser();
    await browser.open(await ask(stage, stage.browser(), stranger));
    const old = browser.cookies.get(note) ?? "";
    expect(old).not.toBe("");
    await browser.post("/auth/signout", { csrfToken: await csrf(browser) });
    await stage.mail(browser);
    browser.cookies.set(note, old);
    expect(await stage.oauth({ email: "olga@work.example" }, browser)).toBe(after);
    expect((await stage.ownerOf())?.email).toBe(address);
  });
});

describe("the mark of a browser that asked for a mail", () => {
  it("L2: holds the last four, each to the end of its link", async () => {
    const stage = await stageOf({ mail: { maxAge: 60 } });
    const browser = stage.browser();
    const links: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"])
      links.push(await ask(stage, browser, `${name}@example.com`));
    await askedAt(browser, links[0]!);
    for (const link of links.slice(1)) {
      const visitor = stage.browser();
      for (const [name, value] of browser.cookies) visitor.cookies.set(name, value);
      expect(locationOf(await visitor.send(link))).toBe(after);
    }
  });

  it("L2: ends with the link", async () => {
    const stage = await stageOf({ mail: { maxAge: 60 } });
    const browser = stage.browser();
    const link = await ask(stage, browser);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    try {
      expect(await askedAt(browser, link)).toContain(address);
    } finally {
      vi.useRealTimers();
    }
  });

  it("L2: is nothing when it is cut, foreign or of another secret", async () => {
    const stage = await stageOf();
    const browser = stage.browser();
    const link = await ask(stage, browser);
    const own = browser.cookies.get(mark) ?? "";
    const other = await stageOf();
    const elsewhere = other.browser();
    await ask(other, elsewhere);
    const session = stage.browser();
    await stage.mail(session, "mallory@example.com");
    const foreign = [
      own.slice(0, -4),
      own.slice(0, 200),
      elsewhere.cookies.get(mark) ?? "",
      session.cookies.get("authjs.session-token") ?? "",
      "[]",
      "x".repeat(4000),
    ];
    for (const value of foreign) {
      expect(value).not.toBe("");
      browser.cookies.set(mark, value);
      await askedAt(browser, link);
    }
    browser.cookies.set(mark, own);
    expect(locationOf(await browser.send(link))).toBe(after);
  });

  it("L2: is one for two tabs, and goes where the session cookie goes", async () => {
    const cookies = {
      sessionToken: {
        name: "own",
        options: { sameSite: "none" as const, secure: true, domain: "localhost" },
      },
    };
    const stage = await stageOf({ more: { cookies } });
    const browser = stage.browser();
    const [csrfToken, links] = [await csrf(browser), [] as string[]];
    for (const email of [address, stranger]) {
      const answer = await browser.post("/auth/signin/email", { csrfToken, email });
      const line = answer.headers.getSetCookie().find((each) => each.startsWith(`${mark}=`)) ?? "";
      expect(line).toMatch(/; Domain=localhost; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=None$/);
      links.push(stage.links.at(-1) ?? "");
    }
    expect(locationOf(await browser.send(links[0]!))).toBe(origin);
  });
});

describe("the page of a link that another browser asked for", () => {
  it("L2: is an address for scripts", async () => {
    const stage = await stageOf();
    const link = await ask(stage, stage.browser());
    const victim = stage.browser();
    const answer = await victim.send(link, { headers: { "x-auth-return-redirect": "1" } });
    expect(answer.status).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    expect([...new URL(url).searchParams].sort()).toEqual([...new URL(link).searchParams].sort());
    expect(await askedAt(victim, url)).toContain(address);
  });

  it("L2: is in the language of the request, below a base path, whatever pages the app has", async () => {
    const pages = { signIn: "/own/sign-in", verifyRequest: "/own/sent", error: "/own/error" };
    const stage = await stageOf({ more: { messages: [de], pages } });
    const link = await ask(stage, stage.browser());
    const page = await askedAt(stage.browser(), link, { headers: { "accept-language": "de" } });
    expect(page).toContain(`Sie werden als <b><bdi>${address}</bdi></b> angemeldet.`);
    expect(page).toContain("schließen Sie diese Seite");
  });

  it("L2: asks for the address where the link does not say it", async () => {
    const stage = await stageOf();
    const link = new URL(await ask(stage, stage.browser()));
    link.searchParams.delete("email");
    const victim = stage.browser();
    expect(await askedAt(victim, link.href)).toContain('name="email" type="email"');
    const token = link.searchParams.get("token") ?? "";
    const csrfToken = await csrf(victim);
    const press = (email: string) => victim.post("/auth/callback/email", { csrfToken, token, email });
    expect(locationOf(await press(stranger))).toContain("error=Verification");
    expect(locationOf(await press(address))).toBe(after);
  });

  it("L2: hides nothing of an address", async () => {
    const stage = await stageOf();
    const link = new URL(await ask(stage, stage.browser()));
    const long = `${"x".repeat(200)}@example.com`;
    link.searchParams.set("email", `${long}\u202e<b>`);
    expect(await askedAt(stage.browser(), link.href)).toContain(`<bdi>${long}\u{fffd}&lt;b&gt;</bdi>`);
  });

  it("L2: is not shown for typed tokens where this browser asked for the address", async () => {
    let token = 123_455;
    const generateVerificationToken = () => String((token += 1));
    const stage = await stageOf({ mail: { generateVerificationToken } });
    const browser = stage.browser();
    const link = await ask(stage, browser);
    const wrong = link.replace(/token=\d+/, "token=000000");
    expect(locationOf(await browser.send(wrong))).toContain("error=Verification");
    await askedAt(stage.browser(), link);
    await askedAt(browser, (await ask(stage, stage.browser(), stranger)) ?? "");
    expect(locationOf(await browser.send(link))).toBe(after);
  });

  it("L2: needs no method of a store that is optional, and asks for the session alone", async () => {
    const asked: string[] = [];
    const memory = await stores["a store that makes its own ids"]!();
    const adapter = new Proxy(memory, {
      get(target, name, receiver) {
        const method: unknown = Reflect.get(target, name, receiver);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          asked.push(String(name));
          return (method as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    const stage = await stageOf({ adapter });
    const browser = stage.browser();
    await stage.mail(browser);
    const link = await ask(stage, stage.browser(), stranger);
    asked.length = 0;
    expect(locationOf(await browser.send(link))).toBe("");
    expect(asked).toEqual(["getSessionAndUser"]);
    expect(locationOf(await browser.open(link))).toBe(after);
  });

  it("L2: with confirm: true a scanner that presses has a note, and who asked has not", async () => {
    const stage = await stageOf({ mail: { confirm: true } });
    const browser = stage.browser();
    const link = await ask(stage, browser);
    expect(await askedAt(browser, link)).toContain("Press the button to finish signing in.");
    const scanner = stage.browser();
    expect(locationOf(await scanner.open(link))).toBe(after);
    expect([scanner.has(note), browser.has(note)]).toEqual([true, false]);
    expect(locationOf(await browser.open(await ask(stage, browser)))).toBe(after);
    expect(browser.has(note)).toBe(false);
  });
});
