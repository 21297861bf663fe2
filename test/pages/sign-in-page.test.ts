/** What the sign-in page says and offers: last used way, groups, who is signed in, names that are not to be trusted. */
import { describe, expect, test } from "vitest";
import Credentials from "../../src/providers/credentials.js";
import GitHub from "../../src/providers/github.js";
import Nodemailer from "../../src/providers/nodemailer.js";
import Passkey from "../../src/providers/passkey.js";
import { encode } from "../../src/runtime/jwt.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Provider } from "../../src/runtime/types/provider.js";
import { Browser, coreApp, locationOf, origin, secret, watched } from "../support/browser.js";
import { Stage } from "../plugins/stage.js";
import { MemoryStore } from "../support/memory-store.js";

const browserOf = (config: Partial<AuthConfig> = {}): Browser =>
  new Browser(coreApp({ providers: [GitHub(client)], ...watched().config, ...config }));
const client = { clientId: "id", clientSecret: "secret" };
const shown = { headers: { "sec-fetch-dest": "document" } };
const form = { ...shown.headers, "sec-fetch-site": "same-origin" };
/** Without the line breaks that tags may have inside. */
const pageOf = async (browser: Browser, path = "signin"): Promise<string> =>
  (await (await browser.send(`/auth/${path}`, shown)).text()).replaceAll(/\s+>/g, ">");

const plain = (id: string, name = id): Provider => ({
  id,
  name,
  type: "oauth",
  authorization: `https://${id}.test/authorize`,
  token: `https://${id}.test/token`,
  userinfo: `https://${id}.test/me`,
  ...client,
});
const several = (count: number): Provider[] => Array.from({ length: count }, (_, at) => plain(`way-${at}`));
const password = Credentials({
  credentials: { username: {}, password: { type: "password" } },
  authorize: ({ password: given }) => (given === "right" ? { id: "1", name: "Ann" } : null),
});

async function submit(
  browser: Browser,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = form,
): Promise<Response> {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, ...fields });
  return browser.send(`/auth/${path}`, { method: "POST", body, headers });
}
const lastOf = (response: Response): string | undefined =>
  response.headers.getSetCookie().find((line) => line.includes("authjs.last-provider"));

