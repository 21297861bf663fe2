/** Which language a request gets: Accept-Language as browsers, programs and attackers send it. */
import { describe, expect, test } from "vitest";
import { lookUp } from "../../src/runtime/languages/lookup.js";
import de from "../../src/runtime/messages/de.js";
import { defineMessages, type Messages } from "../../src/runtime/messages/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { coreApp, origin, secret } from "../support/browser.js";

const offered = ["en", "de", "fr", "pt", "zh", "zh-Hant", "pt-BR"];

describe("the lookup of RFC 4647", () => {
  test.each([
    ["de", "de"],
    ["DE", "de"],
    ["de-AT", "de"],
    ["de-Latn-DE-1996", "de"],
    ["pt-PT", "pt"],
    ["pt-br", "pt-BR"],
    ["zh-TW", "zh"],
    ["zh-Hant", "zh-Hant"],
    ["zh-Hant-TW", "zh-Hant"],
    ["zh-Hans-CN", "zh"],
    ["de-x-private", "de"],
    ["it, fr;q=0.5", "fr"],
    ["fr;q=0.5, de;q=0.9", "de"],
    ["fr;q=0.9,de;q=0.9", "fr"],
    ["de ; q=0.3 , fr ; q=0.8", "fr"],
    ["de;q=0, fr;q=0.1", "fr"],
    ["de;q=2, fr;q=0.1", "fr"],
    ["de;q=x, fr;q=0.001", "fr"],
    ["*, de;q=0.5", "de"],
    ["de;level=1;q=0.4, fr;q=0.3", "de"],
  ])("%s: %s", (header, expected) => {
    expect(lookUp(header, offered)).toBe(expected);
  });

  test.each([
    "",
    "*",
    "it",
    "d",
    "q=1",
    ";;;,,,",
    "__proto__",
    "constructor",
    "de\u0000",
    "<script>",
    "../de",
    "ſs-de",
    "de_DE",
    "toolonglanguage",
  ])("%j fits nothing", (header) => {
    expect(lookUp(header, offered)).toBeUndefined();
  });

  test("a header of 10 kB costs no time, and what stands first counts", () => {
    const long = `de;q=0.5, ${"a-".repeat(5000)}`;
    const began = performance.now();
    for (let at = 0; at < 100; at += 1) {
      expect(lookUp(long, offered)).toBe("de");
      expect(lookUp(`${"x,".repeat(5000)}de`, offered)).toBeUndefined();
    }
    expect(performance.now() - began).toBeLessThan(500);
  });
});

const errors: Error[] = [];
const warnings: string[] = [];
const configOf = (more: Partial<AuthConfig>): AuthConfig => ({
  secret,
  trustHost: true,
  providers: [],
  messages: [de],
  logger: { error: (error) => void errors.push(error), warn: (text) => void warnings.push(text) },
  ...more,
});
const langOf = async (config: AuthConfig, headers: Record<string, string> = {}, path = "signin") => {
  const app = coreApp(config);
  const response = await app(new Request(`${origin}/auth/${path}`, { headers }));
  expect(response.headers.get("cache-control")).toContain("no-store");
  const text = await response.text();
  return [/<html lang="([^"]+)"/.exec(text)?.[1], /<h1>([^<]*)<\/h1>/.exec(text)?.[1], response.status];
};

