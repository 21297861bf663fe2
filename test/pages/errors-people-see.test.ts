/**
 * Every error that somebody who signs in can meet, provoked in Chromium by what `auth dev` and the browser can do. What
 * the page says then, and that its button leads on, makes docs/guides/errors-people-see.md.
 *
 * AUTHWRIGHT_WRITE=1 npx vitest run test/pages/errors-people-see.test.ts writes that page.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../src/commands/dev/server/index.js";
import Credentials from "../../src/providers/credentials.js";
import GitHub from "../../src/providers/github.js";
import Google from "../../src/providers/google.js";
import Nodemailer from "../../src/providers/nodemailer.js";
import Passkey from "../../src/providers/passkey.js";
import { ExpressAuth } from "../../src/runtime/integrations/express.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { plugInDevice } from "../support/authenticator.js";
import { expresses, listen, type Running } from "../support/app.js";
import { launchBrowser } from "../support/chromium.js";
import { MemoryStore } from "../support/memory-store.js";

const target = new URL("../../docs/guides/errors-people-see.md", import.meta.url);
const rows: string[] = [];
const links: string[] = [];

let idp: IdentityProvider;
let browser: Browser;
let app: Running;
let page: Page;
let store: MemoryStore;
let isDown: boolean;

/** The store, until it is down. */
function adapter(): Required<NonNullable<AuthConfig["adapter"]>> {
  const calls = Object.entries(store.adapter).map(([name, call]) => [
    name,
    (...args: never[]) => {
      if (isDown) throw new Error("The store is down");
      return (call as (...given: never[]) => unknown)(...args);
    },
  ]);
  return Object.fromEntries(calls);
}

async function start(changes: Partial<AuthConfig> = {}): Promise<Running> {
  const server = expresses[5]();
  const config: AuthConfig = {
    secret: "test-secret-test-secret-test-secret-000",
    theme: { name: "Shop" },
    adapter: adapter(),
    session: { strategy: "jwt" },
    throttle: { credentials: { perIdentifier: 1 } },
    experimental: { enableWebAuthn: true },
    callbacks: { signIn: ({ user }) => user.email !== "zoya.kim@example.com" },
    providers: [
      GitHub,
      Google,
      Nodemailer({ server: "smtp://127.0.0.1:9", from: "shop@example.com" }),
      Credentials({
        credentials: { name: { label: "Name" }, password: { label: "Password", type: "password" } },
        authorize: () => null,
      }),
      Passkey({ enableConditionalUI: false, allowSignUp: true }),
    ],
    logger: { error: () => undefined, warn: () => undefined },
    ...changes,
  };
  server.use("/auth", ExpressAuth(config));
  server.get("/", (_req, res) => void res.send("home"));
  return listen(server);
}

