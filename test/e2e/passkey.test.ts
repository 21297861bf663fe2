/** Passkeys in Chromium with a virtual authenticator: the built-in page, and the client of an app's own page. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import Passkey from "../../src/providers/passkey.js";
import { ExpressAuth, getSession } from "../../src/runtime/integrations/express.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { expresses, listen, type Running } from "../support/app.js";
import { type Device, keysOf, plugInDevice } from "../support/authenticator.js";
import { launchBrowser } from "../support/chromium.js";
import { bundleSignIn } from "../support/client-bundle.js";
import { MemoryStore } from "../support/memory-store.js";

const secret = "test-secret-test-secret-test-secret-000";
const email = "ada@example.com";

let browser: Browser;
let clients: { own: string; reference: string };

beforeAll(async () => {
  const [launched, own, reference] = await Promise.all([
    launchBrowser(),
    bundleSignIn("./src/runtime/client/webauthn.ts"),
    bundleSignIn("next-auth/webauthn"),
  ]);
  browser = launched;
  clients = { own, reference };
});
afterAll(() => browser?.close());

/** Its device is gone at the end of the test. */
async function plugIn(page: Page): Promise<Device> {
  const device = await plugInDevice(page);
  onTestFinished(async () => void (await device.cdp.send("WebAuthn.disable")));
  return device;
}

type SignIn = (id: string, options: object) => Promise<unknown>;

/** What `signIn` of the page's client answers, in a call that leaves the page where it is. */
const call = (page: Page, options: { redirect: false; email?: string }): Promise<unknown> =>
  page.evaluate((given) => (window as unknown as { signIn: SignIn }).signIn("passkey", given), options);

/** `signIn` of the page's client, which then goes to `redirectTo`. Its promise goes with the page, so nobody waits for it. */
const callAndFollow = async (page: Page, options: { action?: "register"; redirectTo: string }) => {
  await page.evaluate((given) => {
    void (window as unknown as { signIn: SignIn }).signIn("passkey", given);
  }, options);
  await page.waitForURL(({ pathname, search }) => pathname + search === options.redirectTo);
};

describe.each(["jwt", "database"] as const)("with %s sessions", (strategy) => {
  let store: MemoryStore;
  let app: Running;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    store = new MemoryStore();
    errors = [];
    const config: AuthConfig = {
      secret,
      adapter: store.adapter,
      session: { strategy },
      // Conditional UI has a test of its own: a virtual authenticator answers it before anybody can click.
      providers: [Passkey({ enableConditionalUI: false, allowSignUp: true })],
      experimental: { enableWebAuthn: true },
      logger: { error: (error) => void errors.push(error.message), warn: () => undefined },
    };
    const server = expresses[5]();
    server.use("/api/auth", ExpressAuth(config));
    server.get("/who", (req, res, next) => {
      getSession(req, config).then((session) => res.json(session), next);
    });
    const pages = { "/": clients.own, "/reference": clients.reference };
    for (const [at, script] of Object.entries(pages)) {
      server.get(
        at,
        (_req, res) => void res.send(`<!doctype html><title>app</title><script>${script}</script>`),
      );
    }
    app = await listen(server);
    page = await (await browser.newContext()).newPage();
  });
  afterAll(async () => {
    await page?.context().close();
    await app?.close();
  });

  const who = async (): Promise<{ user?: { email?: string } } | null> =>
    (await page.request.get(`${app.origin}/who`)).json();
  const submit = async (address: string) => {
    await page.goto(`${app.origin}/api/auth/signin?callbackUrl=/`);
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  };
  const signOut = async () => {
    await page.goto(`${app.origin}/api/auth/signout`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/");
    expect(await who()).toBeNull();
  };

  test("register, sign out, sign in by name, sign in without one, add a second key, and use it", async () => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    const laptop = await plugIn(page);

    await submit(email);
    await page.waitForURL(`${app.origin}/`);
    expect((await who())?.user?.email).toBe(email);
    expect(await keysOf(laptop)).toMatchObject([
      { isResidentCredential: true, rpId: "localhost", signCount: 1 },
    ]);

    await signOut();
    await submit(email);
    await page.waitForURL(`${app.origin}/`);
    expect((await who())?.user?.email).toBe(email);

    await signOut();
    await submit("");
    await page.waitForURL(`${app.origin}/`);
    expect((await who())?.user?.email).toBe(email);
    expect(store.users.size).toBe(1);

    // Another device, while signed in.
    await laptop.cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: laptop.id });
    const phone = await plugIn(page);
    await callAndFollow(page, { action: "register", redirectTo: "/?added" });
    expect(await keysOf(phone)).toHaveLength(1);
    expect([store.users.size, store.accounts.length, store.authenticators.length]).toEqual([1, 2, 2]);
    expect((await who())?.user?.email).toBe(email);

    await signOut();
    const answer = await call(page, { redirect: false });
    expect(answer).toMatchObject({ ok: true, status: 200, url: page.url() });
    expect((await who())?.user?.email).toBe(email);

    await signOut();
    expect([problems, errors]).toEqual([[], []]);
  });

  test("the client of next-auth 5 registers and signs in with this handler", async () => {
    const device = await plugIn(page);
    await page.goto(`${app.origin}/reference`);
    for (let times = 0; times < 2; times++) {
      const answer = await call(page, { email: "carol@example.com", redirect: false });
      expect(answer).toMatchObject({ ok: true, error: null });
      expect((await who())?.user?.email).toBe("carol@example.com");
      await page.context().clearCookies();
    }
    expect(await keysOf(device)).toHaveLength(1);
  });

  test("a device without the key: the page says so, and can be used again", async () => {
    await plugIn(page);
    await submit(email);
    await page.getByRole("alert").filter({ hasText: "No passkey was used" }).waitFor();
    await page.getByLabel("Email").fill("bob@example.com");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${app.origin}/`);
    expect((await who())?.user?.email).toBe("bob@example.com");
    await signOut();
  });
});

test("conditional UI: the browser offers the passkey by itself where it can", async () => {
  const store = new MemoryStore();
  const config: AuthConfig = {
    secret,
    adapter: store.adapter,
    providers: [Passkey({ allowSignUp: true })],
    experimental: { enableWebAuthn: true },
    logger: { error: (error) => expect.fail(error.message), warn: () => undefined },
  };
  const server = expresses[5]();
  server.use("/api/auth", ExpressAuth(config));
  server.get("/", (_req, res) => void res.send("home"));
  const app = await listen(server);
  onTestFinished(() => app.close());
  const page = await (await browser.newContext()).newPage();
  onTestFinished(() => page.context().close());
  await plugIn(page);
  const signInUrl = `${app.origin}/api/auth/signin?callbackUrl=/`;
  await page.goto(signInUrl);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(`${app.origin}/`);
  const canOffer = await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable());
  await page.context().clearCookies();
  const asked = page.waitForRequest((request) =>
    request.url().includes("/webauthn-options/passkey?action=authenticate"),
  );
  // Not until it is loaded: the browser may have answered by then, and the page be gone.
  await page.goto(signInUrl, { waitUntil: "commit" });
  expect(canOffer).toBe(true);
  await asked;
  await page.waitForURL(`${app.origin}/`);
  expect([...store.users.values()].map((user) => user.email)).toEqual([email]);
});
