import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@libsql/client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, freePort, mustRun, run, startServer } from "../support/process.js";
import { installedCommand, installedProject, npm, npx, treeOf } from "../support/project.js";
import { typeErrors } from "../support/type-check.js";
import { auth, filledIn, initTwice, signInAtStrictProvider, signInUnderAuthDev } from "./walk.js";
import { startStrictProvider } from "./strict-provider.js";

/** A hand-written Express 5 project in TypeScript, from `init` to `undo`. */
describe("an Express 5 project", { timeout: 600_000 }, () => {
  let project: Awaited<ReturnType<typeof installedProject>>;
  let browser: Browser;
  let before: Record<string, string>;

  beforeAll(async () => {
    [project, browser] = await Promise.all([installedProject("express-esm-ts"), launchBrowser()]);
    before = await treeOf(project.folder);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await project?.dispose();
  });

  test("init works once, changes nothing the second time, and compiles", async () => {
    await initTwice(project.folder);
    await mustRun(installedCommand("tsc"), [], { cwd: project.folder });
  });

  test("auth dev: Chromium signs in through the local identity provider and out again", async () => {
    await signInUnderAuthDev(browser, { folder: project.folder, env: cleanEnv }, "/auth");
  });

  test("NODE_ENV=production: auth dev refuses to start", async () => {
    const refused = await run(npx, ["auth", "dev", "--", npm, "run", "dev"], {
      cwd: project.folder,
      env: cleanEnv({ NODE_ENV: "production" }),
    });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("NODE_ENV");
  });

  test("production: with only AUTH_SECRET it answers on localhost; behind a proxy it names the line to add", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = await startServer(process.execPath, ["dist/server.js"], {
      cwd: project.folder,
      env: cleanEnv({ PORT: String(port), NODE_ENV: "production" }),
      url,
    });
    try {
      const direct = await fetch(`${url}/auth/providers`);
      expect(direct.status).toBe(200);
      const { request } = await import("node:http");
      const proxied = await new Promise<number | undefined>((resolve, reject) => {
        request(
          { host: "127.0.0.1", port, path: "/auth/providers", headers: { host: "app.example.com" } },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        )
          .on("error", reject)
          .end();
      });
      expect(proxied).toBe(500);
      // The log line takes another way than the answer.
      await expect.poll(() => server.output()).toContain("AUTH_URL=https://app.example.com");
    } finally {
      await server.stop();
    }
  });

  test("production: signs in and out with a strict OpenID provider, with nothing but its own settings", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const provider = await startStrictProvider(`${url}/auth/callback/oidc`);
    const added = await auth(project.folder, "add-provider", "oidc", "--yes");
    expect(added.code, added.stdout + added.stderr).toBe(0);
    const envFile = path.join(project.folder, ".env");
    const original = await readFile(envFile, "utf8");
    await writeFile(envFile, filledIn(original, provider));
    await mustRun(installedCommand("tsc"), [], { cwd: project.folder });
    try {
      const server = await startServer(process.execPath, ["dist/server.js"], {
        cwd: project.folder,
        env: cleanEnv({ PORT: String(port), NODE_ENV: "production", AUTH_DEV_IDP: "http://127.0.0.1:9" }),
        url,
      });
      await signInAtStrictProvider(browser, server, { url, basePath: "/auth" }, provider);
    } finally {
      await provider.close();
      await writeFile(envFile, original);
    }
  });

  test("undo takes everything back, byte for byte, also after later commands", async () => {
    for (let runs = 0; runs < 2; runs += 1) {
      const undone = await auth(project.folder, "undo", "--yes");
      expect(undone.code, undone.stdout + undone.stderr).toBe(0);
    }
    expect(await treeOf(project.folder)).toEqual(before);
  });

  /** The same project, whose people live in a SQLite file, from `init` to `undo`. */
  describe("with a store", () => {
    test("init --session database installs the store, changes nothing the second time, and type-checks", async () => {
      await initTwice(project.folder, "--session", "database");
      expect(typeErrors(project.folder)).toBe("");
    });

    test("Chromium signs in and out; the database has the person, the account and no session any more", async () => {
      await signInUnderAuthDev(browser, { folder: project.folder, env: cleanEnv }, "/auth", {
        session: "database",
      });
      const db = createClient({ url: `file:${path.join(project.folder, "auth.db")}` });
      const count = async (table: string) =>
        Number((await db.execute(`select count(*) as n from "${table}"`)).rows[0]?.["n"]);
      expect([await count("User"), await count("Account"), await count("Session")]).toEqual([1, 1, 0]);
      const { rows } = await db.execute('select provider, access_token from "Account"');
      expect(rows[0]).toMatchObject({ provider: "github" });
      db.close();
    });

    test("undo takes everything back but the data", async () => {
      const undone = await auth(project.folder, "undo", "--yes");
      expect(undone.code, undone.stdout + undone.stderr).toBe(0);
      for (const suffix of ["", "-shm", "-wal"])
        await rm(path.join(project.folder, `auth.db${suffix}`), { force: true });
      expect(await treeOf(project.folder)).toEqual(before);
    });
  });

  test("an edited file is not thrown away by undo", async () => {
    await initTwice(project.folder);
    const server = path.join(project.folder, "src/server.ts");
    await appendFile(server, "\n// my own line\n");
    await auth(project.folder, "undo", "--yes");
    expect(await readFile(server, "utf8")).toContain("// my own line");
  });
});
