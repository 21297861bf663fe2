/**
 * Full mode: 100 users, two processes of an Express app with exactly the code that `auth init` and `auth add-adapter`
 * generate, while one process is killed, the database restarts, and the secret is replaced in two steps.
 * Nobody loses a session, and no process ends by itself. `SOAK_SECONDS` sets the length of each run; default 100.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "../e2e/walk.js";
import { cleanEnv, freePort, mustRun } from "../support/process.js";
import { install, installedProject, npx } from "../support/project.js";
import {
  AppProcess,
  mariadbd,
  pause,
  postgresBin,
  startMariadb,
  startPostgres,
  type Database,
} from "../support/databases.js";

const seconds = Number(process.env["SOAK_SECONDS"] ?? 100);
const users = 100;

interface Tally {
  shown: number;
  outages: number;
  readonly lost: string[];
}

/** A browser that reads its session from any process, for as long as the run lasts. */
async function visit(name: string, cookie: string, apps: readonly AppProcess[], until: number, tally: Tally) {
  const jar = new Map([["authjs.session-token", cookie]]);
  while (Date.now() < until) {
    const app = apps[Math.floor(Math.random() * apps.length)];
    const header = [...jar].map(([key, value]) => `${key}=${value}`).join("; ");
    try {
      const answer = await fetch(`http://127.0.0.1:${app?.port}/auth/session`, {
        headers: { cookie: header },
      });
      const body = (await answer.json()) as { user?: { name?: string } } | null;
      if (answer.status === 200 && body?.user?.name === name) tally.shown += 1;
      else if (answer.status >= 500) tally.outages += 1;
      else tally.lost.push(`${name}: ${answer.status} ${JSON.stringify(body)}`);
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        const at = pair.indexOf("=");
        if (!pair.startsWith("authjs.session-token")) continue;
        if (/max-age=0/i.test(line)) tally.lost.push(`${name}: cookie cleared`);
        else jar.set(pair.slice(0, at), pair.slice(at + 1));
      }
    } catch {
      // Nobody listens on that port just now.
      tally.outages += 1;
    }
    await pause(100 + Math.random() * 200);
  }
}

const setups = [
  { name: "Postgres", driver: "pg", needs: postgresBin, start: startPostgres },
  { name: "MariaDB", driver: "mysql2", needs: mariadbd, start: startMariadb },
];

