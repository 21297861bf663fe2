/** The code of a mail in a real browser: Chromium asks, a real SMTP server takes the mail, the code is typed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import Nodemailer from "../../src/providers/nodemailer.js";
import { ExpressAuth, getSession } from "../../src/runtime/integrations/express.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { expresses, listen, type Running } from "../support/app.js";
import { launchBrowser } from "../support/chromium.js";
import { MailServer } from "../support/mail-server.js";
import { MemoryStore } from "../support/memory-store.js";

let browser: Browser;
let mailServer: MailServer;
let app: Running;
const errors: string[] = [];

beforeAll(async () => {
  [browser, mailServer] = await Promise.all([launchBrowser(), MailServer.start()]);
  const config: AuthConfig = {
    secret: "test-secret-test-secret-test-secret-000",
    adapter: new MemoryStore().adapter,
    providers: [Nodemailer({ server: mailServer.url, confirm: true, code: true })],
    logger: { error: (error) => void errors.push(error.message), warn: () => undefined },
  };
  const server = expresses[5]();
  server.use("/auth", ExpressAuth(config));
  server.get("/who", (req, res, next) => {
    getSession(req, config).then((session) => res.send(session?.user?.email ?? "nobody"), next);
  });
  app = await listen(server);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
  await mailServer?.close();
});

async function ask(page: Page, address: string): Promise<{ code: string; link: string }> {
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/who`);
  await page.getByLabel("Email").fill(address);
  await page.getByRole("button", { name: "Send me a sign-in link" }).click();
  await page.waitForURL(/verify-request/);
  return newest();
}

/** The page sends a whole code by itself, where it can. */
async function typeCode(page: Page, code: string, hasScript: boolean): Promise<void> {
  const arrived = page.waitForEvent("domcontentloaded");
  await page.getByLabel("Code").fill(code);
  if (!hasScript) await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await arrived;
}

function newest(): { code: string; link: string } {
  const { text = "" } = mailServer.mails.at(-1)!;
  return { code: /^\d{8}$/m.exec(text)![0], link: /https?:\S+/.exec(text)![0] };
}

test.each([true, false])(
  "with JavaScript %s: wrong, a new mail, the old code, the right one",
  async (javaScriptEnabled) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const address = `ada-${javaScriptEnabled}@example.com`;
    const first = await ask(page, address);
    const type = (code: string) => typeCode(page, code, javaScriptEnabled);
    await type(first.code === "00000000" ? "00000001" : "00000000");
    expect(await page.getByRole("alert").textContent()).toContain("not right");

    await page.getByRole("button", { name: "Send a new email" }).click();
    await page.waitForURL(/verify-request/);
    const second = newest();
    expect(second.code).not.toBe(first.code);
    await type(first.code);
    await page.getByRole("alert").waitFor();

    await type(`${second.code.slice(0, 4)} ${second.code.slice(4)}`);
    await page.waitForURL(`${app.origin}/who`);
    expect(await page.textContent("body")).toBe(address);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("authjs.session-token.mail");
    expect(page.url()).not.toContain(second.code);
    await context.close();
  },
);

test("a link opened on another device says so, and signs in there alone", async () => {
  const [first, other] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [page, there] = await Promise.all([first.newPage(), other.newPage()]);
  const { code, link } = await ask(page, "bob@example.com");
  await there.goto(link);
  expect(await there.textContent("body")).toContain("on another device");
  await there.getByRole("button", { name: "Sign in" }).click();
  await there.waitForURL(`${app.origin}/who`);
  expect(await there.textContent("body")).toBe("bob@example.com");
  await typeCode(page, code, true);
  expect(await page.getByRole("alert").textContent()).toContain("no longer works");
  await page.goto(`${app.origin}/who`);
  expect(await page.textContent("body")).toBe("nobody");
  await Promise.all([first.close(), other.close()]);
});
