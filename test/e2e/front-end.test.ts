/** docs/guides/front-end.md as it stands: a Vite front end beside an Express API, in Chromium. */
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import express from "express";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import OIDC from "../../src/providers/oidc.js";
import { createAuth } from "../../src/runtime/integrations/express.js";
import { projectRoot } from "../architecture/source-tree.js";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, freePort, startServer } from "../support/process.js";
import { startStrictProvider } from "./strict-provider.js";

const page = `<!doctype html>
<html lang="en"><head><title>Shop</title></head>
<body><output></output><button>Sign in</button><script type="module" src="/main.js"></script></body></html>
`;

let browser: Browser;
let folder: string;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "authwright front end ")));
  await mkdir(path.join(folder, "node_modules"));
  await symlink(projectRoot, path.join(folder, "node_modules/authwright"), "dir");
}, 60_000);
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function snippets(): Promise<Map<string, string>> {
  const text = await readFile(path.join(projectRoot, "docs/guides/front-end.md"), "utf8");
  return new Map(
    [...text.matchAll(/```js (\S+)\n([^]*?)```/g)].map(([, name = "", code = ""]) => [name, code]),
  );
}

async function startApi(issuer: Awaited<ReturnType<typeof startStrictProvider>>): Promise<number> {
  const { clientId, clientSecret } = issuer;
  const auth = createAuth({
    secret: "test-secret-test-secret-test-secret-000",
    providers: [OIDC({ issuer: issuer.issuer, clientId, clientSecret })],
  });
  const api = express().use("/auth", auth.handler);
  api.get("/api/orders", auth.require(), (req, res) => void res.json({ of: req.auth?.user?.name }));
  const server: Server = api.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return (server.address() as { port: number }).port;
}

test(
  "one origin: sign-in, the session in the page and for the API, another tab, sign-out",
  { timeout: 120_000 },
  async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const provider = await startStrictProvider(`${origin}/auth/callback/oidc`);
    closing.push(() => provider.close());
    const apiPort = await startApi(provider);
    const code = await snippets();
    const config = code
      .get("vite.config.js")
      ?.replaceAll("http://localhost:3000", `http://127.0.0.1:${apiPort}`);
    await writeFile(path.join(folder, "vite.config.js"), String(config));
    await writeFile(path.join(folder, "main.js"), String(code.get("main.js")));
    await writeFile(path.join(folder, "index.html"), page);
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
    const vite = path.join(projectRoot, "node_modules/vite/bin/vite.js");
    const args = [vite, "--port", String(port), "--strictPort", "--host", "localhost"];
    const server = await startServer(process.execPath, args, { cwd: folder, env: cleanEnv(), url: origin });
    closing.push(() => server.stop());

    const context = await browser.newContext();
    const tab = await context.newPage();
    const other = await context.newPage();
    await other.goto(origin);
    await tab.goto(origin);
    await tab.waitForFunction(() => document.querySelector("output")?.textContent === "unauthenticated");
    const refused = await tab.evaluate(async () => (await fetch("/api/orders")).status);
    expect(refused).toBe(401);

    await tab.click("button");
    await tab.waitForURL(`${origin}/auth/signin?**`);
    await tab.click("button[type=submit]");
    await provider.signIn(tab);
    await tab.waitForURL(`${origin}/`);
    const name = (one: typeof tab) =>
      one.waitForFunction(
        (wanted) => document.querySelector("output")?.textContent === wanted,
        provider.personName,
      );
    await name(tab);
    expect(await tab.evaluate(async () => (await fetch("/api/orders")).json())).toEqual({
      of: provider.personName,
    });
    // The first tab's reading of the session is news to the others.
    await name(other);

    await tab.click("button");
    await tab.waitForFunction(() => document.querySelector("output")?.textContent === "unauthenticated");
    await other.waitForFunction(() => document.querySelector("output")?.textContent === "unauthenticated");
    await context.close();
  },
);
