/** Two steps to a new secret: announced everywhere first, used then. Processes change one after the other. */
import { describe, expect, it } from "vitest";
import { getToken } from "../../src/runtime/jwt.js";
import { setEnvDefaults } from "../../src/runtime/settings/infer.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { appWithEnv, Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";

const next = "test-next-secret-test-next-secret-000000";
const name = "authjs.session-token";
const store = new MemoryStore();
const mails: { url: string }[] = [];
const logged: string[] = [];

function app(more: Partial<AuthConfig>) {
  const config: AuthConfig = {
    secret,
    trustHost: true,
    adapter: store.adapter,
    session: { strategy: "jwt" },
    providers: [
      {
        id: "p",
        name: "P",
        type: "credentials",
        credentials: {},
        authorize: () => ({ id: "1", name: "Ada" }),
      },
      { id: "email", name: "E", type: "email", sendVerificationRequest: (mail) => void mails.push(mail) },
    ],
    logger: { error: (error) => void logged.push(error.name), warn: () => undefined },
    ...more,
  };
  return coreApp(config);
}

function movedTo(to: ReturnType<typeof coreApp>, from: Browser): Browser {
  const browser = new Browser(to);
  for (const [key, value] of from.cookies) browser.cookies.set(key, value);
  return browser;
}
const tokenOf = async (browser: Browser) =>
  ((await (await browser.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
async function signedIn(at: ReturnType<typeof coreApp>): Promise<Browser> {
  const browser = new Browser(at);
  await browser.post("/auth/callback/p", { csrfToken: await tokenOf(browser) });
  return browser;
}

const before = app({});
const announced = app({ nextSecret: next });
const promoted = app({ secret: [next, secret] });

describe("F-73 while a secret is announced here and used there already", () => {
  it("F-73 sessions go on, whichever process is asked, and are sealed with the old secret here", async () => {
    let browser = await signedIn(promoted);
    for (let round = 0; round < 6; round++) {
      browser = movedTo(round % 2 === 0 ? announced : promoted, browser);
      expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
    }
    const here = await signedIn(announced);
    expect((await movedTo(before, here).session())?.user).toMatchObject({ name: "Ada" });
  });

  it.each([
    ["here", announced, promoted],
    ["there", promoted, announced],
  ] as const)("F-73 forms and mails made %s are good in the other process", async (_where, from, to) => {
    const browser = new Browser(from);
    const csrfToken = await tokenOf(browser);
    await browser.post("/auth/signin/email", { csrfToken, email: "ada@example.com", callbackUrl: "/after" });
    const other = movedTo(to, browser);
    expect(locationOf(await other.send(mails.at(-1)!.url))).toBe(`${origin}/after`);
    expect(locationOf(await movedTo(to, browser).post("/auth/callback/p", { csrfToken }))).not.toContain(
      "error",
    );
  });

  it("F-73 hashes are written with the list alone: a process that has not heard of it reads them", async () => {
    const browser = new Browser(announced);
    const csrfToken = await tokenOf(browser);
    const old = movedTo(before, browser);
    expect(locationOf(await old.post("/auth/callback/p", { csrfToken }))).not.toContain("error");
  });

  it("F-73 the environment announces it for integrations, getToken and setEnvDefaults", async () => {
    const browser = await signedIn(promoted);
    process.env["AUTH_SECRET_NEXT"] = next;
    process.env["AUTH_SECRET"] = secret;
    try {
      const config: AuthConfig = { trustHost: true, providers: [], basePath: "/auth" };
      const logger = { error: () => undefined, warn: () => undefined };
      const mounted = movedTo(appWithEnv({ ...config, logger }), browser);
      expect((await mounted.session())?.user).toMatchObject({ name: "Ada" });
      const req = { headers: { cookie: `${name}=${browser.cookies.get(name)}` } };
      expect(await getToken({ req })).toMatchObject({ name: "Ada" });
      setEnvDefaults(process.env, config);
      expect(config).toMatchObject({ secret: [secret], nextSecret: next });
    } finally {
      delete process.env["AUTH_SECRET_NEXT"];
      delete process.env["AUTH_SECRET"];
    }
  });
});

it("F-73 a cookie with an unknown key stays, signs nobody in, and is told of once", async () => {
  const browser = movedTo(before, await signedIn(promoted));
  const cookie = browser.cookies.get(name);
  logged.length = 0;
  for (let round = 0; round < 3; round++) {
    expect(await browser.session()).toBeNull();
    expect(browser.cookies.get(name)).toBe(cookie);
  }
  expect(logged).toEqual(["JWTSessionError"]);
  // A sign-out is meant.
  await browser.post("/auth/signout", { csrfToken: await tokenOf(browser) });
  expect(browser.cookies.has(name)).toBe(false);
});

it("F-73 a cookie that is tampered with, or has expired, is cleared as before", async () => {
  const browser = await signedIn(before);
  const cookie = browser.cookies.get(name)!;
  for (const value of [`${cookie.slice(0, -3)}xyz`, "garbage", "a..b.c.d"]) {
    browser.cookies.set(name, value);
    expect(await browser.session()).toBeNull();
    expect(browser.cookies.has(name)).toBe(false);
  }
});
