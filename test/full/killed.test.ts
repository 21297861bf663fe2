/** Every command that writes, killed at each of its changing calls of the file system. */
import { afterAll, expect, test } from "vitest";
import { driveKills } from "../apply/drive-kills.js";
import { scenarios } from "../apply/scenarios.js";

const tried: string[] = [];
afterAll(() => console.log(tried.join("\n")));

test.each(scenarios)(
  "CLI-21 $name: killed at any changing call, the next run leaves the tree before or after",
  async (scenario) => {
    tried.push(await driveKills(scenario));
    expect(tried.at(-1)).toContain(scenario.name);
  },
  1_200_000,
);
