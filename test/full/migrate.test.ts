/** Sample apps of next-auth 4 and 5, migrated and built by Next.js itself, with sessions that the old packages made. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { encode } from "@auth/core/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copySample, removeSamples, repairSample } from "../migrate/samples.js";
import { runMain } from "../support/cli.js";
import { cleanEnv, freePort, mustRun, startServer, type Server } from "../support/process.js";
import { installTarball, npm, npx, temporaryFolder } from "../support/project.js";

const secret = "test-secret-test-secret-test-secret-000";
const person = { sub: "42", name: "Alice", email: "alice@example.com" };
let old: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  old = await temporaryFolder("next-auth 4");
  writeFileSync(path.join(old.folder, "package.json"), '{ "private": true }\n');
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"];
  await mustRun(npm, ["install", ...flags, "next-auth@4.24.15"], { cwd: old.folder, timeoutSeconds: 200 });
}, 240_000);
afterAll(async () => {
  await old?.dispose();
  removeSamples();
});

/** A cookie of the real next-auth 4. */
async function cookieOf4(claims: object = person): Promise<string> {
  const script = `require("next-auth/jwt").encode({ token: ${JSON.stringify(claims)}, secret: "${secret}" }).then((t) => process.stdout.write(t))`;
  const { stdout } = await mustRun(process.execPath, ["-e", script], { cwd: old.folder });
  return `next-auth.session-token=${stdout}`;
}

/** Migrates a sample, installs it with our tarball, builds and starts it. */
async function started(
  name: string,
  env: Record<string, string>,
  before: (folder: string) => void = () => {},
) {
  const folder = copySample(name);
  before(folder);
  const result = await runMain(folder, ["migrate", "--yes", "--no-install"]);
  expect(result.code, result.stderr).toBe(name === "saas-starter-v4" ? 1 : 0);
  repairSample(folder, name);
  const manifest = path.join(folder, "package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/ *"authwright": ".*\n/, ""));
  await installTarball(folder);
  for (const [file, text] of Object.entries(stubs)) {
    if (!readsDatabase(folder)) continue;
    const at = path.join(folder, "node_modules", file);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
  await mustRun(npx, ["next", "build"], { cwd: folder, env: cleanEnv(env), timeoutSeconds: 400 });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(npx, ["next", "start", "--port", String(port)], {
    cwd: folder,
    env: cleanEnv({ ...env, AUTH_TRUST_HOST: "true" }),
    url,
  });
  const get = (at: string, cookie = "") => fetch(url + at, { headers: { cookie }, redirect: "manual" });
  return { folder, url, server, get };
}

/** A database is not what this is about. */
const stubs = {
  "@prisma/client/package.json": '{ "name": "@prisma/client", "main": "index.js", "types": "index.d.ts" }',
  "@prisma/client/index.js": "exports.PrismaClient = class {};",
  "@prisma/client/index.d.ts": "export declare class PrismaClient {}",
  "@auth/prisma-adapter/package.json":
    '{ "name": "@auth/prisma-adapter", "main": "index.js", "types": "index.d.ts" }',
  "@auth/prisma-adapter/index.js":
    'exports.PrismaAdapter = () => Object.fromEntries(["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "linkAccount", "createSession", "getSessionAndUser", "updateSession", "deleteSession", "createVerificationToken", "useVerificationToken"].map((name) => [name, async () => null]));',
  "@auth/prisma-adapter/index.d.ts":
    "export declare function PrismaAdapter(prisma: object): Record<string, (...given: any[]) => any>;",
};

const readsDatabase = (folder: string) =>
  ["src/server/db.ts", "lib/prisma.ts"].some((file) => existsSync(path.join(folder, file)));

const withoutPrisma = (folder: string) => {
  const file = path.join(folder, "package.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/ *"@(?:prisma|auth)\/.*\n/g, ""));
};

describe("next-auth 4, App Router", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("pages, endpoints and guard know the session of before", async () => {
    const env = { NEXTAUTH_SECRET: secret, GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "s" };
    const app = await started("app-v4", env);
    ({ server } = app);
    expect(await (await app.get("/")).text()).toContain("Nobody is signed in");
    const member = await cookieOf4();
    const admin = await cookieOf4({ ...person, role: "admin" });
    expect((await (await app.get("/", admin)).text()).replaceAll("<!-- -->", "")).toContain(
      "Signed in as Alice (admin)",
    );
    const session = await app.get("/api/auth/session", member);
    expect(await session.json()).toMatchObject({ user: { name: "Alice", id: "42" } });
    const lines = session.headers.getSetCookie().join("\n");
    expect(lines).toMatch(/^authjs\.session-token=ey/m);
    expect(lines).toMatch(/^next-auth\.session-token=;/m);
    const refused = await app.get("/admin");
    // Next.js makes addresses of the app itself relative.
    expect(refused.headers.get("location")).toMatch(
      /^(?:http:\/\/localhost:\d+)?\/login\?callbackUrl=%2Fadmin$/,
    );
    expect((await app.get("/admin", member)).headers.get("location")).toMatch(
      /^(?:http:\/\/localhost:\d+)?\/$/,
    );
    expect((await app.get("/admin", admin)).status).toBe(200);
  });
});