describe("the language of a page", () => {
  test("is English without messages, whatever is asked for, and says no direction", async () => {
    const { messages: _none, ...config } = configOf({});
    expect(await langOf(config, { "accept-language": "de" })).toEqual(["en", "Sign in", 200]);
  });

  test("is what Accept-Language says, else English", async () => {
    expect(await langOf(configOf({}), { "accept-language": "de-CH,en;q=0.5" })).toEqual([
      "de",
      "Anmelden",
      200,
    ]);
    expect(await langOf(configOf({}), { "accept-language": "en,de;q=0.5" })).toEqual(["en", "Sign in", 200]);
    expect(await langOf(configOf({}))).toEqual(["en", "Sign in", 200]);
  });

  test("is what locale() says, which sees address and headers", async () => {
    const config = configOf({
      locale: (request) => (request.headers.get("cookie")?.includes("lang=de") ? "de" : "en"),
    });
    expect(await langOf(config, { cookie: "lang=de", "accept-language": "fr" })).toEqual([
      "de",
      "Anmelden",
      200,
    ]);
    expect(await langOf(config, { "accept-language": "de" })).toEqual(["en", "Sign in", 200]);
    const byPath = configOf({ locale: ({ url }) => new URL(url).searchParams.get("lang") ?? "en" });
    expect(await langOf(byPath, {}, "signin?lang=de")).toEqual(["de", "Anmelden", 200]);
  });

  test.each<[string, AuthConfig["locale"]]>([
    [
      "throws",
      () => {
        throw new Error("secret-of-the-app");
      },
    ],
    ["names a language that there is not", () => "fr"],
    ["names none", () => undefined as never],
    ["is asynchronous", (async () => "de") as never],
    ["names a member of every object", () => "__proto__"],
  ])("is English, with one line in the log, where locale() %s", async (_what, locale) => {
    errors.length = 0;
    const config = configOf({ locale });
    expect(await langOf(config, { "accept-language": "de" })).toEqual(["en", "Sign in", 200]);
    expect(await langOf(config, { "accept-language": "de" })).toEqual(["en", "Sign in", 200]);
    expect(errors.map(({ message }) => message)).toEqual([
      "locale() named no language of messages, so texts are English",
    ]);
  });

  test("takes single texts from the app, and English for what a language lacks or spoils", async () => {
    const own = configOf({ messages: [{ ...de, core: { ...de.core, signIn: "Einloggen" } }] });
    expect(await langOf(own, { "accept-language": "de" })).toEqual(["de", "Einloggen", 200]);
    const inEnglish = configOf({ messages: [defineMessages({ locale: "en", core: { signIn: "Log in" } })] });
    expect(await langOf(inEnglish)).toEqual(["en", "Log in", 200]);
    for (const core of [
      undefined,
      null,
      7,
      "text",
      {},
      { signIn: 7 },
      { signIn: "" },
      { signIn: { one: "x" } },
      { signIn: {} },
    ]) {
      const spoilt = configOf({ messages: [{ ...de, core } as unknown as Messages] });
      expect(await langOf(spoilt, { "accept-language": "de" })).toEqual(["de", "Sign in", 200]);
      expect((await langOf(spoilt, { "accept-language": "de" }, "error?error=AccessDenied"))[2]).toBe(403);
    }
  });

  test("a text of a language is text, and no HTML", async () => {
    const config = configOf({
      messages: [{ ...de, core: { ...de.core, signIn: "<img src=x>", show: "</script><b>" } }],
    });
    const request = new Request(`${origin}/auth/signin`, {
      headers: { "accept-language": "de", "sec-fetch-dest": "document" },
    });
    const text = await (await coreApp(config)(request)).text();
    expect(text).not.toContain("<img");
    expect(text).toContain("&lt;img src=x&gt;");
    expect(text).not.toContain("</script><b>");
  });
});

describe("a configuration whose messages are none", () => {
  test.each<[string, unknown, string]>([
    ["with one made by hand behind", [de, { locale: "fr" }], "messages[1] is no language"],
    ["with a tag that is none", [defineMessages({ locale: "de_DE" })], "messages[0] is no language"],
    ["with one language twice", [de, de], 'messages has the locale "de" twice'],
  ])("%s is told, and answered in English", async (_what, messages, expected) => {
    errors.length = 0;
    const found = await langOf(configOf({ messages: messages as readonly Messages[] }), {
      "accept-language": "de",
    });
    expect(found).toEqual(["en", "Signing in did not work", 500]);
    expect(errors[0]?.message).toContain(expected);
  });

  test("made by hand, they are told, and the pages are English", async () => {
    errors.length = 0;
    const messages = [{ locale: "de", core: { signIn: "Anmelden" } }] as unknown as readonly Messages[];
    expect(await langOf(configOf({ messages }), { "accept-language": "de" })).toEqual(["en", "Sign in", 200]);
    expect(warnings).toContain("messages: call defineMessages()");
  });

  test("an empty list is none", async () => {
    expect(await langOf(configOf({ messages: [] }))).toEqual(["en", "Sign in", 200]);
  });
});
