import { spawn } from "node:child_process";
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { main } from "../../src/commands/index.js";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv, type Finished } from "./process.js";

export const cliFile = path.join(projectRoot, "dist/cli/auth.js");
const made: string[] = [];

/** A copy of test/fixtures/projects/<name> without neighbours: a front end beside a server is part of what commands say. */
export function copyProject(name: string): string {
  const around = mkdtempSync(path.join(tmpdir(), "authwright-"));
  made.push(around);
  const folder = path.join(around, `authwright ${name}`);
  cpSync(path.join(projectRoot, "test/fixtures/projects", name), folder, { recursive: true });
  return folder;
}

/** Removes the copies of this test file. */
export function removeProjects(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export interface CliOptions {
  readonly env?: Record<string, string>;
  /** What comes from stdin. */
  readonly input?: string;
}

/** The command line inside this process: quick, and with exact control of the environment. */
export async function runMain(
  cwd: string,
  args: readonly string[],
  options: CliOptions = {},
): Promise<Finished> {
  let stdout = "";
  let stderr = "";
  const code = await main(args, {
    stdin: Readable.from(options.input === undefined ? [] : [options.input]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: { CI: "true", ...options.env },
    cwd,
  });
  return { code, stdout, stderr };
}

/** The built command line as a process of its own. */
export function runCli(cwd: string, args: readonly string[], options: CliOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const env = { NODE_ENV: "test" as const, ...cleanEnv({ CI: "true", ...options.env }) };
    const child = spawn(process.execPath, [cliFile, ...args], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
    child.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
    child.stdin.end(options.input ?? "");
  });
}

/** Path → permission bits and bytes of every file, and every folder: two equal trees are the same tree. */
export function snapshotOf(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  const waiting = [folder];
  // Not `recursive`: from Node 22 on it goes through links, also into a node_modules that leads back here.
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop())
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const file = path.join(place, entry.name);
      const mode = (lstatSync(file).mode & 0o777).toString(8);
      tree[path.relative(folder, file)] = entry.isFile() ? `${mode} ${readFileSync(file, "base64")}` : mode;
      if (entry.isDirectory()) waiting.push(file);
    }
  return tree;
}