describe("next-auth 4, Pages Router", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("API routes, getServerSideProps and guard know the session of before", async () => {
    const env = { NEXTAUTH_SECRET: secret, GITHUB_ID: "id", GITHUB_SECRET: "s" };
    const app = await started(
      "pages-v4",
      { ...env, EMAIL_SERVER: "smtp://localhost", EMAIL_FROM: "a@example.com" },
      withoutPrisma,
    );
    ({ server } = app);
    const cookie = await cookieOf4();
    expect((await app.get("/api/me")).status).toBe(401);
    expect(await (await app.get("/api/me", cookie)).json()).toEqual({ name: "Alice", id: "42" });
    expect(await (await app.get("/api/token", cookie)).json()).toEqual({ sub: "42" });
    expect(Object.keys(await (await app.get("/api/auth/providers")).json())).toEqual(["github", "email"]);
    const refused = await app.get("/profile");
    expect(refused.headers.get("location")).toContain("/api/auth/signin?callbackUrl=");
    const profile = await app.get("/profile", cookie);
    expect(profile.status).toBe(200);
    expect(await profile.text()).toContain("alice@example.com");
    const { csrfToken } = (await (await app.get("/api/auth/csrf")).json()) as { csrfToken: string };
    expect(csrfToken).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("next-auth 5, split configuration", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("page and proxy know the session of before", async () => {
    const app = await started("split-v5", {
      AUTH_SECRET: secret,
      AUTH_GITHUB_ID: "id",
      AUTH_GITHUB_SECRET: "s",
    });
    ({ server } = app);
    const token = await encode({ token: person, secret, salt: "authjs.session-token" });
    const cookie = `authjs.session-token=${token}`;
    expect((await (await app.get("/", cookie)).text()).replaceAll("<!-- -->", "")).toContain(
      "Signed in as Alice",
    );
    expect((await app.get("/dashboard")).headers.get("location")).toContain("/api/auth/signin?callbackUrl=");
    expect((await app.get("/dashboard", cookie)).status).toBe(200);
  });
});

/** Cookies as a browser keeps them. */
function jar() {
  const kept = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (value.join("=") === "" || /Max-Age=0/i.test(line)) kept.delete(name);
      else kept.set(name, value.join("="));
    }
    return response;
  };
  return { keep, header: () => [...kept].map(([name, value]) => `${name}=${value}`).join("; "), kept };
}

async function signInByPassword(url: string, provider: string, fields: Record<string, string>) {
  const cookies = jar();
  const token = cookies.keep(await fetch(`${url}/api/auth/csrf`));
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/${provider}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.header(), "x-auth-return-redirect": "1" },
    body: new URLSearchParams({ csrfToken, callbackUrl: "/", ...fields }),
  });
  return { to: ((await cookies.keep(answer).json()) as { url: string }).url, cookies };
}

describe("the shape of chatbot", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("guests come in by themselves, members by password", async () => {
    const app = await started("chatbot-v5", { AUTH_SECRET: secret });
    ({ server } = app);
    const cookies = jar();
    let at = "/";
    let page = cookies.keep(await app.get(at));
    for (let hops = 0; hops < 4 && page.status >= 300 && page.status < 400; hops += 1) {
      at = new URL(page.headers.get("location") ?? "", app.url + at).href.replace(app.url, "");
      page = cookies.keep(await app.get(at, cookies.header()));
    }
    expect(await page.text()).toContain("<p>Guest</p>");
    const wrong = await signInByPassword(app.url, "credentials", {
      email: "alice@example.com",
      password: "x",
    });
    expect(wrong.to).toContain("error=CredentialsSignin");
    const right = await signInByPassword(app.url, "credentials", {
      email: "alice@example.com",
      password: "correct horse",
    });
    const home = await app.get("/", right.cookies.header());
    expect(await home.text()).toContain("<p>alice@example.com</p>");
  });
});

describe("the shape of saas-starter", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("signs in by password, refuses with the text that authorize threw, guards", async () => {
    const app = await started("saas-starter-v4", {
      NEXTAUTH_SECRET: secret,
      GITHUB_CLIENT_ID: "id",
      GITHUB_CLIENT_SECRET: "s",
    });
    ({ server } = app);
    expect((await app.get("/settings/team")).headers.get("location")).toContain("/auth/login?callbackUrl=");
    const wrong = await signInByPassword(app.url, "credentials", { email: "a@example.com", password: "x" });
    expect(new URL(wrong.to).searchParams.get("code")).toBe("invalid-credentials");
    const right = await signInByPassword(app.url, "credentials", {
      email: "alice@example.com",
      password: "correct horse battery",
    });
    const header = right.cookies.header();
    expect(await (await app.get("/", header)).text()).toContain("Hello Alice");
    expect(await (await app.get("/api/me", header)).json()).toMatchObject({ data: { id: "42" } });
    const of4 = await cookieOf4();
    expect(await (await app.get("/api/me", of4)).json()).toMatchObject({ data: { id: "42" } });
  });
});
