/** `theme.name` is what pages and mails call the app, whatever it is made of. */
import { describe, expect, test } from "vitest";
import { signInText } from "../../src/runtime/mail/mail-body.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import english from "../../src/runtime/messages/en.js";
import { safeName } from "../../src/runtime/pages/safe-values.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { Stage as HeldStage } from "../accounts/stage.js";
import { coreConfig, corePaths } from "../messages/core-pages.js";
import { translations } from "../messages/languages.js";
import { visitPluginPages } from "../messages/plugin-pages.js";
import { coreApp, origin } from "../support/browser.js";
import { House } from "../plugins/together/authenticators.js";

const host = /localhost/;

/** What a page or a mail shows, without its tags, styles and scripts. */
const shown = (html: string): string =>
  html.replaceAll(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<[^>]*>|&#8203;/g, "");

const withoutLink = ({ text, url }: Mail): string => text.replace(url, "");

const theme = { name: "Lantern" };

describe.each([english, ...translations].map((language) => [language.locale, language] as const))(
  "%s",
  (_locale, language) => {
    test("no page of the core names the host", async () => {
      const app = coreApp(coreConfig(language, { theme }));
      for (const path of corePaths) {
        const headers = { "accept-language": language.locale, "sec-fetch-dest": "document" };
        const page = await (await app(new Request(`${origin}/auth/${path}`, { headers }))).text();
        expect(shown(page), path).not.toMatch(host);
        if (path.startsWith("error") && path.includes("Configuration"))
          expect(page).toContain(`<a class="muted" href="${origin}">Lantern</a>`);
      }
    });

    test("no page and no mail of a plugin names the host", async () => {
      const mails: Mail[] = [];
      await visitPluginPages(
        language,
        {
          page: (html, at) => expect(shown(html), at).not.toMatch(host),
          mail: (mail) => void mails.push(mail),
        },
        { theme },
      );
      expect(mails.length).toBeGreaterThan(5);
      for (const mail of mails) {
        expect(mail.subject).toContain("Lantern");
        expect(withoutLink(mail)).toContain("Lantern");
        expect(shown(mail.html)).toContain("Lantern");
        expect(`${mail.subject} ${withoutLink(mail)} ${shown(mail.html)}`).not.toMatch(host);
      }
    });
  },
);

test("without a name it is the host, as ever", async () => {
  const mails: Mail[] = [];
  await visitPluginPages(english, { page: () => undefined, mail: (mail) => void mails.push(mail) });
  expect(mails[0]?.subject).toBe("Confirm your email for localhost:3000");
  expect(mails[0]?.text).toMatch(/^Create your account at localhost:3000:\n/);
  expect(mails[0]?.html).toContain("Create your account at <strong>localhost:3000</strong>");
});

test("the mail about a way to sign in that was there before, and about a change, name the app", async () => {
  const stage = new HeldStage({ adapter: MemoryAdapter(), more: { theme } });
  await stage.oauth();
  await stage.mail();
  await stage.oauth();
  expect(stage.mails[0]).toMatchObject({ subject: "Was it you? OP at Lantern" });
  expect(withoutLink(stage.mails[0]!)).not.toMatch(host);
  const house = await House.open({ strategy: "jwt", more: { theme } });
  await house.come(await house.signedIn(), "eve", "plain");
  const changed = house.mails.at(-1)!;
  expect(changed.subject).toBe("How you sign in at Lantern has changed");
  expect(withoutLink(changed)).not.toMatch(host);
});

describe("names", () => {
  const url = "https://app.example.com/auth/callback/x?token=t";
  const mailOf = (name: string) =>
    signInText({ identifier: "a@example.com", url, provider: {}, theme: { name } });

  test.each([
    ["two lines", "Lantern\r\nBcc: eve", "Lantern Bcc: eve"],
    ["marks that turn the direction", "\u202ELantern\u2066\u200F", "Lantern"],
    ["a control character", "Lan\u0000tern", "Lan tern"],
    ["half a character", "Lantern \uD83C", "Lantern"],
    ["the parts of a text", "{host} $& {app}", "{host} $& {app}"],
  ])("%s", (_what, name, expected) => {
    const mail = mailOf(name);
    expect(mail.subject).toBe(`Sign in to ${expected}`);
    expect(mail.text.split("\n")[0]).toBe(`Sign in to ${expected}:`);
    expect(mail.html).toContain(
      `<bdi style="word-break:break-word"><strong>${expected.replaceAll("&", "&amp;")}</strong></bdi>`,
    );
  });

  test("HTML stays text", () => {
    const { subject, html } = mailOf('<img src=x onerror="alert(1)">');
    expect(subject).toBe('Sign in to <img src=x onerror="alert(1)">');
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    expect(html).not.toContain("<img");
  });

  test("one that looks like a host is no second link", () => {
    const { html } = mailOf("lantern.app, Inc. of St. Mary");
    expect(html).toContain("<strong>lantern<span>&#8203;.app, Inc. of St. Mary</span></strong>");
  });

  test("a long one ends after 80 characters, and never within one", () => {
    for (const start of ["", "x"]) {
      const cut = safeName(`${start}${"🏮".repeat(60)}`);
      expect(cut).toMatch(/^x?(?:🏮)+…$/u);
      expect(cut.length).toBeLessThanOrEqual(81);
      expect(cut.length).toBeGreaterThanOrEqual(80);
      expect(() => encodeURIComponent(cut)).not.toThrow();
    }
  });

  test("nothing that is left of one is none", () => {
    expect(mailOf(" \u200F\n").subject).toBe("Sign in to app.example.com");
  });
});
