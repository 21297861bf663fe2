/** Sample apps of next-auth 4 and 5, migrated and built by Next.js itself, with sessions that the old packages made. */
import path from "node:path";
import { encode } from "@auth/core/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf4, edit, installOld, person, removeAll, secret, started } from "./migrated-app.js";
import type { Server } from "../support/process.js";

beforeAll(installOld, 240_000);
afterAll(removeAll);

const withoutPrisma = (folder: string) =>
  edit(path.join(folder, "package.json"), (text) => text.replace(/ *"@(?:prisma|auth)\/.*\n/g, ""));

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
      { before: withoutPrisma },
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
