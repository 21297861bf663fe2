/**
 * Nitro 3, built for Node: what `auth protect` guards stands in front of rules that redirect and hand on, and of public
 * files.
 *
 * npm run test:full -- --only nitro
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encode } from "../../src/runtime/jwt.js";
import { auth, initTwice } from "../e2e/walk.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { installedProject, npx } from "../support/project.js";

const internal = createServer((_request, response) => {
  response.setHeader("cache-control", "public, s-maxage=60");
  response.end("the internal service");
});
let project: Awaited<ReturnType<typeof installedProject>>;
beforeAll(async () => {
  await new Promise<void>((listening) => internal.listen(0, "127.0.0.1", listening));
  project = await installedProject("nitro-js");
}, 600_000);
afterAll(async () => {
  internal.close();
  await project?.dispose();
});

const write = async (file: string, text: string): Promise<void> => {
  const target = path.join(project.folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
};

test("X1: what answers before the middleware of Nitro is guarded too", { timeout: 600_000 }, async () => {
  const { folder } = project;
  const { port: behind } = internal.address() as AddressInfo;
  await write(
    "nitro.config.mjs",
    `export default {
  compatibilityDate: "2026-01-15",
  serverDir: "./server",
  srcDir: "./server",
  routeRules: {
    "/dashboard/backend/**": { proxy: "http://127.0.0.1:${behind}/**" },
    "/dashboard/go/**": { redirect: "http://127.0.0.1:${behind}/secret" },
  },
};
`,
  );
  await write("server/public/dashboard/report.txt", "the report");
  await initTwice(folder);
  const { code, stderr } = await auth(folder, "protect", "/dashboard", "--yes", "--force");
  expect(code, stderr).toBe(0);
  await mustRun(npx, ["nitro", "build"], { cwd: folder, env: cleanEnv(), timeoutSeconds: 300 });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = cleanEnv({ PORT: String(port), AUTH_URL: url, AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "s" });
  const server = await startServer(process.execPath, ["--env-file=.env", ".output/server/index.mjs"], {
    cwd: folder,
    env,
    url,
  });
  try {
    const secret = /^AUTH_SECRET="?([^"\n]+)"?$/m.exec(
      await readFile(path.join(folder, ".env"), "utf8"),
    )?.[1];
    const salt = "authjs.session-token";
    const cookie = `${salt}=${await encode({ secret: secret ?? "", salt, token: { sub: "1", name: "Ada" } })}`;
    const ask = (at: string, headers: Record<string, string>) =>
      fetch(url + at, { headers: { accept: "application/json", ...headers }, redirect: "manual" });
    const places = ["backend/users", "go/x", "report.txt"].map((name) => `/dashboard/${name}`);
    for (const at of [...places, "/dashboard", "/%64ashboard/report.txt", "//dashboard/report.txt"])
      expect((await ask(at, {})).status, at).toBe(401);
    const [proxied, redirected, file] = await Promise.all(places.map((at) => ask(at, { cookie })));
    expect(await proxied?.text()).toBe("the internal service");
    expect([redirected?.status, redirected?.headers.get("location")]).toEqual([
      307,
      `http://127.0.0.1:${behind}/secret`,
    ]);
    expect(await file?.text()).toBe("the report");
    for (const answer of [proxied, file])
      expect(answer?.headers.get("cache-control"), answer?.url).toMatch(/^private/);
    expect((await ask("/auth/providers", {})).status).toBe(200);
  } finally {
    await server.stop();
  }
});
