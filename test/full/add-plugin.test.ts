/**
 * An Express project with every plugin, by commands alone: types, tables, pages, and the way back.
 *
 * npm run test:full -- --only add-plugin
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cleanEnv, freePort, mustRun, run, startServer, type Server } from "../support/process.js";
import { installedProject, npm, npx, treeOf } from "../support/project.js";
import { auth } from "../e2e/walk.js";

/** Commands that set up every plugin, in their order. */
const commands = [
  ["init", "--yes"],
  ["add-adapter", "kysely", "--yes"],
  ["add-plugin", "password", "two-factor", "account", "access-tokens", "--yes"],
];

describe("an Express project with every plugin", { timeout: 600_000 }, () => {
  let project: Awaited<ReturnType<typeof installedProject>>;
  let before: Record<string, string>;
  let server: Server | undefined;

  beforeAll(async () => {
    project = await installedProject("express-esm-ts");
    before = await treeOf(project.folder);
  }, 600_000);
  afterAll(async () => {
    await server?.stop();
    await project?.dispose();
  });

  test("the commands end well, and TypeScript agrees", async () => {
    for (const command of commands) {
      const { code, stdout, stderr } = await auth(project.folder, ...command);
      expect(code, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
    }
    // The store makes the tables of plugins by itself; the command finds those that it would not make.
    const env = cleanEnv({ DATABASE_URL: "file:auth.db" });
    const made = await run(npx, ["auth", "db", "migrate", "--dry-run"], { cwd: project.folder, env });
    expect(made.code, made.stdout + made.stderr).toBe(0);
    expect(made.stdout + made.stderr).toContain('"auth_password_hash"');
    await mustRun(npx, ["tsc", "--noEmit"], { cwd: project.folder });
  });

  test("the pages of the plugins answer", async () => {
    const url = `http://localhost:${await freePort()}`;
    const env = cleanEnv({
      PORT: new URL(url).port,
      AUTH_GITHUB_ID: "id",
      AUTH_GITHUB_SECRET: "secret",
      AUTH_NODEMAILER_SERVER: "smtp://127.0.0.1:1",
      AUTH_NODEMAILER_FROM: "shop@example.com",
    });
    server = await startServer(npm, ["run", "dev"], { cwd: project.folder, env, url });
    const page = await fetch(`${url}/auth/password/sign-up`);
    expect(page.status, server.output()).toBe(200);
    expect(await page.text()).toContain("Create an account");
    // Nobody is signed in: a page leads to the sign-in, and `fetch` is told so, for no page is opened.
    for (const [place, status] of [
      ["/two-factor-set-up", 302],
      ["/account", 401],
    ] as const) {
      const answer = await fetch(url + place, { redirect: "manual" });
      expect(answer.status, place).toBe(status);
    }
    expect(server.output()).not.toMatch(/error/i);
    await server.stop();
  });

  test("undo takes everything back but the data", async () => {
    for (const command of [...commands].reverse()) {
      const undone = await auth(project.folder, "undo", "--yes");
      expect(undone.code, `${command.join(" ")}\n${undone.stdout}${undone.stderr}`).toBe(0);
    }
    for (const suffix of ["", "-shm", "-wal"])
      await rm(path.join(project.folder, `auth.db${suffix}`), { force: true });
    expect(await treeOf(project.folder)).toEqual(before);
  });
});
