/** `theme.footer`: terms and privacy at the end of every page and every mail. */
import { describe, expect, test } from "vitest";
import { signInText } from "../../src/runtime/mail/mail-body.js";
import { droppedValues } from "../../src/runtime/settings/dropped-values.js";
import type { CompleteMessages } from "../../src/runtime/messages/index.js";
import type { Theme } from "../../src/runtime/types/theme.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { coreConfig, corePaths } from "../messages/core-pages.js";
import { english, translations } from "../messages/languages.js";
import { visitPluginPages } from "../messages/plugin-pages.js";
import { coreApp, origin } from "../support/browser.js";

const footer = { terms: "/terms?a=1&b=2", privacy: "https://example.com/privacy" };

const lineIn = ({ core: { terms, privacy } }: CompleteMessages, at = "", style = ""): string =>
  `<a href="${at}/terms?a=1&amp;b=2"${style}>${terms}</a> · <a href="https://example.com/privacy"${style}>${privacy}</a>`;

const url = "https://app.example.com/auth/callback/x?token=t";
const mailOf = (theme: Theme) => signInText({ identifier: "a@example.com", url, provider: {}, theme });

const pageOf = async (theme: Theme, path = "signin", language: CompleteMessages = english) => {
  const headers = { "accept-language": language.locale, "sec-fetch-dest": "document" };
  const app = coreApp(coreConfig(language, { theme }));
  return (await app(new Request(`${origin}/auth/${path}`, { headers }))).text();
};

test.each([english, ...translations].map((language) => [language.locale, language] as const))(
  "%s: both links are on every page and in every mail",
  async (_locale, language) => {
    for (const path of corePaths)
      expect(await pageOf({ footer }, path, language), path).toContain(lineIn(language));
    const mails: Mail[] = [];
    const style = ' style="color:#5b6270"';
    await visitPluginPages(
      language,
      {
        page: (html, at) => expect(html, at).toContain(lineIn(language)),
        mail: (mail) => void mails.push(mail),
      },
      { theme: { footer } },
    );
    expect(mails.length).toBeGreaterThan(5);
    for (const { html, text } of mails) {
      expect(html).toContain(lineIn(language, origin, style));
      const { terms, privacy } = language.core;
      expect(
        text.endsWith(`\n\n${terms}: ${origin}/terms?a=1&b=2\n\n${privacy}: https://example.com/privacy\n`),
      ).toBe(true);
    }
  },
);

describe("one link, or none", () => {
  test("stands alone", async () => {
    const page = await pageOf({ footer: { privacy: "/privacy" } });
    expect(page).toContain('<p class="center small muted"><a href="/privacy">Privacy</a></p>');
    expect(mailOf({ footer: { privacy: "/privacy" } }).text).toMatch(
      /\n\nPrivacy: https:\/\/app\.example\.com\/privacy\n$/,
    );
  });

  test("nothing is written for none", async () => {
    const plain = mailOf({});
    for (const none of [undefined, {}, { terms: "" }, { terms: undefined, privacy: undefined }]) {
      const theme = { footer: none } as Theme;
      expect(mailOf(theme)).toEqual(plain);
      expect(await pageOf(theme)).not.toMatch(/Terms|Privacy/);
    }
  });
});

describe("what is no address is left out, and the log says so", () => {
  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "//evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "terms",
    "https://",
    7,
    ["/terms"],
  ])("%j", async (address) => {
    const theme = { footer: { terms: address, privacy: address } } as never;
    expect(await pageOf(theme)).not.toMatch(/Terms|Privacy/);
    expect(mailOf(theme)).toEqual(mailOf({}));
    expect(droppedValues(theme, [])).toEqual([
      "theme.footer.terms isn't an http(s) URL or an absolute path",
      "theme.footer.privacy isn't an http(s) URL or an absolute path",
    ]);
  });

  test("a value cannot leave its attribute", async () => {
    const terms = '/"><script>alert(1)</script>';
    expect(await pageOf({ footer: { terms } })).toContain(
      '<a href="/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">Terms</a>',
    );
    expect(mailOf({ footer: { terms } }).html).not.toContain("<script");
  });

  test.each(["none", 7, [], null])("a footer of %j is none", async (given) => {
    const theme = { footer: given } as never;
    expect(await pageOf(theme)).not.toMatch(/Terms|Privacy/);
    expect(droppedValues(theme, [])).toEqual([]);
  });
});
