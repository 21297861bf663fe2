/** What users, providers and clients put into the account page: it is shown as text, and asks nobody for anything. */
import { describe, expect, it, test } from "vitest";
import { initialsOf } from "../../../src/runtime/pages/initials.js";
import arabic from "../../../src/runtime/messages/ar.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { avatar } from "../../../src/runtime/plugins/account/avatar.js";
import { coreApp, Browser, secret } from "../../support/browser.js";
import { exhibitOf, type Person } from "./exhibits.js";

async function pageOf(person: Person, more: Partial<AuthConfig> = {}): Promise<string> {
  const { config, cookies } = await exhibitOf(person, more);
  const browser = new Browser(coreApp({ secret, trustHost: true, ...config } as never));
  for (const [name, value] of Object.entries(cookies ?? {})) browser.cookies.set(name, value);
  const page = await browser.send("/auth/account");
  expect(page.status).toBe(200);
  return page.text();
}

/** Half of a letter. */
const half = /\p{Surrogate}/u;

describe("initials", () => {
  test.each([
    ["Ada Lovelace", "AL"],
    ["  ada   king  lovelace ", "AL"],
    ["Ada", "A"],
    ["ólafur Élan", "ÓÉ"],
    ["e\u0301lan", "E\u0301"],
    ["Ωmega Zorba", "ΩZ"],
    // Scripts without capitals: one letter, and none that is joined to another.
    ["ليلى بنت عبد الله", "ل"],
    ["משה כהן", "מ"],
    ["山田 太郎", "山"],
    ["नमस्ते दुनिया", "न"],
    ["\u{1D4D0}\u{1D4D1} Ada", "\u{1D4D0}"],
    ["😀 Ada Lovelace 🎉", "AL"],
    ["(Dr.) Ada", "DA"],
    ["\u202eAda\u2066 Byron", "AB"],
    ["\uD83D Ada", "A"],
    ["Ada \uDE00yron", "AY"],
    ["7 of 9", "7"],
    ["<b>Ada</b>", "B"],
    ["😀", ""],
    ["", ""],
  ])("of %j are %j", (name, initials) => {
    const found = initialsOf(name);
    expect(found).toBe(initials);
    expect(found).not.toMatch(half);
  });

  it("of a name that is cut in the middle of a letter are whole", () => {
    expect(initialsOf(`${"a".repeat(198)} ${"\u{1D4D0}".repeat(9)}`)).not.toMatch(half);
  });
});

describe("a picture", () => {
  const of = (image: string | null) => avatar({ name: "Ada", email: null, image }).text;

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    " https://a.example/x",
    "http://a.example/x.png",
    "/auth/signout",
    "//a.example/x.png",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://a.example/1",
    "https://",
    "",
    `data:image/png;base64,${"A".repeat(100_001)}`,
  ])("of the address %.60s is none", (image) => {
    expect(of(image)).not.toContain("<img");
    expect(of(image)).toContain("<span>A</span>");
  });

  test.each(["https://a.example/x.png?a=1&b=2", "data:image/png;base64,AAAA"])("of %s is shown", (image) => {
    const shown = of(image);
    expect(shown).toContain(`src="${image.replaceAll("&", "&amp;")}"`);
    expect(shown).toContain('referrerpolicy="no-referrer"');
    // It lies over the initials, which stay where it does not load.
    expect(shown).toContain("<span>A</span>");
  });

  it("ends no attribute", () => {
    expect(of('data:image/png,"onerror="alert(1)')).not.toMatch(/"onerror/);
  });
});

describe("the page", () => {
  it("shows 40 sessions, the open one and the next ones first, and 12 accounts", async () => {
    const page = await pageOf({
      sessions: Array.from({ length: 40 }, () => "Chrome on Windows"),
      accounts: Array.from({ length: 12 }, () => "github"),
    });
    expect(page.match(/last seen/g)).toHaveLength(40);
    const [atOnce = "", rest = ""] = page.split("Show more (34)");
    expect([atOnce.match(/last seen/g)?.length, rest.match(/last seen/g)?.length]).toEqual([6, 34]);
    expect(atOnce).toContain("(this session)");
    expect(page.match(/aria-label="Unlink GitHub"/g)).toHaveLength(12);
  });

  it("shows marks in names, addresses, devices and names of passkeys as text, each in a bdi", async () => {
    const mark = '"><img src=x onerror=alert(1)>';
    const page = await pageOf({
      name: `name${mark}`,
      email: `email${mark}@example.com`,
      sessions: ["Chrome on Windows", `Bot${mark} on <script>`],
      passkeys: [`key${mark}`],
    });
    expect(page).not.toMatch(/<img src=x|<script>/);
    for (const each of ["name", "email", "Bot", "key"])
      expect(page).toMatch(new RegExp(`<bdi\\s*>${each}&quot;&gt;&lt;img`));
  });

  it("has the words of a device in the order of the page's language", async () => {
    const page = await pageOf(
      { sessions: ["Chrome on Windows"] },
      { locale: () => "ar", messages: [arabic] },
    );
    expect(page).toContain('<bdi dir="rtl">Chrome على Windows</bdi>');
    expect(await pageOf({ sessions: ["Chrome on Windows"] })).toContain("<bdi>Chrome on Windows</bdi>");
  });

  it("says whether the address is confirmed, whether there is a password, and what is left of the second step", async () => {
    const full = await pageOf({ hasPassword: true, hasFactor: true });
    for (const text of [
      ">Confirmed<",
      "changed <time",
      "Change password",
      ">On<",
      "Recovery codes left: 8",
      ">Manage<",
    ])
      expect(full.replaceAll(/\s*\n\s*/g, "")).toContain(text.replaceAll(" <", " <"));
    const bare = (await pageOf({ isEmailConfirmed: false })).replaceAll(/\s*\n\s*/g, "");
    for (const text of [
      ">Not confirmed<",
      "No password yet",
      "/password/forgot?callbackUrl=",
      ">Off<",
      ">Set up<",
    ])
      expect(bare).toContain(text);
    expect(bare).not.toContain("Recovery codes left");
  });

  it("has the marks of the providers beside their names, and deletion behind everything else", async () => {
    const page = await pageOf({ accounts: ["github"] });
    expect(page).toMatch(/class="sign provider provider-github"[^<]*>?\s*<svg class="mark"/);
    expect(page.indexOf("Delete account")).toBeGreaterThan(page.indexOf("Download my data"));
    expect(page.indexOf("Download my data")).toBeGreaterThan(page.indexOf("Where you are signed in"));
  });

  it("leaves out of its brand an account whose provider is gone", async () => {
    const page = await pageOf({ accounts: ["<gone>"] });
    expect(page).toContain("<bdi>&lt;gone&gt;</bdi>");
  });
});
