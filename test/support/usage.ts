import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cliFile } from "./cli.js";
import { cleanEnv } from "./process.js";

/** What a run of the built command line took; seconds are those of the processor, since the machine may be busy. */
export interface Usage {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
  readonly megabytes: number;
}

const atExit = `
import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.resourceUsage())));
`;
const preload = `--import=data:text/javascript,${encodeURIComponent(atExit)}`;

/** Runs the built command line. A run that is not over after a minute and a half is ended, with Infinity seconds. */
export function measuredRun(cwd: string, args: readonly string[]): Promise<Usage> {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright usage "));
  const file = path.join(folder, "usage.json");
  const env = { NODE_ENV: "test" as const, ...cleanEnv({ CI: "true", USAGE_FILE: file }) };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [preload, cliFile, ...args], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const limit = setTimeout(() => child.kill("SIGKILL"), 90_000);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data: Buffer) => (output += data.toString()));
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(limit);
      const used = code === null ? undefined : JSON.parse(readFileSync(file, "utf8"));
      rmSync(folder, { recursive: true, force: true });
      const seconds = used === undefined ? Infinity : (used.userCPUTime + used.systemCPUTime) / 1e6;
      resolve({
        code: code ?? -1,
        output,
        seconds,
        megabytes: used === undefined ? Infinity : used.maxRSS / 1024,
      });
    });
  });
}
