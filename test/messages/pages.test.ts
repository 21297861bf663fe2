/** Every page and mail in every language: nothing English is left. */
import { describe, expect, test } from "vitest";
import Resend from "../../src/providers/resend.js";
import { signInMail } from "../../src/runtime/mail/mail-body.js";
import { refuse } from "../../src/runtime/server-functions/refusal.js";
import { resolveConfig } from "../../src/runtime/settings/resolve-config.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import type { CompleteMessages } from "../../src/runtime/messages/index.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { coreApp, origin } from "../support/browser.js";
import { ada, right } from "../plugins/password/drive.js";
import { houseOf } from "../plugins/together/house.js";
import { coreConfig, corePaths } from "./core-pages.js";
import { english, fragmentsOf, translations } from "./languages.js";
import { visitOffice } from "./office-pages.js";
import { Speaker, visitPluginPages, type Visitor } from "./plugin-pages.js";

const decoded = (html: string): string =>
  html
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** What a page or a mail shows, says aloud, or says later by its scripts; white space as one blank. */
const shownOf = (html: string): string[] =>
  [
    ...html
      .replaceAll(/<style[\s\S]*?<\/style>/g, "")
      .replaceAll(/<[^>]*>/g, "\u0000")
      .split("\u0000"),
    ...[...html.matchAll(/(?:aria-label|aria-description|data-or)="([^"]*)"/g)].map(([, text]) => text!),
    ...[...html.matchAll(/const texts=(\[.*?\]);/g)].flatMap(([, list]) => JSON.parse(list!) as string[]),
  ]
    .map((text) => decoded(text).replaceAll(/\s+/g, " ").trim())
    .filter((text) => text !== "" && !text.startsWith("const "));

function leftInEnglish(html: string, language: CompleteMessages): string[] {
  const own = fragmentsOf(language);
  const foreign = [...fragmentsOf(english)].filter((fragment) => !own.has(fragment));
  const shown = shownOf(html);
  return foreign.filter((fragment) =>
    shown.some(
      (text) =>
        text === fragment || (/\w \w/.test(fragment) && fragment.length > 8 && text.includes(fragment)),
    ),
  );
}

function expectIn(language: CompleteMessages, html: string, at: string): void {
  expect(html, at).toContain(`<html lang="${language.locale}" dir="${language.direction}">`);
  expect(leftInEnglish(html, language), at).toEqual([]);
  expect(html.replaceAll(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, ""), at).not.toMatch(
    /\{\w+\}/,
  );
}

describe.each(translations.map((language) => [language.locale, language] as const))(
  "%s",
  (locale, language) => {
    test("the pages of the core", async () => {
      for (const config of [coreConfig(language), coreConfig(language, { theme: {}, providers: [] })]) {
        const app = coreApp(config);
        for (const path of corePaths) {
          if (config.providers.length === 0 && path.includes("resend")) continue;
          const headers = {
            "accept-language": locale,
            "sec-fetch-dest": "document",
            cookie: "authjs.last-provider=github",
          };
          const response = await app(new Request(`${origin}/auth/${path}`, { headers }));
          expectIn(language, await response.text(), path);
        }
      }
    });

    test("the pages of a guard that refuses", async () => {
      const resolved = resolveConfig(coreConfig(language));
      const header = (name: string) => (name === "accept-language" ? locale : null);
      for (const refusal of ["forbidden", "unavailable"] as const) {
        const answer = await refuse(
          refusal,
          { method: "GET", target: "/admin", header },
          { resolved, site: siteAt(resolved, origin) },
        );
        expectIn(language, String((answer as { body?: unknown }).body), refusal);
      }
    });

    test("what a script is told to show", async () => {
      const app = houseOf({ strategy: "jwt" });
      app.config.messages = [language];
      const { body } = await new Speaker(app, locale).json("sign-up", { email: "none", password: right });
      expect(body["message"]).toBe(language.password?.badEmail);
    });

    const reader: Visitor = {
      page: (html, at) => expectIn(language, html, at),
      mail({ html, subject, text }) {
        expectIn(language, html, subject);
        expect(leftInEnglish(`${subject}<br>${text.replaceAll("\n", "<br>")}`, language)).toEqual([]);
      },
    };

    test("the pages and mails of the plugins", async () => {
      await expect(visitPluginPages(language, reader)).resolves.toBeUndefined();
    });

    test("the pages and mails of the back office", async () => {
      await expect(visitOffice(language, reader)).resolves.toBeUndefined();
    });
  },
);

test.each([false, true])(
  "a sign-in mail is in the language of the request that asked for it, with a code: %s",
  async (code) => {
    const mails: Mail[] = [];
    const provider = Resend({
      apiKey: "k",
      code,
      sendVerificationRequest: async (request) => void mails.push(await signInMail(request)),
    });
    for (const language of [english, ...translations]) {
      const app = houseOf({ strategy: "jwt" });
      app.config.messages = translations;
      app.config.providers = [provider];
      const user = new Speaker(app, language.locale);
      await user.post("/auth/signin/resend", { csrfToken: await user.csrfToken(), email: ada });
      const mail = mails.at(-1)!;
      expect(mail.subject).toBe(language.core.mailSubject.replace("{app}", "localhost:3000"));
      expect(mail.html).toContain(`<html lang="${language.locale}"`);
      expect(mail.text).toContain(code ? language.core.mailCodeClosing : language.core.mailClosing);
      if (language === english) continue;
      expectIn(language, mail.html, language.locale);
      const waiting = await user.send("/auth/verify-request?provider=resend&type=email");
      expectIn(language, await waiting.text(), "verify-request");
      if (!code) continue;
      const wrong = { csrfToken: await user.csrfToken(), code: "0" };
      expectIn(language, await (await user.post("/auth/callback/resend", wrong)).text(), "a wrong code");
    }
  },
);
