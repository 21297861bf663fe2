/** Every way to a session: none goes around the factor, and who must have one sets it up before there is a session. */
import { describe, expect, it } from "vitest";
import { perform } from "../../../src/runtime/operations.js";
import { siteAt } from "../../../src/runtime/settings/origin.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { type Browser, locationOf, origin } from "../../support/browser.js";
import type { Ceremony } from "../../webauthn/authenticator.js";
import { csrf, type Stage, type Way, ways } from "../stage.js";
import {
  ada,
  after,
  byPassword,
  challenge,
  codeOf,
  first,
  pendingCookie,
  recoveryCodes,
  resolvedOf,
  send,
  sessionCookie,
  setUp,
  stageWith,
  withFactor,
  wrongCode,
} from "./visit.js";

/** The provider posts its answer (OAuth 2.0 Form Post Response Mode). */
async function byFormPost({ provider, config }: Stage, browser: Browser): Promise<string> {
  Object.assign(config.providers[0]!, { authorization: { params: { response_mode: "form_post" } } });
  const answer = provider.authorize(locationOf(await browser.startSignIn("op")));
  return locationOf(await browser.post("/auth/callback/op", Object.fromEntries(answer)));
}

async function byMailForm(stage: Stage, browser: Browser): Promise<string> {
  const { csrfToken } = await csrf(browser);
  await browser.post("/auth/signin/email", { csrfToken, email: "ada@example.com", callbackUrl: "/after" });
  const { searchParams } = new URL(stage.mails.at(-1)!.url);
  const fields = { ...Object.fromEntries(searchParams), csrfToken };
  return locationOf(await browser.post("/auth/callback/email", fields));
}

/** `signIn()` of the server's own code, for a browser that is sent its cookies. */
async function byServer(stage: Stage, browser: Browser): Promise<string> {
  const resolved = resolvedOf(stage);
  const result = await perform(resolved, siteAt(resolved, origin), {
    action: "callback",
    providerId: "credentials",
    body: { username: "ada", password: "pw", callbackUrl: "/after" },
    headers: new Headers(),
  });
  for (const { name, value } of result.cookies ?? []) browser.cookies.set(name, value);
  return result.kind === "redirect" ? result.location : "";
}

async function byKnownPasskey({ device }: Stage, browser: Browser): Promise<string> {
  const options = await browser.send("/auth/webauthn-options/webauthn?action=authenticate");
  const answer = device.answer((await options.json()) as Ceremony);
  return locationOf(await browser.post("/auth/callback/webauthn", { ...answer, callbackUrl: "/after" }));
}

const all: readonly [string, Way][] = [
  ...ways.filter(([name]) => name !== "a passkey"),
  ["a form that the provider posts", byFormPost],
  ["the button behind the link of a mail", byMailForm],
  ["signIn() of the server", byServer],
];
/** As a user who has been here before. */
const again = (name: string, way: Way): Way => (name === "a new passkey" ? byKnownPasskey : way);
const isAda = (name: string) => name.includes("password") || name.includes("server");
const usable = (strategy: string) => all.filter(([name]) => strategy === "jwt" || !isAda(name));

async function expectNobody(browser: Browser): Promise<void> {
  expect(browser.cookies.has(sessionCookie)).toBe(false);
  expect(await browser.session()).toBeNull();
}

async function expectSomebody(browser: Browser): Promise<void> {
  expect(await browser.session()).not.toBeNull();
  expect(browser.cookies.has(pendingCookie)).toBe(false);
}

