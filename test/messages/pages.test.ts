/** Every page and mail in every language: nothing English is left. */
import { describe, expect, test } from "vitest";
import Credentials from "../../src/providers/credentials.js";
import GitHub from "../../src/providers/github.js";
import Google from "../../src/providers/google.js";
import Passkey from "../../src/providers/passkey.js";
import Resend from "../../src/providers/resend.js";
import { signInMail } from "../../src/providers/kit/mail-body.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { refuse } from "../../src/runtime/server-functions/refusal.js";
import { resolveConfig } from "../../src/runtime/settings/resolve-config.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import type { CompleteMessages } from "../../src/runtime/messages/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { coreApp, origin, secret } from "../oauth/drive.js";
import { ada, type PasswordApp, right, User } from "../plugins/password/drive.js";
import { houseOf, withFactor } from "../plugins/together/house.js";
import { english, fragmentsOf, translations } from "./languages.js";

/** A browser that asks for a language. */
class Speaker extends User {
  readonly locale: string;
  constructor(app: PasswordApp, locale: string) {
    super(coreApp(app.config), app);
    this.locale = locale;
  }
  override send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("accept-language", `${this.locale};q=0.9, en;q=0.1`);
    if (!headers.has("x-auth-return-redirect")) headers.set("sec-fetch-dest", "document");
    headers.set("user-agent", "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36");
    return super.send(url, { ...init, headers });
  }
}

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

const client = { clientId: "id", clientSecret: "secret" };
const coreConfig = (language: CompleteMessages, more: Partial<AuthConfig> = {}): AuthConfig => ({
  secret,
  trustHost: true,
  adapter: MemoryAdapter(),
  session: { strategy: "jwt" },
  experimental: { enableWebAuthn: true },
  theme: { name: "Shop" },
  providers: [
    GitHub(client),
    Google(client),
    Resend({ apiKey: "k", confirm: true }),
    Credentials({}),
    Passkey(),
  ],
  messages: [language],
  logger: { error: () => undefined, warn: () => undefined },
  ...more,
});

const codes = [
  "Configuration",
  "AccessDenied",
  "Forbidden",
  "TooManyAttempts",
  "Verification",
  "WebAuthnVerificationError",
  "Nonsense",
];
const reasons = ["expired", "slow", "provider", "address", "mail", "passkey", "store"];
const boxes = [
  "OAuthCallbackError",
  "OAuthAccountNotLinked",
  "AccountNotLinked",
  "EmailSignin",
  "CredentialsSignin",
  "SessionRequired",
  "MissingCSRF",
  "TooManyAttempts",
  "Nonsense",
];
const corePaths = [
  "signin",
  "signout",
  "verify-request?provider=resend&type=email",
  "callback/resend?token=t&email=ann%40example.com",
  ...codes.map((code) => `error?error=${code}`),
  ...reasons.flatMap((reason) => [
    `error?error=Configuration&auth_reason=${reason}`,
    `error?error=Configuration&auth_reason=${reason}&auth_provider=github`,
  ]),
  ...boxes.flatMap((code) => [`signin?error=${code}`, `signin?error=${code}&auth_provider=github`]),
  ...["cancelled", "refused"].map((reason) => `signin?error=OAuthCallbackError&auth_reason=${reason}`),
];

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
          resolved,
          siteAt(resolved, origin),
        );
        expectIn(language, String((answer as { body?: unknown }).body), refusal);
      }
    });

    test("the pages and mails of the plugins", async () => {
      const app = houseOf({ strategy: "database" });
      app.config.messages = [language];
      const user = new Speaker(app, locale);
      const seen = async (answer: Response | Promise<Response>, at: string) => {
        const response = await answer;
        expectIn(language, await response.text(), at);
        return response;
      };
      const mailed = async (to?: string): Promise<Mail> => {
        const mail = await app.lastMail(to);
        expectIn(language, mail.html, mail.subject);
        expect(leftInEnglish(`${mail.subject}<br>${mail.text.replaceAll("\n", "<br>")}`, language)).toEqual(
          [],
        );
        return mail;
      };
      await seen(user.send("/auth/signin"), "sign-in");
      for (const path of ["sign-up", "forgot", "verify?token=x", "reset?token=x", "confirm-address?token=x"])
        await seen(user.page(path), path);
      for (const password of ["short", "aaaaaaaaaaaa", "ada@example.com", "x".repeat(300)])
        await seen(user.form("sign-up", { email: ada, password }), `sign-up ${password.slice(0, 9)}`);
      await seen(user.form("sign-up", { email: "none", password: right }), "sign-up none");
      await seen(user.form("sign-up", { email: ada, password: right }), "sent");
      const token = new URL((await mailed()).url).searchParams.get("token") ?? "";
      await seen(user.page(`verify?token=${token}`), "verify");
      await seen(new Speaker(app, locale).page(`verify?token=${token}`), "verify elsewhere");
      expect((await user.form("verify", { token })).status).toBe(302);
      const { body } = await user.json("sign-up", { email: "none", password: right });
      expect(body["message"]).toBe(language.password.badEmail);

      for (const path of ["change", "address"]) await seen(user.page(path), path);
      await seen(user.form("change", { current: "wrong", password: right }), "wrong");
      await seen(user.form("address", { email: ada, current: right }), "same");
      await seen(user.form("address", { email: "new@example.com", current: right }), "address sent");
      await mailed("new@example.com");
      await mailed(ada);
      await new Speaker(app, locale).form("sign-up", { email: ada, password: right });
      await mailed(ada);
      await seen(user.form("forgot", { email: ada }), "forgot sent");
      const reset = new URL((await mailed(ada)).url).searchParams.get("token") ?? "";
      await seen(user.page(`reset?token=${reset}`), "reset");

      await seen(user.send("/auth/account"), "account");
      await seen(user.send("/auth/account/link?provider=other"), "link");
      await seen(user.post("/auth/account/name", { csrfToken: await user.csrfToken(), name: "" }), "invalid");
      await seen(user.send("/auth/two-factor/manage"), "manage, off");
      await seen(user.send("/auth/two-factor/set-up"), "set-up");
      await withFactor(app);
      await seen(user.send("/auth/two-factor/confirm"), "confirm");
      const again = new Speaker(app, locale);
      expect((await again.signIn(ada, right)).headers.get("location")).toContain("/two-factor");
      await seen(again.send("/auth/two-factor"), "challenge");
      const wrong = await again.post("/auth/two-factor", {
        csrfToken: await again.csrfToken(),
        code: "000000",
      });
      await seen(wrong, "wrong code");
      await again.post("/auth/two-factor", {
        csrfToken: await again.csrfToken(),
        recovery: "AAAAA-AAAAA",
      });
      await seen(again.send("/auth/two-factor/manage"), "manage, on");
      await seen(user.form("reset", { token: reset, password: "another long passphrase" }), "reset done");
      await mailed(ada);
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
      expect(mail.subject).toBe(language.core.mailSubject.replace("{host}", "localhost:3000"));
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
