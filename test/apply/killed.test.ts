/** The built program, killed at changing calls of the file system; and several of it at once. */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../support/cli.js";
import { temporaryFolder } from "../support/project.js";
import { driveKills } from "./drive-kills.js";
import { reset, scenarios, stage, treeOf } from "./scenarios.js";
import { sixAtOnce } from "./six-at-once.js";

const tried: string[] = [];
let place: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => void (place = await temporaryFolder("at-once")));
afterAll(async () => {
  await place.dispose();
  console.log(tried.join("\n"));
});

/** Each kill takes a start of the program: three of the calls here, all of them in test/full/killed. */
const kills = 3;

test.each(scenarios)(
  "CLI-21 $name: killed at any changing call, the next run leaves the tree before or after",
  async (scenario) => {
    tried.push(await driveKills(scenario, kills));
    expect(tried.at(-1)).toContain(scenario.name);
  },
  600_000,
);

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
    for (let times = 0; times < 3; times += 1) {
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