beforeAll(async () => {
  [idp, browser] = await Promise.all([
    startIdentityProvider({ onMail: ({ url }) => void links.push(url) }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await idp?.close();
});
beforeEach(async () => {
  vi.stubEnv("NODE_ENV", "development");
  vi.stubEnv("AUTH_DEV_IDP", idp.url);
  store = new MemoryStore();
  isDown = false;
  links.length = 0;
  app = await start();
  page = await (await browser.newContext()).newPage();
});
afterEach(async () => {
  await page.context().close();
  await app.close();
  vi.unstubAllEnvs();
});

const open = (path = "signin") => page.goto(`${app.origin}/auth/${path}`);
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const picker = () => page.waitForURL(({ origin }) => origin === new URL(idp.url).origin);

/** To the page on which one chooses who to be. */
async function goTo(provider: string): Promise<void> {
  await open();
  await press(`Sign in with ${provider}`);
  await picker();
}

/** Somebody of `auth dev`, in whose sign-in something may go wrong. */
async function choose(person: string, fault = ""): Promise<void> {
  await page.locator("details").evaluate((details: HTMLDetailsElement) => (details.open = true));
  await page.locator("select[name=fault]").selectOption(fault);
  await page.locator(`button[name=person][value=${person}]`).click();
  await page.waitForURL(({ origin }) => origin === app.origin);
}

async function askForMail(address: string): Promise<void> {
  await open();
  await page.getByLabel("Email").first().fill(address);
  await press("Send me a sign-in link");
  await page.waitForLoadState();
}

async function signInByMail(address: string): Promise<void> {
  await askForMail(address);
  await expect.poll(() => links.length).toBeGreaterThan(0);
  await page.goto(links[0] ?? "");
}

/** What stands on the page; the row of the table is made of nothing else. */
async function read(): Promise<{ heading: string; text: string }> {
  const heading = (await page.locator("h1").textContent()) ?? "";
  const text = (await page.getByRole("alert").filter({ visible: true }).textContent()) ?? "";
  return { heading: heading.trim(), text: text.trim() };
}

interface WayOn {
  /** The button, or link, that goes on. */
  readonly press: string;
  /** Where it leads. */
  readonly leadsTo: "the provider" | "the sign-in page" | "nowhere yet";
}

async function expectRow(what: string, code: string, wayOn: WayOn): Promise<void> {
  const { heading, text } = await read();
  const title = heading.startsWith("Sign in to") ? "" : `**${heading}.** `;
  rows.push(`| ${what} | ${title}${text} | ${wayOn.press} | ${code} |`);
  const query = new URL(page.url()).searchParams;
  if (code !== "") expect(`\`${query.get("error")}\``).toBe(code);
  expect(`${heading} ${text}`).not.toMatch(/\bserver\b|\blogs?\b|configur/i);
  const button = page
    .getByRole("button", { name: wayOn.press, exact: true })
    .or(page.getByRole("link", { name: wayOn.press, exact: true }));
  expect(await button.first().isVisible()).toBe(true);
  if (wayOn.leadsTo === "nowhere yet") return;
  await button.first().click();
  if (wayOn.leadsTo === "the provider") await picker();
  else await page.waitForURL(({ pathname }) => pathname === "/auth/signin");
}

const again: WayOn = { press: "Try again with GitHub", leadsTo: "the provider" };
const byGitHub: WayOn = { press: "Sign in with GitHub", leadsTo: "the provider" };
const another: WayOn = { press: "Sign in another way", leadsTo: "the sign-in page" };
const anew: WayOn = { press: "Try again", leadsTo: "the sign-in page" };

describe("with a provider", () => {
  test("D4: cancelled", async () => {
    await goTo("GitHub");
    await page.locator("button[name=deny]").click();
    await page.waitForURL(({ pathname }) => pathname === "/auth/signin");
    await expectRow("Somebody cancels at the provider", "`OAuthCallbackError`", byGitHub);
  });

  test("refused by the provider", async () => {
    await goTo("GitHub");
    const state = new URL(page.url()).searchParams.get("state") ?? "";
    await open(`callback/github?${new URLSearchParams({ error: "server_error", state })}`);
    await expectRow("The provider refuses for a reason of its own", "`OAuthCallbackError`", byGitHub);
  });

  test("D4: slow", async () => {
    await goTo("GitHub");
    await choose("mira", "slow");
    await expectRow("The provider does not answer within 10 seconds", "`Configuration`", again);
  });

  test.each([
    ["GitHub", "error-200", "The provider answers with an error", "Try again with GitHub"],
    [
      "Google",
      "bad-signature",
      "The provider's answer is not genuine, or has expired",
      "Try again with Google",
    ],
  ])("D4: %s: %s", async (name, fault, what, press_) => {
    await goTo(name);
    await choose("mira", fault);
    await expectRow(what, "`Configuration`", { press: press_, leadsTo: "the provider" });
  });

  test("D4: down before it began", async () => {
    const dead = await startIdentityProvider();
    await dead.close();
    vi.stubEnv("AUTH_DEV_IDP", dead.url);
    await app.close();
    app = await start();
    await open();
    await press("Sign in with Google");
    await page.waitForURL(({ pathname }) => pathname === "/auth/error");
    await expectRow("The provider cannot be reached", "`Configuration`", another);
  });

  test("D4: the browser has lost what it kept of the sign-in", async () => {
    await goTo("GitHub");
    await page.context().clearCookies();
    await choose("mira");
    await expectRow(
      "Cookies are blocked, or the sign-in took more than 15 minutes, or began in another browser",
      "`Configuration`",
      again,
    );
  });

  test("D4: a sign-in that comes back twice", async () => {
    await goTo("GitHub");
    let callback = "";
    page.on("request", (request) => {
      if (request.url().includes("/auth/callback/")) callback = request.url();
    });
    await choose("mira");
    await page.goto(callback);
    // Whoever is signed in goes on to the app.
    expect(new URL(page.url()).pathname).not.toContain("/auth/");
    await page.context().clearCookies();
    await page.goto(callback);
    await expectRow(
      "Somebody who has signed out goes back to a sign-in that is finished",
      "`Configuration`",
      again,
    );
  });

  test("denied", async () => {
    await goTo("GitHub");
    await choose("zoya");
    await expectRow("Your `signIn` callback says no", "`AccessDenied`", another);
  });
});

describe("linking", () => {
  test("not linked: the address belongs to somebody who signs in another way", async () => {
    await signInByMail("mira.osei@example.com");
    await page.context().clearCookies();
    await goTo("GitHub");
    await choose("mira");
    await expectRow(
      "The address of the account belongs to a user who signs in another way",
      "`OAuthAccountNotLinked`",
      {
        press: "Send me a sign-in link",
        leadsTo: "nowhere yet",
      },
    );
  });

  test("D7: belongs to another user, while signed in", async () => {
    await goTo("GitHub");
    await choose("mira");
    await page.context().clearCookies();
    await signInByMail("ann@example.com");
    await goTo("GitHub");
    await choose("mira");
    expect(await page.locator("main").textContent()).toContain("You are signed in as ann@example.com");
    await expectRow("Somebody adds an account that belongs to another user", "`OAuthAccountNotLinked`", {
      press: "Continue",
      leadsTo: "nowhere yet",
    });
    await page.getByRole("link", { name: "Continue" }).click();
    expect(await (await page.request.get(`${app.origin}/auth/session`)).json()).toMatchObject({
      user: { email: "ann@example.com" },
    });
  });
});

describe("with a mail", () => {
  test("a link that was used", async () => {
    await signInByMail("ann@example.com");
    await page.goto(links[0] ?? "");
    await expectRow("A link was used already, or is too old", "`Verification`", {
      press: "Send a new link",
      leadsTo: "the sign-in page",
    });
  });

  test("an address that is none", async () => {
    await open();
    await page.locator("form").evaluateAll((forms) => {
      for (const form of forms as HTMLFormElement[]) form.noValidate = true;
    });
    await page.getByLabel("Email").first().fill("ann@@example");
    await press("Send me a sign-in link");
    await page.waitForURL(({ pathname }) => pathname === "/auth/error");
    await expectRow("The address is none", "`Configuration`", anew);
  });

  test("the mail cannot be sent", async () => {
    vi.stubEnv("AUTH_DEV_IDP", "");
    await app.close();
    const lost = () => Promise.reject(new Error("No route to the mail server"));
    app = await start({ providers: [Nodemailer({ sendVerificationRequest: lost })] });
    await askForMail("ann@example.com");
    await expectRow("The mail cannot be sent", "`Configuration`", anew);
  });
});

describe("with a password", () => {
  const tryOnce = async () => {
    await open();
    await page.getByLabel("Name").fill("ann");
    await page.getByLabel("Password").first().fill("wrong");
    await press("Sign in");
    await page.waitForLoadState();
  };

  test("wrong, and too often", async () => {
    await tryOnce();
    await expectRow("The password is wrong", "`CredentialsSignin`", {
      press: "Sign in",
      leadsTo: "nowhere yet",
    });
    await tryOnce();
    const { text } = await read();
    expect(text).toBe("Wait 15 minutes and try again.");
    await expectRow("Too many tries (status 429)", "", {
      press: "Back to signing in",
      leadsTo: "the sign-in page",
    });
  });
});

describe("with a passkey", () => {
  const usePasskey = async (address: string) => {
    await open("signin?callbackUrl=/");
    await page.getByLabel("Email").last().fill(address);
    await press("Sign in with a passkey");
  };

  test("none on this device", async () => {
    const elsewhere = new MemoryStore();
    await plugInDevice(page);
    await usePasskey("ann@example.com");
    await page.waitForURL(`${app.origin}/`);
    await page.context().clearCookies();
    // Another device: the address has a passkey, this authenticator does not.
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.disable");
    await plugInDevice(page);
    await usePasskey("");
    await page.getByRole("alert").filter({ hasText: "No passkey was used" }).waitFor();
    expect(elsewhere.users.size).toBe(0);
    await expectRow("The device has no passkey for the app, or somebody cancels", "", {
      press: "Sign in with a passkey",
      leadsTo: "nowhere yet",
    });
  });

  test("not known to the app", async () => {
    await plugInDevice(page);
    await usePasskey("ann@example.com");
    await page.waitForURL(`${app.origin}/`);
    await page.context().clearCookies();
    store.authenticators.length = 0;
    await usePasskey("");
    await page.waitForURL(({ pathname }) => pathname === "/auth/error");
    await expectRow("The passkey was removed from the account", "`Configuration`", another);
  });
});

describe("of the app", () => {
  test("the store is down", async () => {
    await goTo("GitHub");
    isDown = true;
    await choose("mira");
    await expectRow("Your store is down", "`Configuration`", anew);
  });

  test("a form that was open for too long", async () => {
    await open();
    await page.context().clearCookies();
    await press("Sign in with GitHub");
    await page.waitForURL(({ pathname }) => pathname === "/auth/signin");
    await expectRow("A form was open for too long, or cookies are blocked", "`MissingCSRF`", byGitHub);
  });

  test("a page that wants somebody signed in", async () => {
    await open("signin?error=SessionRequired");
    await expectRow("A page needs a session", "`SessionRequired`", byGitHub);
  });

  test("D4: a configuration that does not work", async () => {
    await open("error?error=Configuration");
    await expectRow(
      "The configuration is wrong, or your code threw an error: the log has it",
      "`Configuration`",
      anew,
    );
  });
});

test("docs/guides/errors-people-see.md lists what was seen", () => {
  const text = `# What people see when it fails

Made by \`test/pages/errors-people-see.test.ts\`, which provokes each of these in Chromium under \`auth dev\` and presses the button. Provider and app are GitHub or Google, and "Shop" (\`theme.name\`).

| what happened | the page says | and offers | \`error=\` |
|---|---|---|---|
${rows.join("\n")}

The code in the address says what it has always said, and programs get nothing else. Where one code stands for several things, the built-in pages are told which by two more parameters, \`auth_reason\` and \`auth_provider\`. They come only where a browser says that it shows the page, with values of closed lists. A page of your own (\`pages.error\`, \`pages.signIn\`) gets \`error\` alone, as before. What really happened is in [the log](logging.md); [symptoms and causes](when-it-fails.md).
`;
  if (process.env["AUTHWRIGHT_WRITE"] === "1") writeFileSync(target, text);
  expect(readFileSync(target, "utf8")).toBe(text);
});
