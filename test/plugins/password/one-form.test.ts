/** The sign-in page with the plugin: one form for password, link and passkey, as people and programs meet it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import Credentials from "../../../src/providers/credentials.js";
import GitHub from "../../../src/providers/github.js";
import Nodemailer from "../../../src/providers/nodemailer.js";
import Passkey from "../../../src/providers/passkey.js";
import ar from "../../../src/runtime/messages/ar.js";
import { createAuth } from "../../../src/runtime/integrations/node.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import type { Provider } from "../../../src/runtime/types/provider.js";
import { locationOf } from "../../support/browser.js";
import { launchBrowser } from "../../support/chromium.js";
import { ada, type AppOptions, other, PasswordApp, right, type User } from "./drive.js";

const asPage = { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" };

const post = (user: User, fields: Record<string, string>, headers: Record<string, string> = asPage) =>
  user.send("/auth/callback/password", { method: "POST", headers, body: new URLSearchParams(fields) });

interface Linked {
  readonly app: PasswordApp;
  /** What the mail provider was asked to send: to whom, and the request's fields. */
  readonly links: { to: string; body: string }[];
}

function appOf(more: readonly Provider[] = [], options: AppOptions = {}): Linked {
  const links: Linked["links"] = [];
  const mail = Nodemailer({
    async sendVerificationRequest({ identifier, request }) {
      links.push({ to: identifier, body: await request.text() });
    },
  });
  return {
    app: new PasswordApp({
      providers: [GitHub({ clientId: "id", clientSecret: "s" }), mail, ...more],
      experimental: { enableWebAuthn: true },
      ...options,
    }),
    links,
  };
}

const pageOf = async ({ app }: Linked, query = ""): Promise<string> =>
  (await app.browser().send(`/auth/signin${query}`)).text();

const count = (text: string, part: string): number => text.split(part).length - 1;

