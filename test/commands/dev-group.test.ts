/** What `auth dev` started ends with it: a runner such as npx has children of its own. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cliFile, copyProject, removeProjects, runCli } from "../support/cli.js";
import { cleanEnv } from "../support/process.js";

let folder: string;
let grandchild: number | undefined;
beforeEach(() => {
  folder = copyProject("express-esm-ts");
  grandchild = undefined;
});
afterEach(() => {
  if (grandchild !== undefined && isAlive(grandchild)) process.kill(grandchild, "SIGKILL");
  removeProjects();
});

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    // In a container without an init, what has ended may wait for ever to be noticed.
    return !existsSync("/proc") || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

/** A runner that starts the app in a process of its own and dies of a signal without a word to it. */
function runner(app: string): string[] {
  const note = path.join(folder, "pid");
  writeFileSync(path.join(folder, "app.cjs"), `${app}\nsetInterval(() => {}, 1000);\n`);
  writeFileSync(
    path.join(folder, "runner.cjs"),
    `const { spawn } = require("node:child_process");
const app = spawn(process.execPath, ["app.cjs"], { stdio: "inherit" });
require("node:fs").writeFileSync(${JSON.stringify(note)}, String(app.pid));
setInterval(() => require("node:fs").existsSync("leave") && process.exit(3), 50);\n`,
  );
  return [process.execPath, "runner.cjs"];
}

async function started(): Promise<number> {
  const note = path.join(folder, "pid");
  await expect.poll(() => existsSync(note) && readFileSync(note, "utf8")).toMatch(/^\d+$/);
  grandchild = Number(readFileSync(note, "utf8"));
  expect(isAlive(grandchild)).toBe(true);
  return grandchild;
}

test.skipIf(process.platform === "win32").each([
  ["SIGINT", "", 130],
  ["SIGTERM", "", 143],
  ["SIGHUP", "", 129],
  ["SIGTERM", 'process.on("SIGTERM", () => {});', 143],
] as const)(
  "%s to auth dev alone ends the app behind its runner (%s) (skipped on Windows: it has no such signals)",
  async (name, app, code) => {
    const command = runner(app);
    const dev = spawn(process.execPath, [cliFile, "dev", "--", ...command], {
      cwd: folder,
      env: cleanEnv() as NodeJS.ProcessEnv,
      stdio: "ignore",
    });
    const ended = new Promise<number | null>((resolve) => dev.once("exit", resolve));
    const pid = await started();
    await new Promise((resolve) => setTimeout(resolve, 300));
    dev.kill(name);
    expect(await ended).toBe(code);
    expect(isAlive(pid)).toBe(false);
  },
);

test.skipIf(process.platform === "win32")(
  "a runner that leaves takes its app along, and its code is ours (skipped on Windows: it has no process groups)",
  async () => {
    const [node = "", script = ""] = runner("");
    const result = runCli(folder, ["dev", "--", node, script]);
    const pid = await started();
    writeFileSync(path.join(folder, "leave"), "");
    expect((await result).code).toBe(3);
    expect(isAlive(pid)).toBe(false);
  },
);
