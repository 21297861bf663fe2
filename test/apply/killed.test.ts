/** The built program, killed at each of its changing calls of the file system; and several of it at once. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliFile, runCli } from "../support/cli.js";
import { preload } from "../support/faulty-fs.js";
import { cleanEnv } from "../support/process.js";
import { temporaryFolder } from "../support/project.js";
import { sixAtOnce } from "./six-at-once.js";
import { reset, scenarios, secretsOf, stage, treeOf, type Scenario } from "./scenarios.js";

const tried: string[] = [];
let place: Awaited<ReturnType<typeof temporaryFolder>>;
let preloadFile: string;
beforeAll(async () => {
  place = await temporaryFolder("preload");
  preloadFile = path.join(place.folder, "preload.cjs");
  writeFileSync(preloadFile, preload);
});
afterAll(async () => {
  await place.dispose();
  console.log(tried.join("\n"));
});

/** Exit code and signal of a run with the preload. */
function runKilled(folder: string, args: readonly string[], at: number, count = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = cleanEnv({ CI: "true", FAULT_FOLDER: folder, FAULT_AT: String(at), FAULT_COUNT: count });
    const child = spawn(process.execPath, ["--require", preloadFile, cliFile, ...args], {
      cwd: folder,
      env: env as NodeJS.ProcessEnv,
      stdio: "ignore",
    });
    child.once("error", reject);
    child.once("close", (code, name) => resolve(name ?? String(code)));
  });
}

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

async function driveKills(scenario: Scenario, step: number): Promise<void> {
  const { args, name } = scenario;
  const { folder: origin, dispose } = await stage(scenario);
  const lanes = [path.join(place.folder, "0"), path.join(place.folder, "1")];
  const usual = args[0] === "doctor" ? "1" : "0";
  try {
    const known = secretsOf(origin);
    const before = treeOf(origin, known);
    const first = lanes[0] ?? "";
    reset(first, origin);
    const count = path.join(place.folder, "count");
    expect(await runKilled(first, args, 0, count)).toBe(usual);
    const after = treeOf(first, known);
    expect(after).not.toEqual(before);
    const total = Number(readFileSync(count, "utf8"));
    const points = Array.from({ length: total }, (_, at) => at + 1).filter((at) => at % step === 0);
    await inPairs(points, async (at, lane) => {
      const folder = lanes[lane] ?? "";
      reset(folder, origin);
      expect(await runKilled(folder, args, at), `call ${at}`).toBe("SIGKILL");
      // A run that changes nothing by itself: recovery alone.
      const next = await runCli(folder, ["undo", "no-such-plan"]);
      const recovered = treeOf(folder, known);
      const where = `killed at call ${at} of ${total}\n${next.stderr}`;
      if (JSON.stringify(recovered) !== JSON.stringify(after)) expect(recovered, where).toEqual(before);
      const temporary = Object.keys(recovered).filter((file) => file.endsWith(".tmp"));
      expect(temporary, where).toEqual([]);
    });
    tried.push(`${name}: killed at ${points.length} of ${total} calls`);
    expect(points.length).toBeGreaterThan(2);
  } finally {
    dispose();
    for (const folder of lanes) rmSync(folder, { recursive: true, force: true });
  }
}

/** Each kill takes two starts of the program; the quick run tries every call of two commands, and some of the others. */
const full = process.env["AUTHWRIGHT_TEST_FULL"] === "1";
const whole = new Set(["secret generate --write", "undo"]);

describe.each(scenarios)("CLI-21 $name", (scenario) => {
  test("killed at any changing call, the next run leaves the tree before or after", async () => {
    await driveKills(scenario, full || whole.has(scenario.name) ? 1 : 9);
    expect(tried.at(-1)).toContain(scenario.name);
  }, 600_000);
});

describe("several runs at once", () => {
  test("CLI-18 six times secret generate: one key, the file whole", async () => {
    expect(await sixAtOnce(path.join(place.folder, "six"))).toBeGreaterThan(0);
  });

  test("two times init, many times over: the tree is that of one run, and one undo takes it back", async () => {
    const [scenario] = scenarios;
    if (!scenario) throw new Error("no scenario");
    const { folder: origin, dispose } = await stage(scenario);
    const folder = path.join(place.folder, "two");
    reset(folder, origin);
    const before = treeOf(folder);
    await runCli(folder, scenario.args);
    const after = treeOf(folder);
    const outcomes: string[] = [];
    for (let times = 0; times < (full ? 20 : 5); times += 1) {
      reset(folder, origin);
      const runs = await Promise.all([runCli(folder, scenario.args), runCli(folder, scenario.args)]);
      const codes = runs.map(({ code }) => code).sort();
      const words = runs.map(({ stderr }) => stderr).join("\n");
      expect(
        [
          [0, 0],
          [0, 1],
          [0, 3],
        ],
        words,
      ).toContainEqual(codes);
      expect(treeOf(folder), words).toEqual(after);
      expect((await runCli(folder, ["undo"])).code).toBe(0);
      expect(treeOf(folder)).toEqual(before);
      outcomes.push(codes.join("+"));
    }
    tried.push(`two runs at once ended with ${outcomes.join(", ")}`);
    dispose();
  }, 120_000);
});