for (const { name, driver, needs, start } of setups) {
  const title = `${name}, database sessions${needs === undefined ? ` (skipped: no ${name} on this machine)` : ""}`;
  describe.skipIf(needs === undefined)(title, { timeout: 1_800_000 }, () => {
    const folder = mkdtempSync(path.join(tmpdir(), "authwright-soak-"));
    let project: Awaited<ReturnType<typeof installedProject>>;
    let database: Database;

    beforeAll(async () => {
      project = await installedProject("express-esm-ts");
      await install(project.folder, `kysely@0.28 ${driver}`);
      database = await start(folder);
      for (const args of [
        ["init", "--yes", "--provider", "github", "--session", "jwt"],
        ["add-adapter", "kysely", "--yes"],
      ]) {
        const done = await auth(project.folder, ...args);
        expect(done.code, done.stdout + done.stderr).toBe(0);
      }
      await mustRun(npx, ["tsc"], { cwd: project.folder });
    }, 900_000);
    afterAll(async () => {
      database?.stop();
      await project?.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    test(`F-71, F-73: ${users} users lose nothing to a kill, two restarts and a rotation`, async () => {
      const ports = [await freePort(), await freePort()];
      let secrets: Record<string, string> = { AUTH_SECRET: "soak-secret-number-one-of-this-test-000" };
      const env = () => ({
        NODE_ENV: "production",
        AUTH_URL: `http://127.0.0.1:${ports[0]}/auth`,
        AUTH_GITHUB_ID: "id",
        AUTH_GITHUB_SECRET: "secret",
        DATABASE_URL: database.url,
        ...secrets,
      });
      const seed = path.join(project.folder, "dist/seed.js");
      writeFileSync(
        seed,
        `import { authStore } from "./auth-store.js";
const made = [];
for (let at = 0; at < ${users}; at += 1) {
  const user = await authStore.createUser({ id: crypto.randomUUID(), name: "user-" + at, email: "user-" + at + "@example.com", emailVerified: null });
  const sessionToken = crypto.randomUUID();
  await authStore.createSession({ sessionToken, userId: user.id, expires: new Date(Date.now() + 86400e3) });
  made.push([user.name, sessionToken]);
}
console.log(JSON.stringify(made));
process.exit(0);
`,
      );
      const { stdout } = await mustRun(process.execPath, [seed], {
        cwd: project.folder,
        env: cleanEnv(env()),
      });
      const cookies = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as [string, string][];

      const apps = ports.map((port) => new AppProcess(project.folder, port, env));
      const [one, two] = apps as [AppProcess, AppProcess];
      await Promise.all(apps.map((app) => app.start()));
      const tally: Tally = { shown: 0, outages: 0, lost: [] };
      const begin = Date.now();
      const at = (share: number) => pause(Math.max(0, begin + seconds * 1000 * share - Date.now()));
      const visits = cookies.map(([user, cookie]) =>
        visit(user, cookie, apps, begin + seconds * 1000, tally),
      );
      const rolling = async (next: Record<string, string>) => {
        secrets = next;
        for (const app of apps) {
          await app.stop("SIGTERM");
          await app.start();
          await pause((seconds * 1000) / 50);
        }
      };
      try {
        await at(0.15);
        await database.restart();
        await at(0.3);
        await two.stop("SIGKILL");
        await two.start();
        await at(0.45);
        const { AUTH_SECRET = "" } = secrets;
        const next = "soak-secret-number-two-of-this-test-000";
        await rolling({ AUTH_SECRET, AUTH_SECRET_NEXT: next });
        await rolling({ AUTH_SECRET, AUTH_SECRET_1: next });
        await at(0.8);
        await database.restart();
        await Promise.all(visits);
      } finally {
        await Promise.all(apps.map((app) => app.stop("SIGKILL")));
      }
      console.log(
        `${name}: ${tally.shown} sessions shown, ${tally.outages} outages, ${tally.lost.length} lost`,
      );
      expect(tally.lost.slice(0, 5), one.log + two.log).toEqual([]);
      expect([one.deaths, two.deaths], one.log + two.log).toEqual([0, 0]);
      expect(tally.shown).toBeGreaterThan(users * 3);
    });
  });
}

describe("JWT sessions", { timeout: 1_800_000 }, () => {
  let project: Awaited<ReturnType<typeof installedProject>>;
  beforeAll(async () => {
    project = await installedProject("express-esm-ts");
    const done = await auth(project.folder, "init", "--yes", "--provider", "github", "--session", "jwt");
    expect(done.code, done.stdout + done.stderr).toBe(0);
    await mustRun(npx, ["tsc"], { cwd: project.folder });
  }, 900_000);
  afterAll(async () => project?.dispose());

  test(`F-73: ${users} users stay signed in through a rotation in two steps and a kill`, async () => {
    const ports = [await freePort(), await freePort()];
    const envFile = path.join(project.folder, ".env");
    const env = () => ({
      NODE_ENV: "production",
      AUTH_URL: `http://127.0.0.1:${ports[0]}/auth`,
      AUTH_GITHUB_ID: "id",
      AUTH_GITHUB_SECRET: "secret",
    });
    expect(existsSync(envFile)).toBe(true);
    const seed = path.join(project.folder, "dist/seed.js");
    writeFileSync(
      seed,
      `import { encode } from "authwright/jwt";
process.loadEnvFile(".env");
const made = [];
for (let at = 0; at < ${users}; at += 1)
  made.push(["user-" + at, await encode({ token: { sub: String(at), name: "user-" + at }, secret: process.env.AUTH_SECRET, salt: "authjs.session-token" })]);
console.log(JSON.stringify(made));
`,
    );
    const { stdout } = await mustRun(process.execPath, [seed], { cwd: project.folder, env: cleanEnv(env()) });
    const cookies = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as [string, string][];
    const apps = ports.map((port) => new AppProcess(project.folder, port, env));
    const [one, two] = apps as [AppProcess, AppProcess];
    await Promise.all(apps.map((app) => app.start()));
    const tally: Tally = { shown: 0, outages: 0, lost: [] };
    const begin = Date.now();
    const until = begin + seconds * 1000;
    const visits = cookies.map(([user, cookie]) => visit(user, cookie, apps, until, tally));
    const rotate = async (step: string) => {
      const done = await auth(project.folder, "secret", "rotate", step, "--yes");
      expect(done.code, done.stdout + done.stderr).toBe(0);
      for (const app of apps) {
        await app.stop("SIGTERM");
        await app.start();
        await pause((seconds * 1000) / 10);
      }
    };
    try {
      await pause((seconds * 1000) / 10);
      await rotate("--stage");
      await rotate("--promote");
      await two.stop("SIGKILL");
      await two.start();
      await Promise.all(visits);
    } finally {
      await Promise.all(apps.map((app) => app.stop("SIGKILL")));
    }
    console.log(`JWT: ${tally.shown} sessions shown, ${tally.outages} outages, ${tally.lost.length} lost`);
    expect(tally.lost.slice(0, 5), one.log + two.log).toEqual([]);
    expect([one.deaths, two.deaths], one.log + two.log).toEqual([0, 0]);
    expect(tally.shown).toBeGreaterThan(users * 3);
  });
});
