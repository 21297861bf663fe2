/** RA2-B1: where `auth init` puts the endpoints of an app that has routes of its own below the usual path. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

type Files = Readonly<Record<string, string>>;

function project(fixture: string, files: Files): string {
  const folder = copyProject(fixture);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}
const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

const express = (routes: string): Files => ({
  "src/server.ts": `import express from "express";\n\nconst app = express();\n${routes}\napp.listen(3000);\n`,
});
const hono = (routes: string): Files => ({
  "src/index.ts": `import { serve } from "@hono/node-server";\nimport { Hono } from "hono";\n\nconst app = new Hono();\n${routes}\nserve(app);\n`,
});
const nest: Files = {
  "src/login.controller.ts": `import { Controller, Post } from "@nestjs/common";\n\n@Controller("auth")\nexport class LoginController {\n  @Post("login")\n  login(): void {}\n}\n`,
};

const moved: readonly [string, string, Files, string, string][] = [
  [
    "express-esm-ts",
    "routes of Passport",
    express(
      'app.get("/auth/github", (req, res) => res.send("by passport"));\napp.get("/auth/github/callback", (req, res) => res.send("in"));',
    ),
    "src/auth.ts",
    "/auth/github, /auth/github/callback",
  ],
  [
    "express-esm-ts",
    "a router of another file",
    {
      "src/server.ts": `import express from "express";\nimport { login } from "./login.js";\n\nconst app = express();\napp.use("/auth", login);\napp.listen(3000);\n`,
      "src/login.ts": `import { Router } from "express";\n\nexport const login = Router();\nlogin.post("/login", (req, res) => res.send("in"));\n`,
    },
    "src/auth.ts",
    "/auth/login, /auth",
  ],
  [
    "express-esm-ts",
    "something of a package that lists no routes",
    {
      "src/server.ts": `import express from "express";\nimport { oidc } from "some-oidc";\n\nconst app = express();\napp.use("/auth", oidc());\napp.listen(3000);\n`,
    },
    "src/auth.ts",
    "/auth",
  ],
  [
    "hono-ts",
    "a route of Hono",
    hono('app.post("/auth/login", (c) => c.text("in"));'),
    "src/auth.ts",
    "/auth/login",
  ],
  ["nest11-ts", "a controller", nest, "src/auth.ts", "/auth/login"],
  [
    "nitro-ts",
    "a route file of Nitro",
    { "routes/auth/[...].ts": "export default () => 1;\n" },
    "auth.ts",
    "/auth",
  ],
  [
    "sveltekit-ts",
    "a page of SvelteKit",
    { "src/routes/auth/login/+page.svelte": "<h1>Log in</h1>\n" },
    "src/lib/server/auth.ts",
    "/auth/login",
  ],
];

describe("RA2-B1: the endpoints give way", () => {
  it.each(moved)("in %s to %s", async (fixture, _what, files, authFile, named) => {
    const folder = project(fixture, files);
    const { code, stdout, stderr } = await init(folder, "--provider", "github");
    expect(code, stderr).toBe(0);
    expect(stdout + stderr).toContain(
      `This app answers at ${named}: the endpoints of sign-in are below /api/auth.`,
    );
    expect(stdout + stderr).toMatch(/localhost:\d+\/api\/auth\/callback\/github\b/);
    expect(read(folder, authFile)).toContain(
      'basePath: "/api/auth"'.replaceAll('"', quoteOf(read(folder, authFile))),
    );
    const before = snapshotOf(folder);
    expect((await init(folder)).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  it("where both usual paths are taken, nothing is written until one is named", async () => {
    const folder = project(
      "express-esm-ts",
      express(
        'app.get("/auth/me", (req, res) => res.send("1"));\napp.get("/api/auth/me", (req, res) => res.send("2"));',
      ),
    );
    const before = snapshotOf(folder);
    const refused = await init(folder);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining("This app answers at /auth/me, /api/auth/me."),
    ]);
    expect(snapshotOf(folder)).toEqual(before);
    expect((await init(folder, "--base-path", "/sign-in-api")).code).toBe(0);
    expect(read(folder, "src/server.ts")).toContain('app.use("/sign-in-api", auth.handler);');
  });

  it("a path that is named is taken where its endpoints hide nothing of the app", async () => {
    const folder = project(
      "express-esm-ts",
      express('app.get("/auth/callback/github", (req, res) => res.send("1"));'),
    );
    const refused = await init(folder, "--base-path", "/auth");
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining(
        "This app answers at /auth/callback/github, where an endpoint of sign-in would be.",
      ),
    ]);
    expect((await init(folder, "--base-path", "/login")).code).toBe(0);
    expect(read(folder, "src/auth.ts")).toContain('basePath: "/login"');
  });

  it("the client of a front end is told the path", async () => {
    const folder = project("express-esm-ts", express('app.get("/auth/me", (req, res) => res.send("1"));'));
    const manifest = JSON.parse(read(folder, "package.json")) as object;
    writeFileSync(
      path.join(folder, "package.json"),
      JSON.stringify({ ...manifest, devDependencies: { vite: "^7.0.0" } }),
    );
    const { stderr } = await init(folder);
    expect(stderr).toContain('The page asks it by authwright/client with basePath: "/api/auth"');
  });

  it("middleware at the path is no route", async () => {
    const folder = project(
      "express-esm-ts",
      express('app.use("/auth", express.json());\napp.get("/authors", (req, res) => res.send("1"));'),
    );
    const { stdout, stderr } = await init(folder);
    expect(stdout + stderr).not.toContain("AUTH_W_BASE_PATH");
    expect(read(folder, "src/server.ts")).toContain('app.use("/auth", auth.handler);');
  });

  it("routes that only a run knows are said", async () => {
    const folder = project(
      "express-esm-ts",
      express('for (const one of ["login"]) app.get(`/auth/${one}`, (req, res) => res.send("1"));'),
    );
    const { code, stdout, stderr } = await init(folder);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain(
      "src/server.ts:4: routes whose addresses are not in sight. If one is below /auth, run this again with --base-path.",
    );
  });

  it("is refused where it says nothing", async () => {
    const folder = project("next-app-ts", {});
    const fixed = await init(folder, "--base-path", "/auth");
    expect([fixed.code, fixed.stderr]).toEqual([
      2,
      expect.stringContaining("in Next.js (App Router) the endpoints are below /api/auth"),
    ]);
    rmSync(folder, { recursive: true });
    const other = project("hono-ts", {});
    const wrong = await init(other, "--base-path", "auth");
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--base-path auth is no path")]);
  });
});

const quoteOf = (text: string): string => (/from '/.test(text) ? "'" : '"');
