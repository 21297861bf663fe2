/** Drives a scenario once whole, then once per call with a kill there: the next run leaves the tree before or after. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { cliFile, runCli, runMain } from "../support/cli.js";
import { isFull } from "../support/every-run.js";
import { preload } from "../support/faulty-fs.js";
import { cleanEnv } from "../support/process.js";
import { reset, secretsOf, stage, treeOf, type Scenario } from "./scenarios.js";

/** Exit code and signal of a run with the preload. */
type RunKilled = (folder: string, args: readonly string[], at: number, count?: string) => Promise<string>;

const runWith =
  (preloadFile: string): RunKilled =>
  (folder, args, at, count = "") =>
    new Promise((resolve, reject) => {
      const env = cleanEnv({ CI: "true", FAULT_FOLDER: folder, FAULT_AT: String(at), FAULT_COUNT: count });
      const child = spawn(process.execPath, ["--require", preloadFile, cliFile, ...args], {
        cwd: folder,
        env: env as NodeJS.ProcessEnv,
        stdio: "ignore",
      });
      child.once("error", reject);
      child.once("close", (code, name) => resolve(name ?? String(code)));
    });

/** What recovers: in every run in this process, in the group `killed` the built program. */
const recover = isFull ? runCli : runMain;

/** Two cores: two runs at a time. */
async function inPairs<T>(
  items: readonly T[],
  work: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const lane = async (number: number) => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, number);
  };
  await Promise.all([lane(0), lane(1)]);
}

/**
 * @param kills about how many, spread over the calls; default: at each call
 * @returns what was tried, in words
 */
export async function driveKills(scenario: Scenario, kills = Number.POSITIVE_INFINITY): Promise<string> {
  const { args, name } = scenario;
  const home = mkdtempSync(path.join(tmpdir(), "authwright kills "));
  const preloadFile = path.join(home, "preload.cjs");
  writeFileSync(preloadFile, preload);
  const runKilled = runWith(preloadFile);
  const { folder: origin, dispose } = await stage(scenario);
  const lanes = [path.join(home, "0"), path.join(home, "1")];
  const usual = args[0] === "doctor" ? "1" : "0";
  try {
    const known = secretsOf(origin);
    const before = treeOf(origin, known);
    const first = lanes[0] ?? "";
    reset(first, origin);
    const count = path.join(home, "count");
    expect(await runKilled(first, args, 0, count)).toBe(usual);
    const after = treeOf(first, known);
    expect(after).not.toEqual(before);
    const total = Number(readFileSync(count, "utf8"));
    const step = Math.max(1, Math.floor(total / kills));
    const points = Array.from({ length: total }, (_, at) => at + 1).filter((at) => at % step === 0);
    await inPairs(points, async (at, lane) => {
      const folder = lanes[lane] ?? "";
      reset(folder, origin);
      expect(await runKilled(folder, args, at), `call ${at}`).toBe("SIGKILL");
      // A run that changes nothing by itself: recovery alone.
      const next = await recover(folder, ["undo", "no-such-plan"]);
      const recovered = treeOf(folder, known);
      const where = `killed at call ${at} of ${total}\n${next.stderr}`;
      if (JSON.stringify(recovered) !== JSON.stringify(after)) expect(recovered, where).toEqual(before);
      const temporary = Object.keys(recovered).filter((file) => file.endsWith(".tmp"));
      expect(temporary, where).toEqual([]);
    });
    expect(points.length).toBeGreaterThan(2);
    return `${name}: killed at ${points.length} of ${total} calls`;
  } finally {
    dispose();
    rmSync(home, { recursive: true, force: true });
  }
}