describe.each(["jwt", "database"] as const)("with sessions of strategy %s, a sign-in by", (strategy) => {
  const session: AuthConfig["session"] = { strategy };

  it.each(usable(strategy))("%s asks a user who has a factor", async (name, way) => {
    const stage = stageWith({}, { session });
    if (!isAda(name)) expect(await way(stage, stage.browser())).toBe(after);
    const secret = await withFactor(stage, isAda(name) ? ada : [...stage.store.rows.users.keys()][0]);

    const browser = stage.browser();
    expect(await again(name, way)(stage, browser)).toBe(challenge);
    const sessions = stage.store.rows.sessions.size;
    await expectNobody(browser);
    expect((await send(browser, "/two-factor", { code: await wrongCode(secret) })).status).toBe(401);
    for (const path of ["/two-factor/first", "/two-factor/first/save", "/two-factor/first/skip"])
      expect(locationOf(await send(browser, path))).toBe(`${origin}/auth/error?error=AccessDenied`);
    await expectNobody(browser);
    expect(stage.store.rows.sessions.size).toBe(sessions);

    expect(locationOf(await send(browser, "/two-factor", { code: await codeOf(secret) }))).toBe(after);
    await expectSomebody(browser);
  });

  it.each(usable(strategy))("%s leads who must have a factor to set one up", async (_name, way) => {
    const stage = stageWith({ required: "all" }, { session });
    const browser = stage.browser();
    expect(await way(stage, browser)).toBe(first);
    await expectNobody(browser);
    expect(stage.rows()).toBe(0);
    expect(locationOf(await send(browser, "/two-factor/first/skip"))).toContain("error=AccessDenied");
    await expectNobody(browser);

    const { target, codes } = await setUp(browser);
    expect([target, codes.length]).toEqual([after, 10]);
    await expectSomebody(browser);
    expect(stage.errors.map(({ name }) => name)).toEqual(["AccessDenied"]);

    const later = stage.browser();
    expect(await again(_name, way)(stage, later)).toBe(challenge);
    expect(locationOf(await send(later, "/two-factor", { recovery: codes[0]! }))).toBe(after);
    await expectSomebody(later);
  });

  it("a further account in an open session asks too", async () => {
    const stage = stageWith({}, { session });
    const browser = stage.browser();
    const byMail = new Map(ways).get("the link of a mail")!;
    expect(await byMail(stage, browser)).toBe(after);
    const [id] = [...stage.store.rows.users.keys()];
    const secret = await withFactor(stage, id);
    const before = browser.cookies.get(sessionCookie);
    expect(await new Map(ways).get("OpenID Connect")!(stage, browser)).toBe(challenge);
    expect(stage.store.rows.accounts.size).toBe(0);
    if (strategy === "database") expect(browser.cookies.get(sessionCookie)).toBe(before);
    expect(locationOf(await send(browser, "/two-factor", { code: await codeOf(secret) }))).toBe(after);
    expect([...stage.store.rows.accounts.values()].map(({ userId }) => userId)).toEqual([id]);
  });
});

describe("who has to set up a factor", () => {
  it("is decided by a function, and one that throws refuses", async () => {
    const asked: unknown[] = [];
    const stage = stageWith({ required: async (user) => asked.push(user) > 1 });
    expect(await byPassword(stage, stage.browser())).toBe(after);
    expect(await byPassword(stage, stage.browser())).toBe(first);
    expect(asked[0]).toEqual({ id: ada, name: "Ada", isNew: false });
    const broken = stageWith({
      required: () => {
        throw new Error("down");
      },
    });
    expect(await byPassword(broken, broken.browser())).toContain("error=");
    await expectNobody(broken.browser());
  });

  it("is nobody by default, who signs in as without the plugin", async () => {
    const stage = stageWith();
    const browser = stage.browser();
    expect(await byPassword(stage, browser)).toBe(after);
    await expectSomebody(browser);
  });

  it("works with another plugin's step behind: what was set up is not lost", async () => {
    const { fixedCode } = await import("../fixed-code.js");
    const stage = stageWith({ required: "all" });
    const plugins = [...stage.config.plugins!, fixedCode({ tables: [], steps: [always] })];
    Object.assign(stage.config, { plugins });
    const browser = stage.browser();
    await byPassword(stage, browser);
    const { target, codes } = await setUp(browser);
    expect(target).toBe(`${origin}/auth/fixed-code`);
    await expectNobody(browser);
    expect(locationOf(await send(browser, "/fixed-code", { code: "424242" }))).toBe(after);
    const later = stage.browser();
    expect(await byPassword(stage, later)).toBe(challenge);
    expect(locationOf(await send(later, "/two-factor", { recovery: codes[1]! }))).toContain("fixed-code");
  });
});

const always = { id: "fixed-code", rank: "asks" as const, ask: () => ({ path: "/fixed-code" as const }) };

it("a recovery code of before is not one of somebody else's", async () => {
  const stage = stageWith();
  await withFactor(stage);
  await withFactor(stage, "8");
  const browser = stage.browser();
  await byPassword(stage, browser);
  expect(locationOf(await send(browser, "/two-factor", { recovery: recoveryCodes[0]! }))).toBe(after);
});
