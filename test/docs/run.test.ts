/** The guides' code, run as it stands on the page, with the built package. */
import { readFileSync } from "node:fs";
import { Server, type AddressInfo } from "node:net";
import path from "node:path";
import type { Express } from "express";
import { describe, expect, test, vi } from "vitest";
import { copyProject, runMain } from "../support/cli.js";
import { openPage } from "../support/page.js";
import { load, secret, serve, useWorkshop } from "./guides.js";
import { readPages, snippetsOf } from "./pages.js";

useWorkshop();

describe("the guides run", () => {
  test("protect: page, path and API refuse strangers, each in its way", async () => {
    vi.stubEnv("AUTH_SECRET", secret);
    vi.stubEnv("AUTH_URL", "http://localhost/auth");
    interface Fetched {
      request(path: string, init?: object): Promise<Response>;
    }
    const { app, hono, h3, fastify } = await load<{
      app: Express;
      hono: Fetched;
      h3: Fetched;
      fastify: { inject(request: object): Promise<{ statusCode: number }> };
    }>(
      "protect",
      `export { app } from "./src/server";
       export { honoGuards as hono } from "./src/hono-guards";
       export { h3Guards as h3 } from "./src/h3-guards";
       export { fastifyGuards as fastify } from "./src/fastify-guards";`,
    );
    const asked = { method: "DELETE", headers: { accept: "application/json", host: "localhost" } };
    for (const server of [hono, h3]) {
      expect((await server.request("http://localhost/admin/x")).status).toBe(302);
      expect((await server.request("http://localhost/admin/x", asked)).status).toBe(401);
    }
    for (const method of ["GET", "DELETE"])
      for (const url of ["/admin/x", "/orders"])
        expect((await fastify.inject({ ...asked, method, url })).statusCode).toBe(401);
    vi.stubEnv("AUTH_URL", undefined);
    await serve(app, async (origin) => {
      const page = await openPage(`${origin}/account`);
      expect([page.status, page.location]).toEqual([302, "/sign-in?callbackUrl=%2Faccount"]);
      expect((await openPage(`${origin}/settings/mail`)).status).toBe(302);
      expect((await fetch(`${origin}/api/orders`, { redirect: "manual" })).status).toBe(401);
    });
  });

  test("F-09, protect: what each server refuses on the page, it refuses", async () => {
    vi.stubEnv("AUTH_SECRET", secret);
    const { statusOf } = await load<{
      statusOf: Record<string, (path: string) => Promise<number>>;
    }>(
      "protect",
      `import { honoGuards } from "./src/hono-guards";
       import { fastifyGuards } from "./src/fastify-guards";
       import { h3Guards } from "./src/h3-guards";
       import { koaGuards } from "./src/koa-guards";
       import { nodeGuards } from "./src/node-guards";
       import { createServer } from "node:http";
       const headers = { accept: "application/json" };
       const over = (server) => async (path) => {
         await new Promise((resolve) => server.listen(0, resolve));
         const { status } = await fetch("http://localhost:" + server.address().port + path, { headers });
         server.close();
         return status;
       };
       const url = (path) => "http://localhost" + path;
       export const statusOf = {
         hono: async (path) => (await honoGuards.request(url(path), { headers })).status,
         h3: async (path) => (await h3Guards.request(url(path), { headers })).status,
         fastify: async (path) => (await fastifyGuards.inject({ url: path, headers })).statusCode,
         koa: over(createServer(koaGuards.callback())),
         node: over(nodeGuards),
       };`,
    );
    for (const [server, ask] of Object.entries(statusOf))
      expect([server, await ask("/orders"), await ask("/admin/x")]).toEqual([server, 401, 401]);
  });

  test("testing: the tests on the page pass", async () => {
    vi.stubEnv("AUTH_SECRET", secret);
    const tests = await load<Record<string, () => Promise<void>>>(
      "testing",
      `import { app } from "./src/app";
       import { testListener } from "./test/listener-account";
       export { testAccount } from "./test/account";
       export { testHono } from "./test/hono-account";
       export { testFastify } from "./test/fastify-account";
       export { testH3 } from "./test/h3-account";
       export const listener = () => testListener(app);`,
    );
    expect(Object.keys(tests)).toHaveLength(5);
    for (const run of Object.values(tests)) await expect(run()).resolves.toBeUndefined();
  });

  test("sign-in-buttons: the form starts a sign-in; the menu shows a name as text", async () => {
    vi.stubEnv("AUTH_SECRET", secret);
    vi.stubEnv("AUTH_GITHUB_ID", "id");
    const { app, userMenu } = await load<{ app: Express; userMenu: (session: object | null) => string }>(
      "sign-in-buttons",
      `export { userMenu } from "./src/head";
       import express from "express";
       import { auth } from "./src/auth";
       import { login } from "./src/login";
       export const app = express().use(login).use("/auth", auth.handler);`,
    );
    await serve(app, async (origin) => {
      const html = await (await fetch(`${origin}/login`)).text();
      const action = /action="([^"]+)"/.exec(html)?.[1];
      const first = await fetch(`${origin}/auth/csrf`);
      const { csrfToken } = (await first.json()) as { csrfToken: string };
      const answer = await fetch(origin + action, {
        method: "POST",
        redirect: "manual",
        headers: {
          cookie: first.headers
            .getSetCookie()
            .map((line) => line.split(";")[0])
            .join("; "),
        },
        body: new URLSearchParams({ csrfToken, callbackUrl: "/account" }),
      });
      expect(answer.headers.get("location")).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
    });
    expect(userMenu(null)).toContain('href="/sign-in"');
    const menu = userMenu({ user: { name: '<img onerror="x">' } });
    expect(menu).toContain("<summary>&#60;img onerror=&#34;x&#34;&#62;</summary>");
  });

  test("session-data: the plan reaches the session of each server", async () => {
    vi.stubEnv("AUTH_SECRET", secret);
    const { hasTeamPlan, cookieOf, texts } = await load<{
      hasTeamPlan: (req: object) => Promise<boolean>;
      cookieOf: (claims: object) => Promise<string>;
      texts: (cookie: string) => Promise<string[]>;
    }>(
      "session-data",
      `export { hasTeamPlan } from "./src/auth";
       import { honoPlan } from "./src/hono-plan";
       import { fastifyPlan } from "./src/fastify-plan";
       import { h3Plan } from "./src/h3-plan";
       import { encode } from "authwright/jwt";
       const salt = "authjs.session-token";
       export const cookieOf = async (token) =>
         salt + "=" + (await encode({ token, salt, secret: process.env.AUTH_SECRET }));
       const url = "http://localhost/plan";
       export const texts = async (cookie) => [
         await (await honoPlan.request(url, { headers: { cookie } })).text(),
         await (await h3Plan.request(url, { headers: { cookie } })).text(),
         (await fastifyPlan.inject({ url: "/plan", headers: { cookie } })).body,
       ];`,
    );
    const asks = async (plan: string) =>
      hasTeamPlan({ headers: { host: "localhost", cookie: await cookieOf({ sub: "1", plan }) } });
    expect([await asks("team"), await asks("free")]).toEqual([true, false]);
    expect(new Set(await texts(await cookieOf({ sub: "1", name: "Ada", plan: "team" })))).toEqual(
      new Set(["Your plan: team"]),
    );
  });

  test("roles: a verified address on the list has the role; who is blocked gets no session, and has none", async () => {
    vi.stubEnv("AUTH_ADMINS", "ada@example.com, Grace@example.com");
    const { roleOf, blocked, visit } = await load<{
      roleOf: (user: object) => string;
      blocked: Set<string>;
      visit: (
        email: string,
      ) => Promise<{ session: { user?: object } | null; cookies: string[]; signIn: boolean }>;
    }>(
      "roles",
      `import { Auth } from "authwright";
       import { encode } from "authwright/jwt";
       import { blocked, callbacks } from "./src/blocked";
       export { blocked };
       export { roleOf } from "./roles";
       const salt = "authjs.session-token";
       const config = { secret: "${secret}", trustHost: true, providers: [], callbacks };
       export async function visit(email) {
         const cookie = salt + "=" + (await encode({ token: { sub: "1", email }, salt, secret: config.secret }));
         const answer = await Auth(new Request("http://localhost/auth/session", { headers: { cookie } }), config);
         return { session: await answer.json(), cookies: answer.headers.getSetCookie(), signIn: await callbacks.signIn({ user: { email } }) };
       }`,
    );
    const emailVerified = new Date();
    expect(roleOf({ email: "grace@example.com", emailVerified })).toBe("admin");
    expect(roleOf({ email: "ada@example.com" })).toBe("user");
    expect(roleOf({ email: "eve@example.com", emailVerified })).toBe("user");
    const ada = await visit("ada@example.com");
    expect([ada.session?.user, ada.signIn]).toEqual([{ email: "ada@example.com" }, true]);
    const eve = await visit("Eve@example.com");
    expect([eve.session, eve.signIn]).toEqual([null, false]);
    expect(eve.cookies.join()).toMatch(/authjs\.session-token=;.*Max-Age=0/);
    blocked.delete("eve@example.com");
    expect((await visit("eve@example.com")).signIn).toBe(true);
  });

  test("F-10: roles.ts stands on one page, as the command writes it", async () => {
    const shown = readPages().flatMap((page) =>
      snippetsOf(page).flatMap(({ file, code }) =>
        /(?:^|\/)roles\.ts$/.test(file ?? "") ? [[page.path, code]] : [],
      ),
    );
    const folder = copyProject("express-esm-ts");
    for (const line of [
      ["init", "--provider", "github", "--no-install"],
      ["add-role", "admin"],
      ["add-role", "support"],
    ])
      expect((await runMain(folder, [...line, "--yes"])).code).toBe(0);
    expect(shown).toEqual([
      ["docs/guides/roles.md", readFileSync(path.join(folder, "src/roles.ts"), "utf8")],
    ]);
  });

  test("pages, languages: name and logo stand on the sign-in page, in the reader's language", async () => {
    const { theme } = await load<{ theme: object }>("pages", 'export { theme } from "./src/auth-theme";');
    const { signInPage } = await load<{ signInPage: (theme: object) => Promise<string> }>(
      "languages",
      `import { Auth } from "authwright";
       import GitHub from "authwright/providers/github";
       import { languages } from "./src/auth-languages";
       const providers = [GitHub({ clientId: "id", clientSecret: "secret" })];
       const request = new Request("http://localhost/auth/signin", { headers: { "accept-language": "de" } });
       export const signInPage = async (theme) =>
         (await Auth(request, { secret: "${secret}", trustHost: true, providers, theme, ...languages })).text();`,
    );
    const html = await signInPage(theme);
    expect(html).toContain('lang="de"');
    expect(html).toContain("Shop");
    expect(html).toContain('src="/logo.svg"');
  });

  test("linking: an account is taken away", async () => {
    const { accountsAfter } = await load<{ accountsAfter: () => Promise<string[]> }>(
      "linking",
      `import { MemoryAdapter } from "authwright/adapters/memory";
       import { unlink } from "./src/unlink";
       export async function accountsAfter() {
         const store = MemoryAdapter();
         const { id: userId } = await store.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
         for (const provider of ["github", "google"])
           await store.linkAccount({ userId, provider, providerAccountId: "7", type: "oauth" });
         await unlink(store, "github", "7");
         const found = ["github", "google"].map((provider) =>
           store.getUserByAccount({ provider, providerAccountId: "7" }),
         );
         return (await Promise.all(found)).map((user) => (user ? "there" : "gone"));
       }`,
    );
    expect(await accountsAfter()).toEqual(["gone", "there"]);
  });

  test("health-and-metrics: the probe answers", async () => {
    vi.stubEnv("AUTH_SECRET", secret);
    const { app } = await load<{ app: Express }>("health-and-metrics", 'export { app } from "./src/health";');
    await serve(app, async (origin) => {
      expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ ok: true, problems: [] });
    });
  });

  test("bearer-tokens: a token in the header opens, a request without one gets 401", async () => {
    vi.stubEnv("AUTH_SECRET", secret);
    const listen = Server.prototype.listen;
    const started = new Promise<Server>((resolve) => {
      vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
        vi.restoreAllMocks();
        return listen.call(this, 0, () => resolve(this));
      });
    });
    const { bearer } = await load<{ bearer: () => Promise<string> }>(
      "bearer-tokens",
      `import "./src/api";
       import { encode } from "authwright/jwt";
       const salt = "__Secure-authjs.session-token";
       export const bearer = async () =>
         "Bearer " + (await encode({ token: { sub: "1" }, salt, secret: process.env.AUTH_SECRET }));`,
    );
    const server = await started;
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    expect((await fetch(url)).status).toBe(401);
    const answer = await fetch(url, { headers: { authorization: await bearer() } });
    expect(await answer.json()).toEqual({ user: "1" });
    server.close();
  });

  test.each([
    [false, "challengeFailed"],
    [true, undefined],
  ])("captcha: what Turnstile says (%s) decides about a sign-up", async (success, problem) => {
    const asked: string[] = [];
    const { signUp } = await load<{ signUp: (fields: object) => Promise<Record<string, unknown>> }>(
      "captcha",
      `import { Auth } from "authwright";
       import { MemoryAdapter } from "authwright/adapters/memory";
       import Resend from "authwright/providers/resend";
       import { passwords } from "./src/captcha";
       const config = {
         secret: "${secret}", trustHost: true, adapter: MemoryAdapter(), plugins: [passwords],
         providers: [Resend({ apiKey: "key", signIn: false })], session: { strategy: "jwt" },
       };
       const at = (path) => "http://localhost/auth/" + path;
       export async function signUp(fields) {
         const first = await Auth(new Request(at("csrf")), config);
         const cookie = first.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
         const { csrfToken } = await first.json();
         const headers = { cookie, "content-type": "application/json", "x-auth-return-redirect": "1" };
         const body = JSON.stringify({ ...fields, csrfToken });
         return (await Auth(new Request(at("password/sign-up"), { method: "POST", headers, body }), config)).json();
       }`,
    );
    vi.stubGlobal("fetch", async (url: string | URL, { body }: RequestInit) => {
      asked.push(
        `${new URL(url).host} ${body instanceof URLSearchParams ? body.get("response") : ""}`.trim(),
      );
      return Response.json(String(url).includes("turnstile") ? { success } : {});
    });
    const answer = await signUp({
      email: "ada@example.com",
      password: "correct horse battery",
      "cf-turnstile-response": "token",
    });
    expect(asked[0]).toBe("challenges.cloudflare.com token");
    expect(JSON.stringify(answer).includes("challengeFailed")).toBe(problem !== undefined);
  });

  test("credentials: the right password signs in, a wrong one and a locked account do not", async () => {
    vi.stubEnv("AUTH_SECRET", secret);
    vi.spyOn(console, "error").mockReturnValue();
    const { app, register, users } = await load<{
      app: Express;
      register: (email: string, name: string, password: string) => Promise<void>;
      users: Map<string, object>;
    }>(
      "credentials",
      `import express from "express";
       import { auth } from "./src/auth";
       export { register, users } from "./src/users";
       export const app = express().use("/auth", auth.handler);`,
    );
    await register("ada@example.com", "Ada", "correct horse");
    await register("bob@example.com", "Bob", "battery staple");
    users.set("bob@example.com", { ...users.get("bob@example.com"), isLocked: true });
    await serve(app, async (origin) => {
      const first = await fetch(`${origin}/auth/csrf`);
      const { csrfToken } = (await first.json()) as { csrfToken: string };
      const cookie = first.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      const signIn = async (email: string, password: string) => {
        const answer = await fetch(`${origin}/auth/callback/credentials`, {
          method: "POST",
          redirect: "manual",
          headers: { cookie },
          body: new URLSearchParams({ csrfToken, email, password, callbackUrl: "/home" }),
        });
        return answer.headers.get("location")?.slice(origin.length);
      };
      expect(await signIn("ada@example.com", "correct horse")).toBe("/home");
      expect(await signIn("ada@example.com", "wrong")).toBe(
        "/auth/signin?error=CredentialsSignin&code=credentials",
      );
      expect(await signIn("eve@example.com", "x")).toBe(
        "/auth/signin?error=CredentialsSignin&code=credentials",
      );
      expect(await signIn("bob@example.com", "battery staple")).toBe(
        "/auth/signin?error=CredentialsSignin&code=locked",
      );
    });
  });

  test("tokens: twenty callers of an expired token make one request, and the new refresh token is kept", async () => {
    const sent: string[] = [];
    vi.stubGlobal("fetch", async (_url: string, init: { body: URLSearchParams }) => {
      sent.push(init.body.get("refresh_token") ?? "");
      await new Promise((resolve) => setTimeout(resolve, 20));
      const next = sent.length + 1;
      return Response.json({
        access_token: `access-${next}`,
        refresh_token: `refresh-${next}`,
        expires_in: 30,
      });
    });
    const { keepTokens, accessTokenOf } = await load<{
      keepTokens: (account: object) => void;
      accessTokenOf: (person: string) => Promise<string | undefined>;
    }>("tokens", 'export { accessTokenOf, keepTokens } from "./src/tokens";');
    keepTokens({
      providerAccountId: "ada",
      access_token: "access-1",
      refresh_token: "refresh-1",
      expires_at: Date.now() / 1000,
    });
    const all = await Promise.all(Array.from({ length: 20 }, () => accessTokenOf("ada")));
    expect(new Set(all)).toEqual(new Set(["access-2"]));
    expect(await accessTokenOf("ada")).toBe("access-3");
    expect(sent).toEqual(["refresh-1", "refresh-2"]);
    expect(await accessTokenOf("stranger")).toBeUndefined();
  });
});
