/** Every command that writes, with a fault at each of its changing calls of the file system. */
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { breakFs } from "../support/faulty-fs.js";
import { driveFaults } from "./drive-faults.js";
import { scenarios } from "./scenarios.js";

const codes = ["ENOSPC", "EPERM", "EIO"] as const;
const tried: string[] = [];
afterAll(() => console.log(tried.join("\n")));

describe.each(scenarios)("CLI-21 $name", (scenario) => {
  test("whichever changing call fails, the tree is before or after, and the next run gets there", async () => {
    const kinds = codes.map((code) => ({ code }));
    tried.push(`one call fails; ${await driveFaults(scenario, kinds, { spread: true })}`);
    expect(tried.at(-1)).toContain(scenario.name);
  }, 120_000);
});

// The other commands: npm run test:full -- --only faults
const everyWriter = ["init, Express", "add-adapter", "migrate", "undo"];
test.each(scenarios.filter(({ name }) => everyWriter.includes(name)))(
  "CLI-21 $name: a disk that is full from some call on",
  async (scenario) => {
    tried.push(
      `disk full; ${await driveFaults(scenario, [{ code: "ENOSPC", stays: true }], { spread: true })}`,
    );
    expect(tried.at(-1)).toContain(scenario.name);
  },
);

test("the faults concern one folder alone", () => {
  const faulty = breakFs(path.join("/nowhere", "at all"), { at: 1, code: "EIO" });
  expect(faulty.calls()).toBe(0);
  faulty.restore();
});