describe("the way that was used last", () => {
  /** As far as the provider's answer. @param query of another answer than the one that signs in */
  async function come(
    config: Partial<AuthConfig> = {},
    { headers = shown.headers as Record<string, string>, query = "", id = "op" } = {},
  ): Promise<{ browser: Browser; answer: Response }> {
    const stage = new Stage({ plugins: [], ...config });
    const browser = stage.browser();
    const start = await submit(browser, `signin/${id}`);
    expect(lastOf(start)).toBeUndefined();
    const answered = query || stage.provider.authorize(locationOf(start));
    const state = new URL(locationOf(start)).searchParams.get("state") ?? "";
    const answer = await browser.send(`/auth/callback/${id}?${answered}`.replace("{state}", state), {
      headers,
    });
    return { browser, answer };
  }

  test("is kept as an id in a cookie that no script reads, and marked", async () => {
    const { browser, answer } = await come();
    expect(lastOf(answer)).toBe("authjs.last-provider=op; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
    browser.cookies.delete("authjs.session-token");
    expect(await pageOf(browser)).toMatch(
      /<bdi>OP<\/bdi><\/span><span class="last" aria-hidden="true">Last used<\/span>/,
    );
  });

  test("F-07: is none that was only tried: refused at the provider, or at home", async () => {
    const refused = await come({}, { query: "error=access_denied&state={state}" });
    expect(locationOf(refused.answer)).toContain("error=OAuthCallbackError");
    const denied = await come({ callbacks: { signIn: () => false } });
    expect(locationOf(denied.answer)).toContain("error=AccessDenied");
    for (const { answer, browser } of [refused, denied]) {
      expect(lastOf(answer)).toBeUndefined();
      expect(await pageOf(browser)).not.toContain("Last used");
    }
  });

  test("F-07: is the way before where an account was not linked, or was added to an open session", async () => {
    const stage = new Stage({ plugins: [] });
    const browser = stage.browser();
    const enter = async (id: string, sub: string, email = "ada@example.com") => {
      const claims = (given: Record<string, unknown>) => ({ ...given, sub, email });
      stage.provider.faults = { claims, userinfo: claims };
      const query = stage.provider.authorize(locationOf(await submit(browser, `signin/${id}`)));
      return browser.send(`/auth/callback/${id}?${query}`, shown);
    };
    expect(lastOf(await enter("op", "ada"))).toContain("=op;");
    browser.cookies.delete("authjs.session-token");
    const notLinked = await enter("plain", "somebody");
    expect(locationOf(notLinked)).toContain("error=OAuthAccountNotLinked");
    expect(await pageOf(browser)).toMatch(/<bdi>OP<\/bdi><\/span><span class="last"/);
    await enter("op", "ada");
    const added = await enter("plain", "another", "other@example.com");
    expect([locationOf(added), lastOf(added)]).toEqual([origin, undefined]);
    expect(stage.store.rows.accounts.size).toBe(2);
  });

  test("is a password too, once it was right", async () => {
    const browser = browserOf({ providers: [password] });
    expect(lastOf(await submit(browser, "callback/credentials", { password: "wrong" }))).toBeUndefined();
    expect(lastOf(await submit(browser, "callback/credentials", { password: "right" }))).toContain(
      "=credentials;",
    );
  });

  test.each<[string, Partial<AuthConfig>, Record<string, string>]>([
    ["a program", {}, {}],
    ["fetch() of a page", {}, { "sec-fetch-dest": "empty" }],
    ["an app with a sign-in page of its own", { pages: { signIn: "/login" } }, shown.headers],
    ["an app that switched it off", { theme: { lastUsed: false } }, shown.headers],
  ])("is not kept for %s", async (_who, config, headers) => {
    const { answer } = await come(config, { headers });
    expect([locationOf(answer), lastOf(answer)]).toEqual([origin, undefined]);
  });

  test("switched off, an old cookie marks nothing", async () => {
    const browser = browserOf({ theme: { lastUsed: false } });
    browser.cookies.set("authjs.last-provider", "github");
    expect(await pageOf(browser)).not.toContain("Last used");
  });

  test("opens the list behind More where it is in it; an unknown one changes nothing", async () => {
    const browser = browserOf({ providers: several(9) });
    const before = await pageOf(browser);
    expect(before).toContain("<details>");
    browser.cookies.set("authjs.last-provider", "way-7");
    expect(await pageOf(browser)).toContain("<details open>");
    browser.cookies.set("authjs.last-provider", "<b>");
    expect((await pageOf(browser)).replaceAll(/nonce="\w+"/g, "")).toBe(
      before.replaceAll(/nonce="\w+"/g, ""),
    );
  });
});

describe("groups", () => {
  test.each([
    [4, false, false],
    [5, true, false],
    [7, true, false],
    [8, true, true],
  ])("%i providers: two columns %s, More %s", async (count, isTwo, hasMore) => {
    const page = await pageOf(browserOf({ providers: several(count) }));
    expect(page.includes('class="providers two"')).toBe(isTwo);
    expect(page.includes("<details")).toBe(hasMore);
    expect(page.match(/<form/g)).toHaveLength(count);
  });

  test("have an or between them, and one main button", async () => {
    const page = await pageOf(browserOf({ providers: [...several(2), password, plain("last")] }));
    expect(page.match(/<hr data-or="or"/g)).toHaveLength(2);
    expect(page.match(/class="primary"/g)).toHaveLength(1);
  });

  const webauthn = { autocomplete: "username webauthn" };
  test.each([
    ["one for a mail and a passkey", {}, 1, "email webauthn"],
    ["two where a passkey makes new users", { allowSignUp: true }, 2, "username webauthn"],
    [
      "two where the app asks for more",
      { formFields: { email: webauthn, name: {} } },
      3,
      "username webauthn",
    ],
  ] as const)("have fields for an address: %s", async (_what, options, count, offered) => {
    const providers = [Nodemailer({ server: "smtp://localhost" }), Passkey(options)];
    const page = await pageOf(browserOf({ adapter: new MemoryStore().adapter, providers }));
    expect(page.match(/<div class="field">/g)).toHaveLength(count);
    expect(page).toContain(`autocomplete="${offered}"`);
    expect(page).toContain("Sign in with a passkey");
  });

  test("D4: buttons say what they do", async () => {
    const mail = { id: "nodemailer", name: "Nodemailer", type: "email" as const };
    const page = await pageOf(
      browserOf({
        adapter: new MemoryStore().adapter,
        providers: [password, { ...mail, sendVerificationRequest: () => undefined }],
      }),
    );
    expect(page).toMatch(/>\s*Sign in\s*<\/button>/);
    expect(page).toMatch(/>\s*Send me a sign-in link\s*<\/button>/);
    expect(page).toMatch(/autocomplete="username"/);
    expect(page).toMatch(/type="password"[^>]*autocomplete="current-password"/);
  });
});

describe("who is signed in", () => {
  const salt = "authjs.session-token";
  const signedIn = async (token: Record<string, unknown>, config: Partial<AuthConfig> = {}) => {
    const browser = browserOf(config);
    browser.cookies.set(salt, await encode({ token, secret, salt }));
    return browser;
  };

  test("stands on the sign-in page and on the sign-out page, with the ways on", async () => {
    const browser = await signedIn({ sub: "1", email: "ann@example.com" }, { theme: { name: "Shop" } });
    const page = await pageOf(browser, "signin?callbackUrl=/orders");
    expect(page).toContain("You are signed in as <b><bdi>ann@example.com</bdi></b>.");
    expect(page).toContain(`<a href="${origin}/orders">Continue</a>`);
    expect(page).toContain(`<a href="${origin}/auth/signout">sign out</a>`);
    const out = await pageOf(browser, "signout");
    expect(out).toContain("You are signed in as <b><bdi>ann@example.com</bdi></b>.");
    expect(out).toContain(`<a class="button" href="${origin}/orders">Cancel</a>`);
    expect(out).toContain("<title>Sign out · Shop</title>");
  });

  test("has no callback or event run for it", async () => {
    const ran: string[] = [];
    const browser = await signedIn(
      { sub: "1" },
      {
        callbacks: { jwt: ({ token }) => (ran.push("jwt"), token) },
        events: { session: () => void ran.push("session") },
      },
    );
    expect(await pageOf(browser)).toContain("You are signed in.");
    expect(ran).toEqual([]);
  });

  test("is left out for strangers, for a cookie that does not open, and while the store is down", async () => {
    expect(await pageOf(browserOf())).not.toContain("You are signed in");
    const browser = browserOf({
      adapter: {
        ...new MemoryStore().adapter,
        getSessionAndUser: () => Promise.reject(new Error("down")),
      },
    });
    browser.cookies.set(salt, "nonsense");
    expect(await pageOf(browser)).not.toContain("You are signed in");
    expect(await pageOf(browser, "signout")).not.toContain("You are signed in");
  });
});

describe("values of apps and providers", () => {
  const turned = `Shop\u202e\u0000<b>\n${"x".repeat(200)}`;

  test("names stand on one line, turn no text around, and end", async () => {
    const page = await pageOf(
      browserOf({ theme: { name: turned }, providers: [plain("p", `${turned}"><i>`), password] }),
    );
    expect(page).not.toContain("\u202e");
    expect(page).not.toContain("\u0000");
    expect(page).not.toMatch(/<b>|<i>|x{100}/);
    expect(page).toMatch(/<title>Sign in · Shop &lt;b&gt; x+…<\/title>/);
    expect(page).toMatch(/<bdi>Shop &lt;b&gt; x+…<\/bdi>/);
  });

  test("a name or an image that is no text counts as none", async () => {
    const theme = { name: {}, logo: ["/x.svg"], brandColor: 7, buttonText: null } as never;
    const page = await pageOf(browserOf({ theme }));
    expect(page).toContain("<title>Sign in</title>");
    expect(page).not.toContain("<img");
  });

  test.each([
    "ftp://x.test/a.png",
    "//x.test/a.png",
    "blob:x",
    `data:image/png;base64,${"A".repeat(100_001)}`,
  ])("an image at %.40s is left out", async (logo) => {
    const provider = { ...(plain("p") as object), style: { logo } } as Provider;
    expect(await pageOf(browserOf({ theme: { logo }, providers: [provider] }))).not.toContain("<img");
  });
});
