/** Every command that writes, with each kind of fault at each of its calls of the file system, reading ones too. */
import { afterAll, expect, test } from "vitest";
import { driveFaults } from "../apply/drive-faults.js";
import { scenarios } from "../apply/scenarios.js";

const tried: string[] = [];
afterAll(() => console.log(tried.join("\n")));

test.each(scenarios)(
  "CLI-21 $name: whichever call fails, whatever the reason",
  async (scenario) => {
    const kinds = (["ENOSPC", "EPERM", "EIO"] as const).map((code) => ({ code, reads: true }));
    tried.push(await driveFaults(scenario, kinds));
    expect(tried.at(-1)).toContain(scenario.name);
  },
  600_000,
);

test.each(scenarios)(
  "CLI-21 $name: a disk that is full from some call on",
  async (scenario) => {
    tried.push(`disk full; ${await driveFaults(scenario, [{ code: "ENOSPC", stays: true }])}`);
    expect(tried.at(-1)).toContain(scenario.name);
  },
  600_000,
);
