/** The option `pageAddresses`: which page answers where, and what leads there. */
import { describe, expect, it } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { html } from "../../src/runtime/http/flow-result.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { definePlugin } from "../../src/runtime/plugins/host/define-plugin.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../src/runtime/plugins/two-factor/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";

const ada = "ada@example.com";
const right = "correct horse battery";

function appOf(more: Partial<AuthConfig> = {}) {
  const mails: Mail[] = [];
  const queued: Promise<void>[] = [];
  const errors: string[] = [];
  const config: AuthConfig = {
    secret: `${secret}-${crypto.randomUUID()}`,
    trustHost: ["localhost:3000"],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    providers: [],
    pageAddresses: true,
    plugins: [
      password({ sendMail: (mail) => void mails.push(mail), waitUntil: (work) => void queued.push(work) }),
      twoFactor(),
      account(),
    ],
    logger: { error: (error) => void errors.push(error.message), warn: () => undefined },
    ...more,
  };
  const browser = new Browser(coreApp(config));
  const lastMail = async (): Promise<URL> => {
    await Promise.all(queued);
    return new URL(mails.at(-1)?.url ?? "");
  };
  const csrfToken = async () =>
    ((await (await browser.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
  const form = async (path: string, fields: Record<string, string>) =>
    browser.post(path, { csrfToken: await csrfToken(), ...fields });
  /** Signed up, verified and signed in. */
  const withUser = async () => {
    await form("/sign-up", { email: ada, password: right });
    const link = await lastMail();
    return { link, end: await form(link.pathname, { token: link.searchParams.get("token") ?? "" }) };
  };
  return { browser, config, errors, form, lastMail, withUser };
}

/** Page by page: path below the base, default address. */
const pages = [
  ["/signin", "/sign-in"],
  ["/signout", "/sign-out"],
  ["/error", "/auth-error"],
  ["/verify-request", "/check-your-email"],
  ["/password/sign-up", "/sign-up"],
  ["/password/verify", "/verify"],
  ["/password/forgot", "/forgot"],
  ["/password/reset", "/reset-password"],
  ["/password/change", "/change-password"],
  ["/password/address", "/change-email"],
  ["/password/confirm-address", "/confirm-email"],
  ["/account", "/account"],
  ["/two-factor", "/two-factor"],
  ["/two-factor/set-up", "/two-factor-set-up"],
  ["/two-factor/first", "/two-factor-first"],
  ["/two-factor/manage", "/two-factor-manage"],
  ["/two-factor/confirm", "/two-factor-confirm"],
  ["/account/link", "/link-account"],
  ["/account/delete-link", "/delete-account"],
] as const;

const shapeOf = async (answer: Response) => ({
  status: answer.status,
  location: answer.headers.get("location"),
  type: answer.headers.get("content-type"),
  title: /<title>([^<]*)/.exec(await answer.text())?.[1],
});

describe("pages at addresses of their own", () => {
  it.each(pages)("%s answers at %s, and leads there with its query", async (path, address) => {
    const plain = appOf({ pageAddresses: undefined }).browser;
    const { browser } = appOf();
    const before = await shapeOf(await plain.send(`/auth${path}?error=Verification`));
    const shown = await shapeOf(await browser.send(`${address}?error=Verification`));
    expect([shown.status, shown.title]).toEqual([before.status, before.title]);
    const old = await browser.send(`/auth${path}?error=Verification&a=%26b`);
    expect([old.status, locationOf(old)]).toEqual([302, `${address}?error=Verification&a=%26b`]);
    expect(locationOf(await browser.send(`/auth/${path}/`))).toBe(address);
  });

  it.each(pages)("%s answers HEAD at its address as GET, without a body", async (_path, address) => {
    const { browser } = appOf();
    const head = await browser.send(address, { method: "HEAD" });
    const get = await browser.send(address);
    expect(head.status).toBe(get.status);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect(await head.text()).toBe("");
  });

  it("is not there without the option", async () => {
    const { browser } = appOf({ pageAddresses: undefined });
    for (const [path, address] of pages) {
      expect((await browser.send(address)).status).toBe(400);
      expect((await browser.send(`/auth/at${address}`)).status).toBe(400);
      expect(locationOf(await browser.send(`/auth${path}`))).not.toBe(address);
    }
  });

  it("links from page to page by these addresses alone", async () => {
    const { browser, withUser } = appOf();
    const seen = new Set<string>();
    const visit = async (address: string) => {
      const page = await (await browser.send(address)).text();
      for (const [, url = ""] of page.matchAll(/(?:href|action)="(http[^"]*)"/g)) {
        const { pathname } = new URL(url.replaceAll("&amp;", "&"));
        if (pages.some(([path]) => pathname === `/auth${path}`) && pathname !== "/auth/signout")
          throw new Error(`${address} has ${pathname}`);
        seen.add(pathname);
      }
    };
    for (const [, address] of pages) await visit(address);
    await withUser();
    for (const [, address] of pages) await visit(address);
    expect([...seen]).toEqual(
      expect.arrayContaining([
        "/sign-in",
        "/sign-up",
        "/forgot",
        "/account",
        "/change-password",
        "/sign-out",
      ]),
    );
  });

  it("signs up, verifies by the mail, and signs in: forms stand where they lead", async () => {
    const { browser, withUser, form } = appOf();
    const page = await (await browser.send("/sign-up")).text();
    expect(page).toContain(`<form action="${origin}/sign-up" method="POST">`);
    const { link, end } = await withUser();
    expect(link.pathname).toBe("/verify");
    expect(end.status).toBe(302);
    expect((await browser.session())?.user).toMatchObject({ email: ada });
    expect((await browser.send("/account")).status).toBe(200);
    // What only scripts and forms of the account page ask for stays below the base path.
    const renamed = await form("/auth/account/name", { name: "Ada" });
    expect(locationOf(renamed)).toBe(`${origin}/account`);
    const out = await form("/auth/signout", {});
    expect(out.status).toBe(302);
    const wrong = await form("/auth/callback/password", { email: ada, password: "wrong wrong wrong" });
    expect(new URL(locationOf(wrong)).pathname).toBe("/sign-in");
    const signedIn = await form("/auth/callback/password", {
      email: ada,
      password: right,
      callbackUrl: "/x",
    });
    expect(locationOf(signedIn)).toBe(`${origin}/x`);
  });

  it("holds forms at an address to the CSRF token, and leaves sign-in and sign-out below the base path", async () => {
    const { browser, withUser, form } = appOf();
    await withUser();
    const refused = await browser.post("/change-password", { password: right, current: right });
    expect(locationOf(refused)).toContain("error=MissingCSRF");
    for (const address of ["/sign-in", "/sign-out", "/auth-error", "/check-your-email"])
      expect((await form(address, {})).status).toBe(405);
    expect((await browser.session())?.user).toMatchObject({ email: ada });
    expect((await browser.send("/account", { method: "DELETE" })).status).toBe(405);
  });

  it("sends who is signed out from the account page to the sign-in page, and back", async () => {
    const { browser } = appOf();
    const answer = await browser.send("/account", { headers: { "sec-fetch-mode": "navigate" } });
    expect(locationOf(answer)).toBe("/sign-in?callbackUrl=%2Faccount");
  });

  it("answers where a rewrite leads that leaves the address in the browser", async () => {
    const { browser } = appOf();
    expect((await browser.send("/auth/at/sign-in")).status).toBe(200);
    expect((await browser.send("/auth/at/sign-in/")).status).toBe(200);
    expect((await browser.send("/auth/at/signin")).status).toBe(400);
  });

  it("takes the address literally", async () => {
    const { browser } = appOf();
    for (const path of ["/Sign-In", "/sign-in/", "//sign-in", "/sign-in/x", "/sign%2Din", "/x/sign-in"])
      expect((await browser.send(origin + path)).status).toBe(400);
  });
});

describe("the option", () => {
  it("keeps defaults beside addresses of one's own", async () => {
    const { browser } = appOf({ pageAddresses: { signIn: "/login", account: "/me/settings" } });
    expect((await browser.send("/login")).status).toBe(200);
    expect((await browser.send("/sign-in")).status).toBe(400);
    expect(locationOf(await browser.send("/auth/account"))).toBe("/me/settings");
    expect((await browser.send("/sign-up")).status).toBe(200);
  });

  it("gives way to a page of the app, and takes no address of a plugin that is not there", async () => {
    const { browser } = appOf({ pages: { signIn: "/login" }, plugins: [] });
    expect(locationOf(await browser.send("/auth/signin"))).toContain("/login");
    for (const address of ["/sign-in", "/sign-up", "/account", "/two-factor"])
      expect((await browser.send(address)).status).toBe(400);
    expect((await browser.send("/sign-out")).status).toBe(200);
  });

  it("places the page that a plugin of the app declares", async () => {
    const todo = definePlugin({
      id: "todo",
      addresses: { todo: { path: "/todo", standard: "/to-do" } },
      routes: [{ method: "GET", path: "/todo", flow: () => html("bread") }],
    });
    const { browser } = appOf({ plugins: [todo] });
    expect(await (await browser.send("/to-do")).text()).toBe("bread");
    expect(locationOf(await browser.send("/auth/todo"))).toBe("/to-do");
  });

  it.each([
    [{ signIn: "//evil.example" }, /pageAddresses\.signIn: "\/\/evil\.example" is no path/],
    [{ signIn: "https://evil.example/" }, /is no path/],
    [{ signIn: "sign-in" }, /is no path/],
    [{ signIn: "/sign-in?x=1" }, /is no path/],
    [{ signIn: "/a/../b" }, /is no path/],
    [{ signIn: "/.well-known" }, /is no path/],
    [{ signIn: "/sign-in/" }, /is no path/],
    [{ signIn: "/a%2fb" }, /is no path/],
    [{ signIn: "/a\\b" }, /is no path/],
    [{ signIn: "/a\n" }, /is no path/],
    [{ signIn: "" }, /is no path/],
    [{ signIn: 1 }, /is no path/],
    [{ signIn: "/auth/sign-in" }, /pageAddresses\.signIn: \/auth\/sign-in is below \/auth/],
    [{ signIn: "/auth" }, /below \/auth/],
    [{ signIn: "/account" }, /pageAddresses\.account: \/account is the address of signIn too/],
    [{ signIn: "/x", signOut: "/x" }, /pageAddresses\.signOut: \/x is the address of signIn too/],
    [
      { newUser: "/x" },
      /pageAddresses\.newUser: no plugin of the configuration has this page, and it is none of signIn/,
    ],
    ["/sign-in", /pageAddresses is true, or an object/],
    [["/sign-in"], /pageAddresses is true, or an object/],
  ])("refuses %j", async (pageAddresses, message) => {
    const { browser, errors } = appOf({ pageAddresses: pageAddresses as unknown as true });
    const answer = await browser.send("/auth/signin");
    expect(answer.status).toBe(500);
    expect(errors.join("\n")).toMatch(message);
    expect(await answer.text()).not.toContain("pageAddresses");
  });

  it.each([
    [{ pageAddresses: { signIn: "/a" }, pages: { signIn: "/b" } }, /pages\.signIn and pageAddresses\.signIn/],
    [
      { pageAddresses: true, pages: { newUser: "/account" } },
      /\/account is the address of pages\.newUser too/,
    ],
    [{ pageAddresses: { account: "/me" }, plugins: [] }, /pageAddresses\.account: no plugin/],
  ] as const)("refuses what does not fit the rest: %j", async (more, message) => {
    const { browser, errors } = appOf(more as Partial<AuthConfig>);
    expect((await browser.send("/auth/signin")).status).toBe(500);
    expect(errors.join("\n")).toMatch(message);
  });
});
