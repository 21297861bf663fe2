/** `theme.logo`: what a page shows of it, and a mail; in Chromium, with an SVG that means harm. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInText } from "../../src/runtime/mail/mail-body.js";
import { droppedValues } from "../../src/runtime/settings/dropped-values.js";
import { origin } from "../support/browser.js";
import { openExhibit } from "./gallery.js";
import { launchBrowser } from "../support/chromium.js";

const hostile = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" onload="top.document.title='owned'">
  <script>top.document.title = "owned"; fetch("https://evil.test/script"); alert(1)</script>
  <style>@import url(https://evil.test/style); rect { fill: url(https://evil.test/fill#a) }</style>
  <rect width="80" height="40"/>
  <image href="https://evil.test/image" width="9" height="9"/>
  <use href="https://evil.test/use#a"/>
  <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.test/frame"/></foreignObject>
</svg>`;

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

/** Opens a page with a logo. @returns what was asked for, and what the page made of it */
async function look(logo: string, address = `${origin}/auth/signin`) {
  const exhibit = { path: "signin", config: { theme: { name: "Lantern", logo } } };
  const { page, context, problems } = await openExhibit(browser, exhibit);
  const asked: string[] = [];
  const dialogs: string[] = [];
  try {
    await context.route("**/logo.svg", (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: hostile }),
    );
    page.on("request", (request) => void asked.push(request.url()));
    page.on("dialog", (dialog) => void (dialogs.push(dialog.message()), dialog.dismiss()));
    const before = problems.length;
    await page.goto(address);
    await page.waitForTimeout(300);
    const image = page.locator("img.logo");
    return {
      asked: asked.filter((url) => !url.startsWith("data:")),
      dialogs,
      title: await page.title(),
      problems: problems.slice(before),
      width:
        (await image.count()) === 0 ? 0 : await image.evaluate((each: HTMLImageElement) => each.naturalWidth),
      alt: (await image.count()) === 0 ? undefined : await image.getAttribute("alt"),
    };
  } finally {
    await context.close();
  }
}

describe("an SVG with scripts", () => {
  const quiet = { dialogs: [], title: "Sign in · Lantern", problems: [], width: 80, alt: "Lantern" };

  test("as a file: it is shown, nothing of it runs, and it asks for nothing", async () => {
    const { asked, ...seen } = await look("/logo.svg");
    expect(seen).toEqual(quiet);
    expect(asked).toEqual([`${origin}/auth/signin`, `${origin}/logo.svg`]);
  });

  test("as data: the same", async () => {
    const { asked, ...seen } = await look(`data:image/svg+xml,${encodeURIComponent(hostile)}`);
    expect(seen).toEqual(quiet);
    expect(asked).toEqual([`${origin}/auth/signin`]);
  });

  test("as a page of its own it would have run", async () => {
    const { asked, dialogs } = await look("/logo.svg", `${origin}/logo.svg`);
    expect(dialogs).toEqual(["1"]);
    expect(asked).toContain("https://evil.test/script");
  });
});

describe("what is no image", () => {
  test.each([
    "javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "/\t/evil.test/logo.png",
    "//evil.test/logo.png",
    "/\\evil.test/logo.png",
  ])("%j is left out of pages and mails, and the log says so", async (logo) => {
    expect(await look(logo)).toMatchObject({ asked: [`${origin}/auth/signin`], alt: undefined });
    expect(mailOf(logo)).not.toContain("<img");
    expect(droppedValues({ logo }, [])).toEqual([
      expect.stringMatching(/^theme\.logo isn't an http\(s\) URL/),
    ]);
  });

  test("a value that ends its attribute does not", () => {
    expect(mailOf('/a.png" onerror="alert(1)')).toContain(
      'src="https://app.example.com/a.png%22%20onerror=%22alert(1)"',
    );
  });
});

const mailOf = (logo: string, url = "https://app.example.com/auth/callback/x?token=t") =>
  signInText({ identifier: "a@example.com", url, provider: {}, theme: { name: "<Lantern>", logo } }).html;

describe("mails", () => {
  test.each([
    ["https://cdn.example.com/logo.png", "https://cdn.example.com/logo.png"],
    ["/logo.png?v=1&w=2", "https://app.example.com/logo.png?v=1&amp;w=2"],
  ])("%s is shown, with the name where images are not", (logo, src) => {
    expect(mailOf(logo)).toContain(`src="${src}"`);
    expect(mailOf(logo)).toContain('alt="&lt;Lantern&gt;"');
  });

  test("in development a path leads to the app", () =>
    expect(mailOf("/logo.png", "http://localhost:3000/auth/x")).toContain(
      'src="http://localhost:3000/logo.png"',
    ));

  test.each([
    "http://cdn.example.com/logo.png",
    "data:image/png;base64,AAAA",
    "/logo.svg",
    "https://cdn.example.com/LOGO.SVG?v=1",
  ])("%s is left out: programs that show mails would not show it", (logo) =>
    expect(mailOf(logo)).not.toContain("<img"),
  );
});