describe("one form", () => {
  test("has one field for the address, sign-in first, and the link as its second button", async () => {
    const text = await pageOf(appOf([Passkey()]));
    expect(count(text, 'name="email"')).toBe(1);
    expect(text).toContain('autocomplete="username webauthn"');
    const [signIn, link] = [text.indexOf(">\n    Sign in<"), text.indexOf("Email me a link instead")];
    expect([text.indexOf('class="primary"') < link, link > 0, signIn < link]).toEqual([true, true, true]);
    expect(text).toMatch(
      /class="plain"\s+formaction="http:\/\/localhost:3000\/auth\/signin\/nodemailer"\s+formnovalidate/,
    );
    expect(text).not.toContain('action="http://localhost:3000/auth/signin/nodemailer" method');
    expect(text).toContain("Sign in with a passkey");
    expect(text.indexOf("Sign in with a passkey")).toBeLessThan(text.indexOf("GitHub"));
  });

  test("shows no link where no mail provider signs in, and the last way at its button", async () => {
    const { app } = appOf([], { providers: [Nodemailer({ signIn: false })] });
    expect(await pageOf({ app, links: [] })).not.toContain("Email me a link");
    const user = appOf().app.browser();
    user.cookies.set("authjs.last-provider", "nodemailer");
    const text = await (await user.send("/auth/signin")).text();
    expect(text).toMatch(/formnovalidate\s+aria-description="Last used"/);
  });

  test("the link's button sends a mail, and the password that comes along is read by nobody", async () => {
    const linked = appOf();
    const user = linked.app.browser();
    const csrfToken = await user.csrfToken();
    const fields = { csrfToken, email: ada, password: right, callbackUrl: "/after" };
    expect(locationOf(await user.post("/auth/signin/nodemailer", fields))).toContain("/verify-request");
    expect(linked.links).toHaveLength(1);
    expect(linked.links[0]?.to).toBe(ada);
    expect(linked.links[0]?.body).toContain(ada);
    expect(linked.links[0]?.body).not.toMatch(/password|correct/);
  });

  test("forms for other passwords stay beside it, and problems above them", async () => {
    const own = Credentials({ credentials: { pin: { label: "PIN" } }, authorize: () => null });
    const text = await pageOf(appOf([own]), "?error=CredentialsSignin");
    expect(text).toContain("PIN");
    expect(text).toContain("Forgot your password?");
    expect(text).toContain('<div class="error" role="alert">');
    expect(text).not.toContain("wrong-sign-in");
  });

  test("a passkey form with fields of the app's own stays as it is", async () => {
    const passkey = Passkey({ enableConditionalUI: false, formFields: { badge: { label: "Badge" } } });
    expect(await pageOf(appOf([passkey]))).toContain("Badge");
  });

  test("a wrong password: said at the fields, and the address stays", async () => {
    const { app } = appOf();
    await app.withUser();
    const seen = [];
    for (const email of [ada, 'bob"><b>@example.com']) {
      const user = app.browser();
      const csrfToken = await user.csrfToken();
      const fields = { csrfToken, email, password: other };
      const answer = await post(user, fields);
      const cookie = answer.headers.getSetCookie().find((line) => line.includes(".typed="));
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/Max-Age=120/);
      const location = locationOf(answer);
      expect(location).not.toContain("example.com");
      const text = await (await user.send(location)).text();
      expect(text).not.toContain('class="error"');
      expect(text).toContain('id="wrong-sign-in" role="alert"');
      expect(count(text, 'aria-invalid="true" aria-describedby="wrong-sign-in"')).toBe(2);
      expect(text).not.toContain("<b>@");
      expect(text).not.toContain(other);
      const escaped = email.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      expect(text).toContain(`value="${escaped}"`);
      seen.push(text.replaceAll(escaped, "").replaceAll(/\b[\da-f]{32,}\b/g, ""));
    }
    expect(seen[1]).toBe(seen[0]);
  });

  test("no address at the link's button: said at its field, and what was typed stays", async () => {
    const linked = appOf();
    for (const email of ["", "nobody", `${"a".repeat(300)}@example.com`]) {
      const user = linked.app.browser();
      const headers = { ...asPage, "content-type": "application/x-www-form-urlencoded" };
      const fields = { csrfToken: await user.csrfToken(), email, password: other, callbackUrl: "/after" };
      const body = new URLSearchParams(fields);
      const answer = await user.send("/auth/signin/nodemailer", { method: "POST", headers, body });
      expect(locationOf(answer)).toContain("/auth/signin?error=");
      const text = await (await user.send(locationOf(answer))).text();
      expect(text).toMatch(
        /name="email"[^>]*aria-describedby="wrong-sign-in"[^>]*>\s*<\/div>\s*<p class="wrong" id="wrong-sign-in" role="alert">This is no email address/,
      );
      expect(count(text, 'aria-invalid="true"')).toBe(1);
      expect(text).not.toContain('class="error"');
      expect(text).not.toContain(other);
      expect(text.includes('value="nobody"')).toBe(email === "nobody");
    }
    expect(linked.links).toEqual([]);
    expect(linked.app.told.filter((name) => name === "signInFailure")).toHaveLength(3);
  });

  test("no address, from a script, at a form of its own, or for an app with its own page: as without the plugin", async () => {
    const script = { "x-auth-return-redirect": "1", ...asPage };
    const second = Nodemailer({ id: "second", sendVerificationRequest: () => undefined });
    const cases = [
      [appOf(), "nodemailer", script],
      [appOf([second]), "second", asPage],
      [appOf([], { pages: { signIn: "/my-page" } }), "nodemailer", asPage],
    ] as const;
    for (const [{ app }, id, headers] of cases) {
      const user = app.browser();
      const body = new URLSearchParams({ csrfToken: await user.csrfToken(), email: "nobody" });
      const answer = await user.send(`/auth/signin/${id}`, { method: "POST", headers, body });
      const to = answer.status === 200 ? ((await answer.json()) as { url: string }).url : locationOf(answer);
      expect(to).toContain("/auth/error?error=Configuration");
      expect(answer.headers.getSetCookie().join()).not.toContain("typed");
    }
  });

  test("scripts, and apps with a page of their own, get no cookie of what was typed", async () => {
    const { app } = appOf();
    const user = app.browser();
    const csrfToken = await user.csrfToken();
    const script = { "x-auth-return-redirect": "1", ...asPage };
    const fields = { csrfToken, email: ada, password: other };
    const answer = await post(user, fields, script);
    expect(answer.headers.getSetCookie().join()).not.toContain("typed");
    const { app: ownPage } = appOf([], { pages: { signIn: "/my-page" } });
    const visitor = ownPage.browser();
    const own = { ...fields, csrfToken: await visitor.csrfToken() };
    const refused = await post(visitor, own);
    expect(locationOf(refused)).toContain("/my-page");
    expect(refused.headers.getSetCookie().join()).not.toContain("typed");
  });
});

