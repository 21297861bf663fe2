/** The migrated samples run, and the session cookies of before are still worth something. */
import { spawnSync } from "node:child_process";
import { hkdfSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { encode } from "@auth/core/jwt";
import { build } from "esbuild";
import { EncryptJWT } from "jose";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import GitHub from "../../src/providers/github.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import NextAuth, { type FrameworkAuthConfig } from "../../src/runtime/integrations/next/index.js";
import { envTrustsHost } from "../../src/runtime/settings/env.js";
import { runMain } from "../support/cli.js";
import { cleanEnv, freePort, startServer } from "../support/process.js";
import { copySample, linkPackages, removeSamples } from "./samples.js";

afterAll(removeSamples);

const secret = "test-secret-test-secret-test-secret-000";
const person = { sub: "42", name: "Alice", email: "alice@example.com" };

/** What @auth/core puts into the cookie. */
const cookieOf5 = async () =>
  `authjs.session-token=${await encode({ token: person, secret, salt: "authjs.session-token" })}`;

/** What next-auth 4 puts into the cookie. */
const tokenOf4 = (payload: object = person) =>
  new EncryptJWT({ ...payload })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuedAt()
    .setExpirationTime("30d")
    .setJti("00000000-0000-4000-8000-000000000000")
    .encrypt(new Uint8Array(hkdfSync("sha256", secret, "", "NextAuth.js Generated Encryption Key", 32)));

async function migrated(name: string): Promise<string> {
  const folder = copySample(name);
  const result = await runMain(folder, ["migrate", "--yes", "--no-install"]);
  expect(result.code, result.stderr).toBe(0);
  linkPackages(folder);
  return folder;
}

test("Express: signed in before the migration, signed in after it", async () => {
  const folder = await migrated("express");
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { PORT: String(port), AUTH_SECRET: secret, AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "s" };
  const server = await startServer(process.execPath, ["src/server.js"], {
    cwd: folder,
    env: cleanEnv(env),
    url: `${url}/me`,
  });
  try {
    const me = async (cookie: string) => (await fetch(`${url}/me`, { headers: { cookie } })).json();
    expect(await me("")).toBeNull();
    expect(await me(await cookieOf5())).toMatchObject({ name: "Alice", id: "42" });
    expect(await me(`next-auth.session-token=${await tokenOf4()}`)).toMatchObject({
      name: "Alice",
      id: "42",
    });
    const providers = await (await fetch(`${url}/auth/providers`)).json();
    expect(Object.keys(providers)).toEqual(["github", "google"]);
  } finally {
    await server.stop();
  }
});

test("@auth/core: the handler and getToken know the session of before", async () => {
  const folder = await migrated("core-fetch");
  const script = path.join(folder, "run.mjs");
  await build({
    entryPoints: [path.join(folder, "src/handler.ts")],
    outfile: path.join(folder, "handler.mjs"),
    format: "esm",
  });
  writeFileSync(
    script,
    `import { handler, sessionOf } from "./handler.mjs";
const request = (path, cookie) => new Request("http://localhost" + path, { headers: { cookie } });
const [cookie] = process.argv.slice(2);
const session = await (await handler(request("/auth/session", cookie))).json();
console.log(JSON.stringify([
  session.team, session.user.name, await (await handler(request("/", cookie))).json(),
  (await handler(request("/", ""))).status, (await sessionOf(request("/", cookie))).user.email,
]));`,
  );
  const run = spawnSync(process.execPath, [script, await cookieOf5()], {
    cwd: folder,
    env: cleanEnv({ AUTH_SECRET: secret }) as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  expect(JSON.parse(run.stdout)).toEqual(["core", "Alice", { name: "Alice" }, 401, "alice@example.com"]);
});

/** What Next makes of a request before an API route gets it. */
async function pagesServer(config: FrameworkAuthConfig) {
  const { handlers, auth } = NextAuth({ secret, logger: { error: () => {} }, ...config });
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    req.headers["x-forwarded-proto"] ??= "http";
    void (async () => {
      if (req.method === "POST") {
        const chunks: Buffer[] = [];
        for await (const chunk of req) chunks.push(chunk as Buffer);
        Object.assign(req, {
          body: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
        });
      }
      if (req.url?.startsWith("/api/auth")) return handlers.pages(req as never, res as never);
      const session = await auth(req as never, res as never);
      res.end(JSON.stringify(session));
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  servers.push(() => new Promise((resolve) => void server.close(() => resolve(undefined))));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const servers: (() => Promise<unknown>)[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map((close) => close()))));

const credentials = {
  id: "credentials",
  name: "Credentials",
  type: "credentials" as const,
  credentials: { password: {} },
  authorize: ({ password }: { password?: unknown }) => (password === "pw" ? { id: "7", name: "Bob" } : null),
};

describe("handlers.pages: the endpoints as an API route", () => {
  test("a whole sign-in and sign-out, with bodies that Next has parsed", async () => {
    const url = await pagesServer({ providers: [credentials] });
    const jar = new Map<string, string>();
    const go = async (to: string, body?: Record<string, string>) => {
      const response = await fetch(url + to, {
        redirect: "manual",
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(body && { method: "POST", body: new URLSearchParams(body) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    };
    const csrf = async () => ((await (await go("/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
    const csrfToken = await csrf();
    const refused = await go("/api/auth/callback/credentials", { csrfToken, password: "no" });
    expect(refused.headers.get("location")).toContain("error=CredentialsSignin");
    const done = await go("/api/auth/callback/credentials", {
      csrfToken,
      password: "pw",
      callbackUrl: "/home",
    });
    expect([done.status, done.headers.get("location")]).toEqual([302, `${url}/home`]);
    expect(await (await go("/")).json()).toMatchObject({ user: { name: "Bob" } });
    await go("/api/auth/signout", { csrfToken: await csrf() });
    expect(await (await go("/")).json()).toBeNull();
  });

  test("a session of next-auth 4 is read and re-issued under the new name; the old cookie goes", async () => {
    const url = await pagesServer({ providers: [credentials] });
    const response = await fetch(`${url}/api/auth/session`, {
      headers: { cookie: `next-auth.session-token=${await tokenOf4()}` },
    });
    expect(await response.json()).toMatchObject({ user: { name: "Alice" } });
    const lines = response.headers.getSetCookie();
    expect(lines.find((line) => line.startsWith("next-auth.session-token=;"))).toMatch(
      /Max-Age=0|Expires=Thu, 01 Jan 1970/i,
    );
    const fresh = lines.find((line) => line.startsWith("authjs.session-token="))?.split(";")[0] ?? "";
    expect(await (await fetch(url, { headers: { cookie: fresh } })).json()).toMatchObject({
      user: { name: "Alice" },
    });
  });

  test("a long session of next-auth 4 in pieces", async () => {
    const url = await pagesServer({ providers: [credentials] });
    const token = await tokenOf4({ ...person, more: "x".repeat(6000) });
    const pieces = token.match(/.{1,3900}/gs) ?? [];
    expect(pieces.length).toBeGreaterThan(1);
    const cookie = pieces.map((piece, at) => `next-auth.session-token.${at}=${piece}`).join("; ");
    expect(await (await fetch(url, { headers: { cookie } })).json()).toMatchObject({
      user: { name: "Alice" },
    });
  });

  test("a session of next-auth 4 in a cookie that the app has named itself", async () => {
    const cookies = { sessionToken: { name: "our.session" } };
    const url = await pagesServer({ providers: [credentials], cookies });
    const response = await fetch(`${url}/api/auth/session`, {
      headers: { cookie: `our.session=${await tokenOf4()}` },
    });
    expect(await response.json()).toMatchObject({ user: { name: "Alice" } });
    const fresh = response.headers.getSetCookie().find((line) => line.startsWith("our.session=ey"));
    const [header = ""] = (fresh ?? "").slice("our.session=".length).split(".");
    expect(JSON.parse(Buffer.from(header, "base64url").toString())).toMatchObject({ enc: "A256CBC-HS512" });
    const again = await fetch(url, { headers: { cookie: fresh?.split(";")[0] ?? "" } });
    expect(await again.json()).toMatchObject({ user: { name: "Alice" } });
  });

  test("a database session of next-auth 4: the row stays, its token gets the new cookie", async () => {
    const adapter = MemoryAdapter();
    const user = await adapter.createUser?.({
      id: "1",
      email: "alice@example.com",
      emailVerified: null,
      name: "Alice",
    });
    const expires = new Date(Date.now() + 86_400_000);
    await adapter.createSession?.({ sessionToken: "row-token-of-before", userId: user?.id ?? "", expires });
    const url = await pagesServer({
      providers: [GitHub({ clientId: "id", clientSecret: "s" })],
      adapter,
      session: { strategy: "database" },
    });
    const response = await fetch(`${url}/api/auth/session`, {
      headers: { cookie: "next-auth.session-token=row-token-of-before" },
    });
    expect(await response.json()).toMatchObject({ user: { email: "alice@example.com" } });
    expect(response.headers.getSetCookie().join("\n")).toContain("authjs.session-token=row-token-of-before;");
  });
});

test.each([
  [{ NEXTAUTH_URL: "https://app.example.com" }, true],
  [{ NEXTAUTH_URL: "app.example.com" }, false],
  [{ NEXTAUTH_URL: "https://app.example.com", AUTH_TRUST_HOST: "false" }, false],
])("an address of next-auth 4 in production: %j is enough: %s", (env, trusted) => {
  expect(envTrustsHost({ NODE_ENV: "production", ...env })).toBe(trusted);
});
