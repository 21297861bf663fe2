/** Which text people get: by the code alone, and by the reason that only our own pages are told. */
import { describe, expect, test } from "vitest";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { AccessDenied } from "../../src/runtime/errors/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, watched } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";

const shown = { "sec-fetch-dest": "document" };
const fake = new FakeProvider();
const provider = {
  id: "op",
  name: "Acme",
  type: "oidc" as const,
  issuer,
  clientId: "cid",
  clientSecret: "test-secret",
  [customFetch]: fake.fetch,
};
const browserOf = (config: Partial<AuthConfig> = {}): Browser =>
  new Browser(coreApp({ providers: [provider], ...watched().config, ...config }));

async function cancelled(browser: Browser, headers: Record<string, string>): Promise<string> {
  const started = locationOf(await browser.startSignIn("op"));
  const state = new URL(started).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ error: "access_denied", state, iss: issuer });
  return locationOf(await browser.send(`/auth/callback/op?${query}`, { headers }));
}

describe("the address of an error", () => {
  test("tells a program the code, and a browser that shows our page the reason too", async () => {
    expect(await cancelled(browserOf(), {})).toBe(`${origin}/auth/signin?error=OAuthCallbackError`);
    expect(await cancelled(browserOf(), { "sec-fetch-dest": "empty" })).toBe(
      `${origin}/auth/signin?error=OAuthCallbackError`,
    );
    const browser = browserOf();
    const to = await cancelled(browser, shown);
    expect(to).toBe(`${origin}/auth/signin?error=OAuthCallbackError&auth_reason=cancelled&auth_provider=op`);
    expect(await (await browser.send(to)).text()).toContain("You cancelled signing in with Acme.");
  });

  test("leaves pages of the app's own as they are", async () => {
    const pages = { signIn: "/login", error: "/oops" };
    expect(await cancelled(browserOf({ pages }), shown)).toBe(`${origin}/login?error=OAuthCallbackError`);
  });

  test("never carries a reason that the app's own error has", async () => {
    const signIn = () => {
      throw new AccessDenied("no", { cause: { reason: "banned for fraud" } });
    };
    const browser = browserOf({ callbacks: { signIn } });
    const params = fake.authorize(locationOf(await browser.startSignIn("op")));
    const to = locationOf(await browser.send(`/auth/callback/op?${params}`, { headers: shown }));
    expect(to).toBe(`${origin}/auth/error?error=AccessDenied&auth_provider=op`);
  });
});

describe("the error page", () => {
  const pageOf = async (query: string, config: Partial<AuthConfig> = {}) =>
    (await browserOf(config).send(`/auth/error?${query}`)).text();

  test("begins the same sign-in anew, where it is known", async () => {
    const page = await pageOf("error=Configuration&auth_reason=slow&auth_provider=op");
    expect(page).toContain("<h1>No answer from Acme</h1>");
    expect(page).toContain(`<form action="${origin}/auth/signin/op" method="POST">`);
    expect(page).toContain('name="csrfToken"');
    expect(page).toMatch(/Try again with <\/span><bdi>Acme/);
  });

  test.each([
    "auth_reason=constructor&auth_provider=constructor",
    "auth_reason=%3Cscript%3E&auth_provider=%3Cscript%3E",
    "auth_reason=&auth_provider=",
  ])("knows reasons and providers from closed lists: %s", async (query) => {
    const page = await pageOf(`error=Configuration&${query}`);
    expect(page).toContain("<h1>Signing in did not work</h1>");
    expect(page).not.toContain("<form");
    // Styles know scripts by their name.
    expect(page.replace(/<style[^]*?<\/style>/, "")).not.toMatch(/script|constructor/);
  });

  test.each(["Configuration", "AccessDenied", "Verification", "WebAuthnVerificationError", "anything", ""])(
    "error=%s: no word of servers and logs, and a button",
    async (error) => {
      const page = await pageOf(`error=${error}`);
      const text = page.slice(page.indexOf("<h1>")).replaceAll(/<[^>]+>/g, " ");
      expect(text).not.toMatch(/\bserver\b|\blog\b|configur/i);
      expect(page).toMatch(/class="button primary" href="[^"]+\/auth\/signin"/);
    },
  );
});
