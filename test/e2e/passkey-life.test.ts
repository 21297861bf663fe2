/**
 * The life of a passkey in Chromium with a virtual authenticator, by built-in pages alone: offered, made, named, used and
 * removed, on four servers, without a line of the app's own.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import Passkey from "../../src/providers/passkey.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Running } from "../support/app.js";
import { type Device, keysOf, plugInDevice } from "../support/authenticator.js";
import { launchBrowser } from "../support/chromium.js";
import { pageServers } from "../support/page-servers.js";
import { addButton, added, livePasskey } from "./passkey-steps.js";

const email = "ada@example.com";
const right = "correct horse battery staple";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

interface Stage {
  readonly app: Running;
  readonly page: Page;
  readonly device: Device;
  /** What the page and the log complain of. */
  readonly problems: string[];
}

/** Somebody who has signed up by a password, with a device that can hold passkeys. */
async function stageOn(server: string, plugins: AuthConfig["plugins"] = [account()]): Promise<Stage> {
  const problems: string[] = [];
  const links: string[] = [];
  const adapter = MemoryAdapter();
  const start = pageServers[server];
  if (start === undefined) throw new Error(`No server ${server}`);
  const app = await start(
    {
      secret: "test-secret-test-secret-test-secret-000",
      adapter,
      session: { strategy: "database" },
      trustHost: ["localhost"],
      providers: [Passkey],
      plugins: [
        password({ sendMail: ({ text }) => void links.push(...text.match(/http\S+/g)!) }),
        ...plugins!,
      ],
      pageAddresses: true,
      theme: { name: "Lantern" },
      logger: {
        error: (error) => void problems.push(error.message),
        warn: (code) => void problems.push(code),
      },
    },
    { isLate: true },
  );
  onTestFinished(() => app.close());
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(`${app.origin}/sign-up`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(right);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect.poll(() => links.length).toBeGreaterThan(0);
  await page.goto(links[0] ?? "");
  await page.getByRole("button").first().click();
  await page.waitForURL(({ pathname }) => pathname === "/");
  return { app, page, device: await plugInDevice(page), problems };
}

describe.each(["Express", "Hono", "SvelteKit", "Nuxt"])("on %s", (server) => {
  test("F-03: a passkey is made, named, used and removed on built-in pages", async () => {
    const { app, page, device, problems } = await stageOn(server);
    await livePasskey(page, app.origin, device);
    expect(problems).toEqual([]);
  });
});

test("F-03: the account page offers a passkey to who has none, until it is dismissed in that browser", async () => {
  const { app, page } = await stageOn("Express");
  const offer = page.getByRole("complementary");
  await page.goto(`${app.origin}/account`);
  expect(await offer.innerText()).toContain("Sign in faster next time");
  await offer.getByRole("button", { name: "Not now" }).click();
  expect(await offer.isVisible()).toBe(false);
  await page.reload();
  await addButton(page).waitFor();
  expect(await offer.isVisible()).toBe(false);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await offer.getByRole("button", { name: "Add a passkey" }).click();
  await added(page).waitFor();
  expect(await offer.count()).toBe(0);
});

test("F-03: without the plugin account the sign-in page has a place to add one", async () => {
  const { app, page, device, problems } = await stageOn("Express", []);
  await page.goto(`${app.origin}/sign-in?add=passkey&callbackUrl=/settings`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await added(page).waitFor();
  expect(await keysOf(device)).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(`${app.origin}/settings`);
  await page.goto(`${app.origin}/sign-in?add=passkey&callbackUrl=/settings`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("alert").filter({ hasText: "a passkey for your account already" }).waitFor();
  expect(problems).toEqual([]);
});

test.each([
  ["without JavaScript", false, "noscript", "Passkeys need JavaScript."],
  ["in a browser without passkeys", true, "[role=alert]", "This browser cannot use passkeys."],
] as const)("F-03: %s a sentence says so, and no button", async (_case, javaScriptEnabled, place, text) => {
  const { app, page } = await stageOn("Express");
  const context = await browser.newContext({ javaScriptEnabled });
  onTestFinished(() => context.close());
  await context.addCookies(await page.context().cookies());
  if (javaScriptEnabled)
    await context.addInitScript(() => void Reflect.deleteProperty(globalThis, "PublicKeyCredential"));
  const other = await context.newPage();
  await other.goto(`${app.origin}/account`);
  const sentence = other.locator(`#passkeys ${place} p`);
  await sentence.waitFor({ timeout: 8000 });
  expect(await sentence.textContent()).toContain(text);
  expect(await addButton(other).isVisible()).toBe(false);
  expect(await other.getByRole("complementary").isVisible()).toBe(false);
});
