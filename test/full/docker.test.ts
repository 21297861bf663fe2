/** The commands of the Dockerfile, run as they stand there, without Docker: install, build, start. */
import { execFileSync } from "node:child_process";
import { cp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { auth } from "../e2e/walk.js";
import { nextProject } from "../support/next-project.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { installedProject } from "../support/project.js";

const secret = "a-secret-of-this-test-0000000000000000000";

/** Builds a project as its Dockerfile says; the folder is what the image would hold at /app. */
async function imageOf(
  folder: string,
  env: Record<string, string>,
): Promise<{ image: string; command: string[] }> {
  const build = `${folder} build`;
  const image = `${folder} image`;
  const left = new Set(["node_modules", "dist", ".next", ".env", ".env.local", ".auth", ".git"]);
  await cp(folder, build, { recursive: true, filter: (file) => !left.has(path.basename(file)) });
  const lines = (await readFile(path.join(folder, "Dockerfile"), "utf8")).split("\n");
  const last = lines.lastIndexOf("FROM node:22-alpine");
  for (const line of lines.slice(0, last).filter((one) => one.startsWith("RUN ")))
    await mustRun("sh", ["-c", line.slice("RUN ".length)], { cwd: build, env, timeoutSeconds: 500 });
  for (const line of lines.slice(last)) {
    const [, from, to] = /^COPY --from=build \S+ \/app(\S*) (\S+)$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined)
      await cp(path.join(build, from), path.join(image, to), { recursive: true, verbatimSymlinks: true });
  }
  await rm(build, { recursive: true });
  const command = lines.find((line) => line.startsWith("CMD ")) ?? "CMD []";
  return { image, command: JSON.parse(command.slice("CMD ".length)) };
}

/** The image starts with the variables of compose.yaml alone, and without AUTH_URL the rest of the app answers. */
async function answers(image: string, [name = "", ...args]: string[], base: string): Promise<void> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = cleanEnv({
    NODE_ENV: "production",
    PORT: String(port),
    HOSTNAME: "0.0.0.0",
    AUTH_SECRET: secret,
    AUTH_URL: `${url}${base}`,
    AUTH_GITHUB_ID: "id",
    AUTH_GITHUB_SECRET: "hidden",
  });
  const server = await startServer(name, args, { cwd: image, env, url });
  try {
    const session = await fetch(`${url}${base}/session`);
    expect([session.status, await session.json()], server.output()).toEqual([200, null]);
    expect(Object.keys(await (await fetch(`${url}${base}/providers`)).json())).toEqual(["github"]);
  } finally {
    await server.stop();
  }
}

test("Express: installed, built, pruned, started", { timeout: 900_000 }, async () => {
  const { folder, dispose } = await installedProject("express-esm-ts");
  try {
    expect((await auth(folder, "init", "--yes", "--provider", "github")).code).toBe(0);
    const made = await auth(folder, "add-docker", "--yes");
    expect(made.code, made.stderr).toBe(0);
    const { image, command } = await imageOf(folder, cleanEnv());
    expect(command).toEqual(["node", "dist/server.js"]);
    await answers(image, command, "/auth");
    await rm(image, { recursive: true });
  } finally {
    await dispose();
  }
});

test("Next.js: the server that it writes itself", { timeout: 900_000 }, async () => {
  const project = await nextProject("16.4.3");
  try {
    const { folder } = project;
    expect((await auth(folder, "init", "--yes", "--provider", "github")).code).toBe(0);
    const made = await auth(folder, "add-docker", "--yes");
    expect(made.code, made.stderr).toBe(0);
    const { image, command } = await imageOf(folder, project.env());
    expect(command).toEqual(["node", "server.js"]);
    await answers(image, command, "/api/auth");
    await rm(image, { recursive: true });
  } finally {
    await project.dispose();
  }
});

const hasCompose = (() => {
  try {
    execFileSync("docker", ["compose", "version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasCompose)(
  "docker compose reads compose.yaml (skipped where docker has no compose)",
  async () => {
    const { folder, dispose } = await installedProject("express-esm-ts");
    try {
      await auth(folder, "init", "--yes", "--provider", "github");
      await auth(folder, "add-docker", "--yes");
      const config = (env: NodeJS.ProcessEnv) =>
        execFileSync("docker", ["compose", "--env-file", "/dev/null", "config"], {
          cwd: folder,
          env,
          encoding: "utf8",
        });
      expect(config({ ...process.env, AUTH_URL: "https://a.example", AUTH_SECRET: secret })).toContain(
        secret,
      );
      expect(() => config({ ...process.env, AUTH_URL: "https://a.example" })).toThrow("AUTH_SECRET");
    } finally {
      await dispose();
    }
  },
);
