/** What `auth init` writes into Express projects, run: both versions, ES modules and CommonJS. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encode } from "../../src/runtime/jwt.js";
import { packageName } from "../../src/cli/formats/own-package.js";
import { render } from "../../src/templates/render.js";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv } from "../support/process.js";
import { openPage } from "../support/page.js";
import { temporaryFolder } from "../support/project.js";

const secret = "test-secret-test-secret-test-secret-000";
const style = { eol: "\n", indent: "  ", quote: '"', semicolons: true } as const;
const data = {
  subpath: `${packageName}/express`,
  basePath: "/auth",
  envFile: ".env",
  loadEnv: false,
  trustProxy: true,
  typed: false,
  providers: [{ name: "GitHub", specifier: `${packageName}/providers/github` }],
  elements: ["GitHub"],
  pageAddresses: "true",
  example: "/dashboard",
  signOut: "/sign-out",
  doors: [],
};
const names = "auth, dashboardPage, trustProxy";
const routes = `const app = express();
app.set("trust proxy", trustProxy);
app.get("/ip", (req, res) => res.send(req.ip));
app.use(auth.session);
app.get("/", (req, res) => res.json({ session: req.auth }));
app.get("/dashboard", auth.require(), dashboardPage);
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

let place: Awaited<ReturnType<typeof temporaryFolder>>;
const running: ChildProcess[] = [];
beforeAll(async () => {
  place = await temporaryFolder("express code");
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await place.dispose();
});

/** Starts the code with an Express of that version; gives its address. */
async function start(version: "express" | "express4", kind: "js" | "cjs", env: Record<string, string>) {
  const folder = path.join(place.folder, `${version}-${kind}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "node_modules"), { recursive: true });
  symlinkSync(projectRoot, path.join(folder, "node_modules", packageName));
  symlinkSync(path.join(projectRoot, "node_modules", version), path.join(folder, "node_modules/express"));
  const isModule = kind === "js";
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ type: isModule ? "module" : "commonjs" }),
  );
  writeFileSync(
    path.join(folder, "auth.js"),
    render("frameworks/express/auth.hbs", { ...data, commonjs: !isModule }, style),
  );
  const imports = isModule
    ? `import express from "express";\nimport { ${names} } from "./auth.js";\n`
    : `const express = require("express");\nconst { ${names} } = require("./auth.js");\n`;
  writeFileSync(path.join(folder, "server.js"), imports + routes);
  const child = spawn(process.execPath, ["server.js"], {
    cwd: folder,
    env: cleanEnv({
      AUTH_SECRET: secret,
      AUTH_GITHUB_ID: "a",
      AUTH_GITHUB_SECRET: "b",
      ...env,
    }) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let log = "";
  child.stderr.on("data", (bytes: Buffer) => (log += bytes.toString()));
  const [bytes] = (await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(log))),
  ])) as [Buffer];
  return { url: `http://127.0.0.1:${bytes.toString().trim()}`, log: () => log };
}

const navigation = { "sec-fetch-mode": "navigate", accept: "text/html" };

describe.each([
  ["express", "js"],
  ["express4", "cjs"],
] as const)("%s, %s", (version, kind) => {
  test("D9 the guard leads pages to sign-in and back, and answers a fetch with 401 JSON", async () => {
    const { url } = await start(version, kind, {});
    for (const headers of [navigation, { "sec-fetch-mode": "navigate" }, { accept: "text/html" }]) {
      const answer = await openPage(`${url}/dashboard?a=1`, headers);
      expect(answer.status).toBe(302);
      expect(answer.location).toBe("/sign-in?callbackUrl=%2Fdashboard%3Fa%3D1");
    }
    for (const headers of [
      { "sec-fetch-mode": "cors", accept: "*/*" },
      { "sec-fetch-mode": "same-origin", accept: "text/html" },
      { "sec-fetch-mode": "navigate", accept: "application/json" },
      { accept: "application/json" },
    ]) {
      const answer = await openPage(`${url}/dashboard`, headers);
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.body)).toEqual({ error: "unauthenticated", message: "Sign in first" });
    }
  });

  test("still: whoever is signed in gets the page, and the session", async () => {
    const { url } = await start(version, kind, {});
    const salt = "authjs.session-token";
    const token = await encode({ token: { sub: "1", name: "Ada" }, secret, salt });
    const cookie = `${salt}=${token}`;
    const page = await openPage(`${url}/dashboard`, { cookie, ...navigation });
    expect(page.status).toBe(200);
    expect(page.body).toContain("Ada");
    expect(JSON.parse((await openPage(`${url}/`, { cookie })).body)).toMatchObject({
      session: { user: { name: "Ada" } },
    });
  });

  test("F-82 D3 an untrusted host in production takes no public page down; guards answer 500, no redirect", async () => {
    const { url, log } = await start(version, kind, { NODE_ENV: "production" });
    const host = "app.example.com";
    const home = await openPage(`${url}/`, { host });
    expect(home.status).toBe(200);
    expect(JSON.parse(home.body)).toEqual({ session: null });
    for (const headers of [navigation, { accept: "application/json" }]) {
      const account = await openPage(`${url}/dashboard`, { host, ...headers });
      // 503 is the store's alone (EDG-12).
      expect(account.status).toBe(500);
      expect(account.location).toBeUndefined();
    }
    expect(log()).toContain("UntrustedHost");
  });

  test("SEC2-39 TRUST_PROXY unset trusts nobody, a number that many, addresses those; anything else ends the start", async () => {
    const forwarded = { "x-forwarded-for": "203.0.113.9" };
    const ip = async (env: Record<string, string>) =>
      (await openPage(`${(await start(version, kind, env)).url}/ip`, forwarded)).body;
    expect(await ip({})).toBe("127.0.0.1");
    expect(await ip({ TRUST_PROXY: "" })).toBe("127.0.0.1");
    expect(await ip({ TRUST_PROXY: "1" })).toBe("203.0.113.9");
    expect(await ip({ TRUST_PROXY: "loopback, 10.0.0.0/8" })).toBe("203.0.113.9");
    expect(await ip({ TRUST_PROXY: "10.0.0.0/8" })).toBe("127.0.0.1");
    await expect(start(version, kind, { TRUST_PROXY: "true" })).rejects.toThrow(/invalid IP address: true/);
  });
});
