/** `/.well-known/…` on every server: what the configuration has there, and everything else of the app. */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createApp, eventHandler, toNodeListener } from "h3v1";
import { afterEach, describe, expect, test, vi } from "vitest";
import Passkey from "../../src/providers/passkey.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import * as onNuxt from "../../src/runtime/integrations/nuxt/server.js";
import * as onSvelteKit from "../../src/runtime/integrations/sveltekit/index.js";
import type { ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import type { Running } from "../support/app.js";
import { type PageApp, pageServers } from "../support/page-servers.js";
import { NextRequest } from "next/server.js";
import { fixedCode } from "../plugins/fixed-code.js";

const running: Running[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((each) => each.close()));
});

const configOf = (more: Partial<ServerAuthConfig> = {}): ServerAuthConfig => ({
  secret: `test-secret-test-secret-${crypto.randomUUID()}`,
  providers: [],
  adapter: MemoryAdapter(),
  session: { strategy: "jwt" },
  logger: { error: () => undefined, warn: () => undefined },
  ...more,
});
const passwords = { plugins: [password({ sendMail: () => undefined }), account()] };
const passkeys = (origin: string | string[]): Partial<ServerAuthConfig> => ({
  providers: [Passkey({ relayingParty: { id: "localhost", origin } })],
  experimental: { enableWebAuthn: true },
});
const elsewhere = "https://shop.example.org";

const clean = () => {
  for (const name of ["AUTH_URL", "AUTH_SECRET", "AUTH_TRUST_HOST"]) vi.stubEnv(name, undefined);
};

describe.each(Object.entries(pageServers))("%s", (name, start) => {
  async function visit(more: Partial<ServerAuthConfig>, app: PageApp = { hasWellKnown: true, isLate: true }) {
    clean();
    const server = await start(configOf(more), app);
    running.push(server);
    const get = (path: string, init: RequestInit = {}) =>
      fetch(server.origin + path, { redirect: "manual", ...init });
    return { get, origin: server.origin };
  }

  test("leads to the page for a new password, at its address where it has one", async () => {
    const { get, origin } = await visit(passwords);
    const answer = await get("/.well-known/change-password");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${origin}/auth/password/change`]);
    const placed = await visit({ ...passwords, pageAddresses: true });
    expect((await placed.get("/.well-known/change-password")).headers.get("location")).toBe(
      `${placed.origin}/change-password`,
    );
  });

  test("a guard over everything in front answers it, too", async () => {
    const { get, origin } = await visit(passwords, {});
    const answer = await get("/.well-known/change-password");
    expect(answer.headers.get("location")).toBe(`${origin}/auth/password/change`);
  });

  test("says where passkeys are kept, and where else they are used", async () => {
    const { get, origin } = await visit({ ...passwords, ...passkeys(["http://localhost", elsewhere]) });
    const endpoints = await get("/.well-known/passkey-endpoints");
    expect(endpoints.headers.get("content-type")).toBe("application/json");
    expect(await endpoints.json()).toEqual({
      enroll: `${origin}/auth/account`,
      manage: `${origin}/auth/account`,
    });
    expect(await (await get("/.well-known/webauthn")).json()).toEqual({ origins: [elsewhere] });
    const head = await get("/.well-known/webauthn", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("F-03: passkeys without an account page: where one is added", async () => {
    const { get, origin } = await visit(passkeys("http://localhost"));
    expect(await (await get("/.well-known/passkey-endpoints")).json()).toEqual({
      enroll: `${origin}/auth/signin?add=passkey`,
    });
  });

  test("has the documents of plugins, for everybody and for as long as they say", async () => {
    const documents = {
      "keys.json": { maxAge: 300, read: () => ({ keys: [] }) },
      later: { maxAge: 300, read: () => undefined },
    };
    const plugin = fixedCode({ tables: [], steps: [], documents });
    const { get } = await visit({ plugins: [plugin] });
    const answer = await get("/.well-known/keys.json");
    expect([answer.status, answer.headers.get("cache-control"), await answer.json()]).toEqual([
      200,
      "public, max-age=300",
      { keys: [] },
    ]);
    expect((await get("/.well-known/later")).status).toBe(401);
    expect((await get("/.well-known/keys.json", { method: "POST" })).status).toBe(401);
  });

  test("everything else is the app's, and nobody's who is not signed in", async () => {
    const { get } = await visit(passkeys(["http://localhost"]));
    for (const path of [
      "/.well-known/change-password",
      "/.well-known/webauthn",
      "/.well-known/toString",
      "/.well-known/",
      "/.well-known/passkey-endpoints/more",
      "/.well-known%2fpasskey-endpoints",
      "/app/.well-known/passkey-endpoints",
    ])
      expect([path, (await get(path)).status]).toEqual([path, 401]);
    const posted = await get("/.well-known/passkey-endpoints", { method: "POST", body: "x=1" });
    expect(posted.status).toBe(401);
  });

  test.each(["evil.example/@x", "evil.example"])("leads nowhere under the host %s", async (host) => {
    vi.stubEnv("NODE_ENV", "production");
    const { origin } = await visit(passwords);
    const seen = await new Promise((resolve, reject) => {
      const sent = request(`${origin}/.well-known/change-password`, { headers: { host } });
      sent.on("response", (answer) => resolve([answer.statusCode, answer.headers.location]));
      sent.on("error", reject);
      sent.end();
    });
    // To Kit what stands behind the slash is the path: the guard answers it, as for every host that nobody trusts.
    expect(seen).toEqual([name === "SvelteKit" && host.includes("/") ? 500 : 400, undefined]);
  });
});

describe("Next.js", () => {
  const at = (path: string) =>
    new NextRequest(`http://localhost:3000${path}`, { headers: { host: "localhost:3000" } });

  test("a route file answers, and a name that nobody has is 404", async () => {
    clean();
    const { handlers } = FrameworkAuth(configOf(passwords));
    const answer = await handlers.wellKnown.GET(at("/.well-known/change-password"));
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      "http://localhost:3000/api/auth/password/change",
    ]);
    for (const name of ["webauthn", "constructor", "security.txt"])
      expect((await handlers.wellKnown.GET(at(`/.well-known/${name}`))).status).toBe(404);
  });
});

