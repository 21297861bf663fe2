/** The generated store while its database restarts: a cluster of the test's own, on a free port. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packageName } from "../../src/cli/formats/own-package.js";
import { render } from "../../src/templates/render.js";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv, freePort } from "../support/process.js";

const versions = "/usr/lib/postgresql";
const bin = (existsSync(versions) ? readdirSync(versions) : [])
  .map((version) => path.join(versions, version, "bin"))
  .reverse()
  .find((folder) => existsSync(path.join(folder, "initdb")));
const isRoot = process.getuid?.() === 0;
const style = { eol: "\n", indent: "  ", quote: '"', semicolons: true } as const;

const data = {
  subpath: `${packageName}/adapters/kysely`,
  commonjs: true,
  sqlite: false,
  postgres: true,
  mysql: false,
  existing: undefined,
  types: "",
  typeImport: "",
  connection: "db",
  migrates: true,
};

/** Eight visitors without a pause, until the parent hangs up. */
const load = `const { authStore } = require("./auth-store.js");
const seen = { answered: 0, refused: 0 };
const visit = async () => {
  for (;;) {
    await authStore.getUserByEmail("nobody@example.com").then(
      () => (seen.answered += 1),
      () => (seen.refused += 1),
    );
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};
for (let at = 0; at < 8; at += 1) void visit();
process.on("message", () => process.send(seen));
`;

/** Postgres refuses to run as root: there is a user for it. */
const postgres = (name: string, ...args: string[]) =>
  isRoot
    ? execFileSync("runuser", ["-u", "postgres", "--", path.join(bin ?? "", name), ...args], {
        stdio: "pipe",
        cwd: "/",
      })
    : execFileSync(path.join(bin ?? "", name), args, { stdio: "pipe", cwd: "/" });

describe.skipIf(bin === undefined)(
  `F-71 a restart of Postgres under load${bin ? "" : " (skipped: this machine has no Postgres binaries)"}`,
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), "authwright-restart-"));
    const cluster = path.join(folder, "cluster");
    afterAll(() => {
      try {
        postgres("pg_ctl", "-D", cluster, "-m", "immediate", "stop");
      } catch {
        // It did not start: the test has said so.
      }
      rmSync(folder, { recursive: true, force: true });
    });

    test("with exactly the generated code no process dies, and afterwards it answers again", async () => {
      const port = await freePort();
      if (isRoot) execFileSync("chown", ["postgres", folder]);
      postgres("initdb", "-D", cluster, "-A", "trust", "-U", "postgres", "--no-sync");
      const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
      const start = ["-D", cluster, "-w", "-l", path.join(cluster, "log"), "-o", flags];
      postgres("pg_ctl", ...start, "start");

      const app = path.join(folder, "app");
      mkdirSync(path.join(app, "node_modules"), { recursive: true });
      symlinkSync(projectRoot, path.join(app, "node_modules", packageName));
      for (const name of ["kysely", "pg"])
        symlinkSync(path.join(projectRoot, "node_modules", name), path.join(app, "node_modules", name));
      writeFileSync(path.join(app, "auth-store.js"), render("stores/kysely/store.ts.hbs", data, style));
      writeFileSync(path.join(app, "load.js"), load);
      const child = spawn(process.execPath, ["load.js"], {
        cwd: app,
        env: cleanEnv({
          DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
        }) as NodeJS.ProcessEnv,
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
      let log = "";
      child.stderr?.on("data", (bytes: Buffer) => (log += bytes.toString()));
      let isDead = false;
      child.once("exit", () => (isDead = true));
      const seen = async (): Promise<{ answered: number; refused: number }> => {
        expect(isDead, log).toBe(false);
        child.send("?");
        const [counts] = await once(child, "message");
        return counts as { answered: number; refused: number };
      };
      const answersAgain = async () => {
        const { answered } = await seen();
        await expect
          .poll(async () => (await seen()).answered, { interval: 50 })
          .toBeGreaterThan(answered + 20);
      };
      try {
        await answersAgain();
        for (const mode of ["fast", "immediate", "fast", "immediate"]) {
          postgres("pg_ctl", ...start, "-m", mode, "restart");
          await answersAgain();
        }
        expect((await seen()).refused).toBeGreaterThan(0);
        expect(log).not.toContain("Unhandled");
      } finally {
        child.kill("SIGKILL");
      }
    });
  },
);
