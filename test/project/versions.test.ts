import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { detect } from "../../src/commands/steps/detect.js";
import { lowestVersion, versionOf } from "../../src/cli/project/versions.js";
import { copyProject, removeProjects } from "../support/cli.js";

afterEach(removeProjects);

test.each([
  ["5.1.2", [5, 1]],
  ["~5.1.2", [5, 1]],
  ["5.1.x", [5, 1]],
  ["^5.1.2", [5, Infinity]],
  [">=5.1 <6", [5, Infinity]],
  [">=5.1 <5.3", [5, 1]],
  ["5", [5, Infinity]],
  ["5.x || 6.x", [5, Infinity]],
  ["npm:@scope/typescript@~5.2.0", [5, 2]],
  ["workspace:^5.2.0", [5, Infinity]],
  ["5.0.0-beta.25", [5, 0]],
  // The number in here is none of the package.
  ["catalog:react19", undefined],
  ["github:owner/typescript#v4", undefined],
  ["latest", undefined],
  ["*", undefined],
  ["<6", undefined],
  ["", undefined],
])("of %j in package.json the version is %j", (range, expected) => {
  const folder = copyProject("empty");
  const write = (version: string) =>
    writeFileSync(
      path.join(folder, "package.json"),
      JSON.stringify({ devDependencies: { typescript: version } }),
    );
  write(range);
  expect(versionOf(detect(folder), "typescript")).toEqual(expected);
  const installed = path.join(folder, "node_modules/typescript");
  mkdirSync(installed, { recursive: true });
  writeFileSync(path.join(installed, "package.json"), '{ "version": "6.2.1-beta" }');
  expect(versionOf(detect(folder), "typescript")).toEqual([6, 2]);
});

test.each([">5 <5", `^${"9".repeat(300)}`, ">9007199254740991", "x".repeat(10_000), " ".repeat(50_000)])(
  "what no version is in breaks nothing (%#)",
  (range) => {
    const lowest = lowestVersion(range);
    expect(lowest).toBeUndefined();
  },
);
