import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import OIDC from "../../src/providers/oidc.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, watched } from "../support/browser.js";

/** npm `oidc-provider`: a certified server that is not ours, over HTTP, walked through without a browser. */
// It brings no types; what we use of it is a constructor and a request listener.
interface StrictProvider {
  callback(): Parameters<typeof createServer>[1];
}
const packageName: string = "oidc-provider";
const { default: Provider } = (await import(packageName)) as {
  default: new (issuer: string, options: object) => StrictProvider;
};

let server: Server;
let issuer: string;
const client = { clientId: "strict", clientSecret: "test-secret-of-the-strict-client" };

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const registered = {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: [`${origin}/auth/callback/oidc`],
    grant_types: ["authorization_code", "refresh_token"],
  };
  const provider = new Provider(issuer, {
    clients: [
      { ...registered, token_endpoint_auth_method: "client_secret_basic" },
      { ...registered, client_id: "posting", token_endpoint_auth_method: "client_secret_post" },
      {
        client_id: "public",
        redirect_uris: registered.redirect_uris,
        token_endpoint_auth_method: "none",
      },
    ],
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    pkce: { required: () => true },
    cookies: { keys: ["test-cookie-key"] },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        name: "Strict Sally",
        email: "Sally@Example.com",
        email_verified: true,
      }),
    }),
  });
  server.on("request", provider.callback()!);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** How the provider answers: by the address to return to, and the form to post there with `response_mode=form_post`. */
interface WayBack {
  readonly url: string;
  readonly form?: Record<string, string>;
}

/** As the browser returns to the app. */
const comeBack = (browser: Browser, { url, form }: WayBack): Promise<Response> =>
  form ? browser.post(url, form) : browser.send(url);

/** Follows the provider's pages as a browser would: login form, consent form, redirects, with its own cookies. */
async function walk(address: string, { refuse = false } = {}): Promise<WayBack> {
  const jar = new Map<string, string>();
  let url = address;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = form && { method: "POST", body: form };
    const response = await fetch(url, { ...body, headers: { cookie }, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    form = undefined;
    const location = response.headers.get("location");
    if (location !== null) {
      url = new URL(location, url).href;
      if (url.startsWith(origin)) return { url };
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
    if (action?.startsWith(origin)) {
      const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      return {
        url: action,
        form: Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value])),
      };
    }
    if (refuse) {
      url = new URL(/href="([^"]+\/abort)"/.exec(page)?.[1] ?? "", url).href;
      continue;
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`no form at ${url}: ${page.slice(0, 500)}`);
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, ...(prompt === "login" && { login: "sally", password: "any" }) });
  }
  throw new Error("the provider's pages lead nowhere");
}

const strategies: readonly [string, () => Partial<AuthConfig>][] = [
  ["jwt", () => ({})],
  ["database", () => ({ adapter: MemoryAdapter() })],
];

describe.each(strategies)("a strict OpenID provider, with %s sessions", (_strategy, more) => {
  const visit = (changes: object = {}) => {
    const { seen, config } = watched();
    const provider = OIDC({ issuer, ...client, idToken: false, ...changes });
    const all = { providers: [provider], ...config, ...more() };
    return { seen, config: all, browser: new Browser(coreApp(all)) };
  };

  test.each<[string, object]>([
    ["client_secret_basic", {}],
    [
      "client_secret_post",
      { clientId: "posting", client: { token_endpoint_auth_method: "client_secret_post" } },
    ],
    ["none", { clientId: "public", client: { token_endpoint_auth_method: "none" } }],
  ])("signs a person in by code, PKCE and nonce (%s)", async (_method, changes) => {
    const { seen, browser } = visit(changes);
    const start = locationOf(await browser.startSignIn("oidc"));
    expect(Object.fromEntries(new URL(start).searchParams)).toMatchObject({
      code_challenge_method: "S256",
      nonce: expect.any(String),
      state: expect.any(String),
    });
    const end = await comeBack(browser, await walk(start));
    expect(seen.errors).toEqual([]);
    expect(locationOf(end)).toBe(`${origin}/after`);
    expect((await browser.session())?.user).toMatchObject({
      name: "Strict Sally",
      email: "sally@example.com",
    });
    expect(seen.accounts[0]).toMatchObject({ provider: "oidc", providerAccountId: "sally" });
  });

  test("takes the answer as a posted form", async () => {
    const { seen, browser } = visit({
      authorization: { params: { response_mode: "form_post" } },
    });
    const back = await walk(locationOf(await browser.startSignIn("oidc")));
    expect(Object.keys(back.form ?? {})).toEqual(expect.arrayContaining(["code", "state"]));
    const end = await comeBack(browser, back);
    expect([locationOf(end), seen.errors]).toEqual([`${origin}/after`, []]);
    expect((await browser.session())?.user).toBeDefined();
  });

  test("a person who refuses is back on the sign-in page, without a session", async () => {
    const { browser } = visit();
    const back = await walk(locationOf(await browser.startSignIn("oidc")), { refuse: true });
    const end = await comeBack(browser, back);
    expect(locationOf(end)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`);
    expect(await browser.session()).toBeNull();
    expect([...browser.cookies.keys()].filter((name) => /pkce|state|nonce/.test(name))).toEqual([]);
  });

  test("its refresh token reaches the app and gives a new access token", async () => {
    const { seen, browser } = visit({
      authorization: { params: { scope: "openid profile email offline_access", prompt: "consent" } },
    });
    await comeBack(browser, await walk(locationOf(await browser.startSignIn("oidc"))));
    const account = seen.accounts[0] as { refresh_token?: string; access_token?: string } | undefined;
    expect(account?.refresh_token).toEqual(expect.any(String));
    const answer = await fetch(`${issuer}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: account?.refresh_token ?? "" }),
    });
    const tokens = (await answer.json()) as { access_token?: string };
    expect(tokens.access_token).toEqual(expect.any(String));
    expect(tokens.access_token).not.toBe(account?.access_token);
  });
});

test("with the ID token alone the same person has an id and no name: the server keeps claims for userinfo", async () => {
  const { seen, config } = watched();
  const browser = new Browser(coreApp({ providers: [OIDC({ issuer, ...client })], ...config }));
  await comeBack(browser, await walk(locationOf(await browser.startSignIn("oidc"))));
  expect(seen.accounts[0]?.["providerAccountId"]).toBe("sally");
  expect((await browser.session())?.user).toEqual({});
});
