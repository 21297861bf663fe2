/** `auth init` where there is nothing that it can set up: what was seen, and where to go on. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

let folder: string;
beforeEach(() => {
  folder = copyProject("empty");
});
afterEach(removeProjects);

function app(at: string, ...dependencies: string[]): void {
  mkdirSync(path.join(folder, at), { recursive: true });
  const manifest = { name: at.replaceAll("/", "-"), dependencies: allOf(dependencies) };
  writeFileSync(path.join(folder, at, "package.json"), JSON.stringify(manifest));
}
const allOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "*"]));
const server = (at: string) =>
  cpSync(path.join(projectRoot, "test/fixtures/projects/express-esm-ts"), path.join(folder, at), {
    recursive: true,
  });

async function refused(at: string, ...flags: string[]): Promise<string> {
  const before = snapshotOf(folder);
  const { code, stderr } = await runMain(path.join(folder, at), ["init", "--yes", "--no-install", ...flags]);
  expect(code, stderr).toBe(2);
  expect(snapshotOf(folder)).toEqual(before);
  return stderr;
}

test.each([[], ["--framework", "express"]])(
  "N-10 Angular SSR is no Express app: its lines would stand behind the catch-all %s %s",
  async (...flags) => {
    app("shop", "@angular/core", "@angular/ssr", "express");
    mkdirSync(path.join(folder, "shop/src"));
    writeFileSync(
      path.join(folder, "shop/src/server.ts"),
      `import { AngularNodeAppEngine, createNodeRequestHandler, writeResponseToNodeResponse } from "@angular/ssr/node";
import express from "express";

const app = express();
const angularApp = new AngularNodeAppEngine();
app.use(express.static("browser"));
app.use((req, res, next) => {
  angularApp.handle(req).then((response) => (response ? writeResponseToNodeResponse(response, res) : next())).catch(next);
});
export const reqHandler = createNodeRequestHandler(app);
`,
    );
    const stderr = await refused("shop", ...flags);
    expect(stderr).toContain("This is an Angular SSR app");
    expect(stderr).toContain("above the line with angularApp.handle");
    expect(stderr).toContain("docs/frameworks/express.md");
  },
);

test.each([
  ["solidstart", "SolidStart", "docs/frameworks/solid-start.md"],
  ["qwikcity", "Qwik City", "docs/frameworks/web.md"],
  ["react-router", "React Router", "docs/frameworks/react-router.md"],
])("--framework %s: known by name, and no other one is suggested", async (word, name, page) => {
  app("api", "express");
  const stderr = await refused("api", "--framework", word);
  expect(stderr).toContain(`auth init does not set up ${name}`);
  expect(stderr).toContain(page);
  expect(stderr).not.toContain("Did you mean");
});

describe("F-58", () => {
  test.each([
    ["hono", "This is a Hono app", "web.md"],
    ["astro", "This is an Astro app", "astro.md"],
    ["@remix-run/dev", "This is a Remix app", "react-router.md"],
    ["elysia", "This is an Elysia app", "elysia.md"],
    ["@tanstack/react-start", "This is a TanStack Start app", "tanstack-start.md"],
  ])("a project of another framework, %s: it is named, with its page", async (dependency, said, page) => {
    app("api", dependency, "vite");
    const stderr = await refused("api");
    expect(stderr).toContain(said);
    expect(stderr).toContain(`docs/frameworks/${page}`);
  });

  test.each([
    ["folders side by side", () => {}],
    ["a repository", () => void execFileSync("git", ["init", "-q", folder])],
    [
      "a workspace",
      () => writeFileSync(path.join(folder, "package.json"), '{ "workspaces": ["client", "server"] }'),
    ],
  ])("a Vite client beside a server, %s: the server is named", async (_what, prepare) => {
    app("client", "react", "vite");
    server("server");
    prepare();
    const stderr = await refused("client");
    expect(stderr).toContain("Vite app: it runs in the browser");
    expect(stderr).toContain("npx authwright init --cwd ../server\n");
    expect(stderr).toContain("docs/frameworks/web.md");
  });

  test("a client beside a server that is a repository of its own belongs to somebody else", async () => {
    app("client", "react", "vite");
    server("server");
    execFileSync("git", ["init", "-q", path.join(folder, "server")]);
    const { code, stderr } = await runMain(path.join(folder, "server"), ["init", "--yes", "--no-install"]);
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain("vite.config");
  });

  test("a client beside the server that is set up: what it has to pass on, and where that is told", async () => {
    app("client", "react", "vite");
    app("site", "@sveltejs/kit", "vite");
    server("server");
    writeFileSync(path.join(folder, "package.json"), '{ "workspaces": ["client", "server", "site"] }');
    const { code, stderr } = await runMain(path.join(folder, "server"), ["init", "--yes", "--no-install"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(
      'in vite.config of ../client: server: { proxy: { "^/(auth|sign-in|sign-out|auth-error|check-your-email)": { target: "http://localhost:3000" } } }',
    );
    expect(stderr).toContain("docs/guides/front-end.md");
    const client = await refused("client");
    expect(client).toContain("authwright/client");
    expect(client).toContain("docs/guides/front-end.md");
  });

  test("RA-15 a server beside a client that is a repository of its own: it is somebody else's", async () => {
    app("client", "react", "vite");
    server("server");
    execFileSync("git", ["init", "-q", path.join(folder, "server")]);
    expect(await refused("client")).not.toContain("--cwd ../server");
  });

  test("RA-15 Hono without a server that is known: what makes it one", async () => {
    app("api", "hono");
    expect(await refused("api")).toContain("With @hono/node-server in package.json, or a wrangler file");
  });

  test("a client alone: no server is made up", async () => {
    app("shop/client", "react", "vite");
    app("shop/other", "left-pad");
    const stderr = await refused("shop/client");
    expect(stderr).not.toContain("--cwd ../");
    expect(stderr).toContain("docs/frameworks/web.md");
  });

  test("a workspace of other apps: each is named", async () => {
    writeFileSync(path.join(folder, "package.json"), '{ "workspaces": ["apps/*"] }');
    app("apps/api", "hono");
    app("apps/web", "react", "vite");
    const stderr = await refused("");
    expect(stderr).toContain("below it: apps/api (Hono), apps/web (Vite)");
  });

  test("a package with no framework at all beside a server: the server is named", async () => {
    app("tools", "left-pad");
    server("server");
    expect(await refused("tools")).toContain("npx authwright init --cwd ../server\n");
  });
});