describe("problems stand at their field", () => {
  const cases = [
    ["sign-up", { email: "nobody", password: right, name: "Ada" }, "email"],
    ["sign-up", { email: ada, password: "short", name: "Ada" }, "password"],
    ["forgot", { email: "nobody" }, "email"],
  ] as const;
  test.each(cases)("%s %j", async (path, fields, at) => {
    const { app } = appOf();
    const text = await (await app.browser().form(path, fields)).text();
    expect(text).toMatch(new RegExp(`<p class="wrong" id="password-${at}-wrong" role="alert">`));
    expect(count(text, 'aria-invalid="true"')).toBe(1);
    expect(text).toMatch(new RegExp(`id="password-${at}"[^>]*aria-describedby="[^"]*password-${at}-wrong`));
    expect(text).not.toContain('class="error"');
    for (const [name, value] of Object.entries(fields))
      expect(text.includes(`value="${value}"`), name).toBe(name !== "password");
  });

  test("change: the current password", async () => {
    const { app } = appOf();
    const user = await app.withUser();
    const text = await (await user.form("change", { current: other, password: right })).text();
    expect(text).toContain('id="password-current-wrong" role="alert"');
  });

  test("reset: the new password", async () => {
    const { app } = appOf();
    const user = await app.withUser();
    const token = await user.askReset();
    const text = await (await user.form("reset", { token, password: "short" })).text();
    expect(text).toContain('id="password-password-wrong" role="alert"');
  });

  test("what belongs to no field stands above them", async () => {
    const { app } = appOf([], { options: { challenge: () => false, sendMail: () => undefined } });
    const text = await (await app.browser().form("forgot", { email: ada })).text();
    expect(text).toContain('<div class="error" role="alert">');
    expect(text).not.toContain('aria-invalid="true"');
  });
});

