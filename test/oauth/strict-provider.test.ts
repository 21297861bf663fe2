import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import OIDC from "../../src/providers/oidc.js";
import { Browser, coreApp, locationOf, origin, watched } from "./drive.js";

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

/** Follows the provider's pages as a browser would: login form, consent form, redirects, with its own cookies. */
async function walk(address: string): Promise<string> {
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
      if (url.startsWith(origin)) return url;
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`no form at ${url}: ${page.slice(0, 500)}`);
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, ...(prompt === "login" && { login: "sally", password: "any" }) });
  }
  throw new Error("the provider's pages lead nowhere");
}

test.each<[string, object]>([
  ["client_secret_basic", {}],
  [
    "client_secret_post",
    { clientId: "posting", client: { token_endpoint_auth_method: "client_secret_post" } },
  ],
  ["none", { clientId: "public", client: { token_endpoint_auth_method: "none" } }],
])("a strict OpenID provider signs a person in (%s)", async (_method, changes) => {
  const { seen, config } = watched();
  const provider = OIDC({ issuer, ...client, idToken: false, ...changes });
  const browser = new Browser(coreApp({ providers: [provider], ...config }));
  const back = await walk(locationOf(await browser.startSignIn("oidc")));
  const end = await browser.send(back);
  expect(seen.errors).toEqual([]);
  expect(locationOf(end)).toBe(`${origin}/after`);
  expect((await browser.session())?.user).toMatchObject({ name: "Strict Sally", email: "sally@example.com" });
  expect(seen.accounts[0]).toMatchObject({ provider: "oidc", providerAccountId: "sally" });
});

test("with the ID token alone the same person has an id and no name: the server keeps claims for userinfo", async () => {
  const { seen, config } = watched();
  const browser = new Browser(coreApp({ providers: [OIDC({ issuer, ...client })], ...config }));
  await browser.send(await walk(locationOf(await browser.startSignIn("oidc"))));
  expect(seen.accounts[0]?.["providerAccountId"]).toBe("sally");
  expect((await browser.session())?.user).toEqual({});
});
