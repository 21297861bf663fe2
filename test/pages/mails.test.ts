/**
 * Mails in Chromium: nothing is wider than a telephone, whatever the app is called, and pictures for the documentation.
 *
 * AUTHWRIGHT_WRITE=1 npx vitest run test/pages/mails.test.ts writes the pictures anew: look at each.
 */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInText } from "../../src/runtime/mail/mail-body.js";
import ar from "../../src/runtime/messages/ar.js";
import english from "../../src/runtime/messages/en.js";
import type { Theme } from "../../src/runtime/types/theme.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { projectRoot } from "../architecture/source-tree.js";
import { visitPluginPages } from "../messages/plugin-pages.js";
import { ada, PasswordApp } from "../plugins/password/drive.js";
import { launchBrowser } from "../support/chromium.js";
import { inTurn } from "../support/every-run.js";

const folder = path.join(projectRoot, "docs/pictures");

/** What every picture shows as the logo. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#0f766e"/><path d="M8 9h8l-1 9H9zM10 6h4v3h-4z" fill="#fff"/></svg>`;

const theme: Theme = {
  name: "Lantern",
  logo: "/logo.png",
  brandColor: "#0f766e",
  footer: { terms: "/terms", privacy: "/privacy" },
};

let browser: Browser;
let logo: Buffer;
beforeAll(async () => {
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setContent(drawing);
  logo = await page.locator("svg").screenshot({ omitBackground: true });
  await page.close();
});
afterAll(() => browser?.close());

/** @param isDarkened as by programs that darken mails of one look */
async function open({ html }: Mail, width: number, isDarkened = false): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 320 } });
  await page.route("**/*", (route) => route.fulfill({ contentType: "image/png", body: logo }));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setAutoDarkModeOverride", { enabled: isDarkened });
  await page.setContent(html);
  return page;
}

const callback = "https://lantern.example/auth/callback/resend?token=t";

async function mailsOf(language: typeof english, given: Theme): Promise<Mail[]> {
  const request = { identifier: ada, url: callback, provider: {}, theme: given, language };
  const mails = [signInText(request, "48151623")];
  const more = { theme: given };
  await visitPluginPages(language, { page: () => undefined, mail: (mail) => void mails.push(mail) }, more);
  return mails;
}

/** The name without a blank is the one that makes a mail wide: it comes in both languages. */
const names = [
  ["a long name without a blank", "Lantern".repeat(20)],
  ["a usual name", "Lantern"],
  ["a name from right to left", "\u0641\u0627\u0646\u0648\u0633"],
] as const;

/** In every run the long name, and another one in each language; all in the group `screens`. */
const namesIn = (at: number) => [...names.slice(0, 1), ...inTurn(names.slice(1), at)];

describe.each([english, ar].map((language, at) => [language.locale, language, at] as const))(
  "%s",
  (_locale, language, at) => {
    test.each(namesIn(at))("%s: no mail is wider than 320 px", async (_what, name) => {
      for (const mail of await mailsOf(language, { ...theme, name })) {
        const page = await open(mail, 320);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.close();
        expect(width, mail.subject).toBe(320);
      }
    });
  },
);

const pictures: Readonly<Record<string, () => Promise<Mail>>> = {
  "mail-sign-in": async () => signInText({ identifier: ada, url: callback, provider: {}, theme }, "48151623"),
  async "mail-reset-password"() {
    const app = new PasswordApp({ theme });
    await (await app.withUser()).form("forgot", { email: ada });
    return app.lastMail(ada);
  },
};

describe.each(Object.keys(pictures))("docs/pictures/%s", (name) => {
  test.each(["light", "dark"] as const)(
    "in %s it is there, small, and shown in the guide",
    async (scheme) => {
      const file = path.join(folder, `${name}-${scheme}.png`);
      if (process.env["AUTHWRIGHT_WRITE"] === "1") {
        const page = await open(await pictures[name]!(), 560, scheme === "dark");
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width: 560, height });
        await page.waitForTimeout(300);
        await page.screenshot({ path: file });
        await page.close();
      }
      expect(statSync(file).size).toBeLessThanOrEqual(60_000);
      const guide = readFileSync(path.join(projectRoot, "docs/guides/email.md"), "utf8");
      expect(guide).toContain(`../pictures/${name}-${scheme}.png`);
    },
  );
});