describe("in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await launchBrowser()));
  afterAll(() => browser?.close());

  const closing: (() => unknown)[] = [];
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

  /** The sign-in page of the app behind a server, in a window of its own. */
  async function open({ app }: Linked, options: BrowserContextOptions = {}) {
    const server = createServer((req, res) => void auth.handler(req, res));
    await new Promise<void>((resolve) => void server.listen(0, "localhost", resolve));
    const host = `localhost:${(server.address() as AddressInfo).port}`;
    const auth = createAuth({ ...app.config, basePath: "/auth", trustHost: [host] });
    const context = await browser.newContext(options);
    context.setDefaultTimeout(8000);
    closing.push(
      () => context.close(),
      () => void server.close().closeAllConnections(),
    );
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(`http://${host}/auth/signin`);
    return { page, problems };
  }

  const namesOf = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll("button[type=submit]")].map((each) => each.textContent.trim()),
    );

  test.each([
    ["with JavaScript", true],
    ["without JavaScript", false],
  ])("%s: a wrong password, the right one, and a link", async (_name, javaScriptEnabled) => {
    const linked = appOf();
    await linked.app.withUser();
    const { page } = await open(linked, { javaScriptEnabled });
    await page.fill("[name=email]", ada);
    await page.fill("[name=password]", other);
    // Enter is the first button.
    await page.press("[name=password]", "Enter");
    await page.waitForSelector("#wrong-sign-in");
    expect(await page.inputValue("[name=email]")).toBe(ada);
    expect(await page.inputValue("[name=password]")).toBe("");
    expect(await page.locator("[name=password]:focus").count()).toBe(1);
    if (!javaScriptEnabled) {
      await page.fill("[name=email]", "nobody");
      await page.click("text=Email me a link instead");
      await page.waitForSelector("#wrong-sign-in");
      expect(await page.inputValue("[name=email]:focus")).toBe("nobody");
      await page.fill("[name=email]", ada);
    }
    await page.click("text=Email me a link instead");
    await page.waitForURL(/verify-request/);
    expect(linked.links.map(({ to }) => to)).toEqual([ada]);
    await page.goBack();
    await page.fill("[name=email]", ada);
    await page.fill("[name=password]", right);
    await page.click("button.primary");
    await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  });

  test("a link is asked for with an address alone, and the pressed button is busy", async () => {
    const linked = appOf();
    const { page } = await open(linked);
    await page.click("text=Email me a link instead");
    expect(await page.evaluate(() => document.querySelector("input:invalid")?.getAttribute("name"))).toBe(
      "email",
    );
    expect(linked.links).toEqual([]);
    await page.fill("[name=email]", "bob@example.com");
    await page.evaluate(() => addEventListener("submit", (event) => event.preventDefault()));
    await page.click("text=Email me a link instead");
    const busy = page.locator("[aria-busy]");
    expect(await busy.allInnerTexts()).toEqual(["Email me a link instead"]);
  });

  test("a user name shows no button for links, an address does", async () => {
    const options = { userNames: "optional", sendMail: () => undefined } as const;
    const linked = appOf([], { options });
    const { page } = await open(linked);
    const link = page.locator("text=Email me a link instead");
    expect(await link.isVisible()).toBe(true);
    await page.fill("[name=email]", "ada");
    expect(await link.isVisible()).toBe(false);
    await page.fill("[name=email]", ada);
    expect(await link.isVisible()).toBe(true);
  });

  test("a passkey that may be new is asked for with the address of the one field", async () => {
    const linked = appOf([Passkey({ allowSignUp: true, enableConditionalUI: false })]);
    const { page } = await open(linked);
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    await page.fill("[name=email]", "new@example.com");
    await page.click("text=Sign in with a passkey");
    await expect
      .poll(() => asked.find((url) => url.includes("webauthn-options")))
      .toContain("new%40example.com");
  });

  test.each<[string, BrowserContextOptions]>([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: { width: 320, height: 640 } }],
    ["Arabic", { locale: "ar" }],
  ])("%s: within the window, and clean for axe", async (name, options) => {
    const linked = appOf([Passkey()], { adapter: MemoryAdapter(), messages: [ar] });
    const { page, problems } = await open(linked, options);
    await page.fill("[name=email]", ada);
    await page.fill("[name=password]", other);
    await page.press("[name=password]", "Enter");
    await page.waitForSelector("#wrong-sign-in");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(name === "Arabic" ? "rtl" : "");
    expect((await namesOf(page)).length).toBe(4);
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string }[] }> };
      };
      return (await checker.run()).violations.map(({ id }) => id);
    });
    expect(found).toEqual([]);
    expect(problems.filter((problem) => !/status of \d{3}/.test(problem))).toEqual([]);
    if (process.env["AUTHWRIGHT_SHOW"] !== undefined)
      await page.screenshot({ path: `${process.env["AUTHWRIGHT_SHOW"]}/${name}.png`, fullPage: true });
  });
});
