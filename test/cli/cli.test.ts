import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { spawn as spawnTerminal } from "@lydell/node-pty";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { cliFile, copyProject, removeProjects, runCli, snapshotOf } from "../support/cli.js";
import { openPage } from "../support/page.js";
import { cleanEnv, freePort, startServer } from "../support/process.js";

/** The built program, as processes: what only a process can show. */
beforeAll(() => {
  if (!existsSync(cliFile)) throw new Error("Not built: run `node scripts/build.mjs` first");
});
afterEach(removeProjects);

const escape = "\u001B";

test("the whole cycle from another folder: init, add, undo twice", async () => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  for (const args of [["init", "--yes", "--no-install"], ["add-provider", "google"], ["undo"], ["undo"]]) {
    const result = await runCli("/", ["--cwd", folder, ...args]);
    expect(result.code, result.stderr).toBe(0);
  }
  expect(snapshotOf(folder)).toEqual(before);
});

test("the parser is loaded only where a file of the project is edited", () => {
  const chunks = path.dirname(cliFile);
  const heavy = readdirSync(chunks).filter((name) => statSync(path.join(chunks, name)).size > 500_000);
  expect(heavy).toHaveLength(1);
  const loads = (project: string, ...args: string[]) => {
    const env = { ...cleanEnv({ NODE_DEBUG: "esm", CI: "true" }), NODE_ENV: "test" as const };
    const { stderr } = spawnSync(process.execPath, [cliFile, ...args], {
      cwd: copyProject(project),
      env,
      encoding: "utf8",
      input: "a.b.c",
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toContain("auth.js");
    return stderr.includes(heavy[0] ?? "");
  };
  const init = ["init", "--yes", "--no-install", "--dry-run"];
  expect(loads("express-esm-ts", ...init)).toBe(true);
  expect(loads("next-app-ts", ...init)).toBe(false);
  for (const args of [
    ["--help"],
    ["info"],
    ["undo"],
    ["secret", "generate"],
    ["secret", "generate", "--write"],
    ["token", "decode"],
  ]) {
    expect(loads("express-esm-ts", ...args), args.join(" ")).toBe(false);
  }
});

test("Ctrl-C while the package manager runs: 130, and everything is taken back", async () => {
  const folder = copyProject("express-esm-ts");
  const bin = copyProject("empty");
  writeFileSync(path.join(bin, "npm"), "#!/bin/sh\necho '{}' > package-lock.json\nexec sleep 30\n", {
    mode: 0o755,
  });
  const before = snapshotOf(folder);
  const env = {
    ...cleanEnv({ CI: "true", PATH: `${bin}:${process.env["PATH"]}` }),
    NODE_ENV: "test" as const,
  };
  const child = spawn(process.execPath, [cliFile, "init", "--yes", "--package-manager", "npm"], {
    cwd: folder,
    env,
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  while (!existsSync(path.join(folder, "package-lock.json")))
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(snapshotOf(folder)).toEqual(before);
});

test("a secret fits into a shell variable", () => {
  const { stdout } = spawnSync(
    "sh",
    ["-c", `X=$("$NODE" "$CLI" secret generate --raw); printf %s "$X" | wc -c`],
    {
      encoding: "utf8",
      env: { ...cleanEnv(), NODE_ENV: "test", NODE: process.execPath, CLI: cliFile },
    },
  );
  expect(Number(stdout)).toBe(44);
});

test("a reader that leaves early is no failure", () => {
  const { stderr, status } = spawnSync("bash", ["-c", `set -o pipefail; "$NODE" "$CLI" --help | head -c 1`], {
    encoding: "utf8",
    env: { ...cleanEnv(), NODE_ENV: "test", NODE: process.execPath, CLI: cliFile },
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

describe("at a terminal", () => {
  function terminal(folder: string, args: string[]) {
    const env = { ...cleanEnv({ TERM: "xterm-256color" }) };
    delete env["CI"];
    const child = spawnTerminal(process.execPath, [cliFile, ...args], {
      cwd: folder,
      env,
      cols: 100,
      rows: 40,
    });
    let output = "";
    child.onData((data) => (output += data));
    const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
    const shows = async (text: string) => {
      const end = Date.now() + 60_000;
      while (!output.includes(text)) {
        if (Date.now() > end) throw new Error(`"${text}" did not appear in:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    return { type: (keys: string) => child.write(keys), shows, ended, output: () => output };
  }

  test("Ctrl-C at the first question: 130, the cursor is back, nothing is written", async () => {
    const folder = copyProject("express-esm-ts");
    const before = snapshotOf(folder);
    const session = terminal(folder, ["init", "--no-install"]);
    await session.shows("How do people sign in?");
    session.type("\u0003");
    expect(await session.ended).toBe(130);
    expect(session.output().lastIndexOf(`${escape}[?25h`)).toBeGreaterThan(
      session.output().lastIndexOf(`${escape}[?25l`),
    );
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("Ctrl-C at the last question: 130, nothing is written", async () => {
    const folder = copyProject("express-esm-ts");
    const before = snapshotOf(folder);
    const session = terminal(folder, ["init", "--no-install", "--provider", "google"]);
    await session.shows("Write this?");
    session.type("\u0003");
    expect(await session.ended).toBe(130);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("the answers are used, and the same command without questions is printed", async () => {
    const folder = copyProject("express-esm-ts");
    const session = terminal(folder, ["init", "--no-install"]);
    await session.shows("How do people sign in?");
    session.type("\r");
    await session.shows("npx authwright init --yes --framework express --provider github");
    await session.shows("Write this?");
    session.type("\r");
    expect(await session.ended, session.output()).toBe(0);
    expect(existsSync(path.join(folder, "src/auth.ts"))).toBe(true);
  });

  test.each([
    ["CI", { CI: "true" }, []],
    ["--yes", {}, ["--yes"]],
    ["--no-input", {}, ["--no-input"]],
  ])("with %s nobody is asked", async (_, env, flags) => {
    const folder = copyProject("express-esm-ts");
    const child = spawnTerminal(process.execPath, [cliFile, "init", "--no-install", ...flags], {
      cwd: folder,
      env: { ...cleanEnv(), CI: "", ...env },
    });
    let output = "";
    child.onData((data) => (output += data));
    expect(await new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode))), output).toBe(0);
    expect(output).not.toContain("Write this?");
  });
});

describe("dev", () => {
  test("hands its address to the command, and the command's exit code back", async () => {
    const folder = copyProject("express-esm-ts");
    const script =
      "fetch(process.env.AUTH_DEV_IDP).then((r) => { console.log('idp', r.status > 0); process.exit(7) })";
    const { code, stdout, stderr } = await runCli(folder, ["dev", "--", process.execPath, "-e", script]);
    expect(stdout).toContain("idp true");
    expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    expect(code).toBe(7);
  });

  test("a command that does not exist is an error in words", async () => {
    const { code, stderr } = await runCli(copyProject("express-esm-ts"), [
      "dev",
      "--",
      "no-such-program-here",
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain("no-such-program-here");
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe.each(["express", "express4"])("a CommonJS app on %s", (express) => {
  test("runs with what init wrote: sign-in page, guard, session", async () => {
    if (!existsSync(path.join(projectRoot, "dist/runtime/integrations/express.js")))
      throw new Error("Not built: run `node scripts/build.mjs` first");
    const folder = copyProject("express-cjs");
    const installed = path.join(folder, "node_modules");
    mkdirSync(path.join(installed, "authwright"), { recursive: true });
    cpSync(path.join(projectRoot, "dist"), path.join(installed, "authwright/dist"), { recursive: true });
    cpSync(path.join(projectRoot, "package.json"), path.join(installed, "authwright/package.json"));
    writeFileSync(
      path.join(folder, "express.cjs"),
      `module.exports = require(${JSON.stringify(path.join(projectRoot, "node_modules", express))});`,
    );
    const app = path.join(folder, "app.js");
    writeFileSync(app, readFileSync(app, "utf8").replace('require("path")', 'require("path").posix'));
    mkdirSync(path.join(installed, "express"));
    cpSync(path.join(folder, "express.cjs"), path.join(installed, "express/index.js"));
    rmSync(path.join(folder, "express.cjs"));
    for (const name of ["jose", "cookie", "oauth4webapi"]) {
      cpSync(path.join(projectRoot, "node_modules", name), path.join(installed, name), {
        recursive: true,
        dereference: true,
      });
    }
    const init = await runCli(folder, ["init", "--yes", "--no-install"]);
    expect(init.code, init.stderr).toBe(0);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = cleanEnv({
      PORT: String(port),
      AUTH_GITHUB_ID: "id",
      AUTH_GITHUB_SECRET: "test-client-secret-000",
    });
    const server = await startServer(process.execPath, ["app.js"], { cwd: folder, env, url });
    try {
      const page = await openPage(`${url}/dashboard`);
      expect([page.status, page.location]).toEqual([302, "/sign-in?callbackUrl=%2Fdashboard"]);
      expect(await (await fetch(`${url}/auth/session`)).json()).toBeNull();
      expect(await (await fetch(`${url}/auth/signin`)).text()).toContain("GitHub");
      expect(await (await fetch(url)).text()).toBe("legacy");
    } catch (error) {
      throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
    } finally {
      await server.stop();
    }
  });
});