describe("SvelteKit", () => {
  test("the handle answers, and everything else is the app's", async () => {
    clean();
    const auth = onSvelteKit.createAuth(
      configOf({ ...passkeys("http://localhost"), trustHost: true }) as never,
    );
    const resolve = async () => new Response("the app");
    const at = (path: string, method = "GET") =>
      auth.handle({
        event: {
          request: new Request(`http://localhost${path}`, { method }),
          url: new URL(`http://localhost${path}`),
          locals: {},
          route: { id: null },
          getClientAddress: () => "203.0.113.9",
          cookies: { getAll: () => [], set: () => undefined },
        } as never,
        resolve,
      });
    expect(await (await at("/.well-known/passkey-endpoints")).json()).toEqual({
      enroll: expect.stringContaining("/signin?add=passkey"),
    });
    for (const path of ["/.well-known/change-password", "/.well-known/security.txt"])
      expect(await (await at(path)).text()).toBe("the app");
    expect(await (await at("/.well-known/passkey-endpoints", "POST")).text()).toBe("the app");
  });
});

describe("Nuxt", () => {
  test.each([
    ["/", "/api/auth/signin?add=passkey"],
    ["/shop/", undefined],
  ])("the middleware below %s names %s, and answers nothing else", async (baseURL, answered) => {
    clean();
    const auth = onNuxt.createAuth(configOf({ ...passkeys("http://localhost"), trustHost: true }) as never);
    const app = createApp();
    // As Nitro mounts it: an app below a path does not see the root of its host.
    app.use(baseURL, eventHandler(auth.mount({ basePath: "/api/auth", rules: {}, baseURL }).answer));
    app.use(eventHandler(() => "the app"));
    const server = createServer(toNodeListener(app));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      const endpoints = await (await get("/.well-known/passkey-endpoints")).text();
      expect(endpoints).toBe(
        answered === undefined
          ? "the app"
          : JSON.stringify({ enroll: `http://127.0.0.1:${port}${answered}` }),
      );
      for (const at of ["/.well-known/change-password", "/shop/.well-known/passkey-endpoints"])
        expect(await (await get(at)).text()).toBe("the app");
    } finally {
      server.close();
    }
  });
});
