/**
 * npm test: installs and builds when needed, checks format, lint and types, runs every test.
 * `--full` adds the long matrices (test/full). The last line counts what the runner counted.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { must, prepare, root } from "./prepare.mjs";

const full = process.argv.includes("--full");
const results = path.join(root, "node_modules/.cache/authwright/test-results.json");

prepare();
const bin = (name) =>
  path.join(root, "node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);
const tool = (name, ...args) => must(bin(name), args, { shell: process.platform === "win32" });
tool("oxfmt", "--check", "src", "bin", "scripts", "test", "bench");
tool("oxlint", "--deny-warnings", "src", "bin", "scripts", "test", "bench");
tool("tsc", "-p", "tsconfig.json");

rmSync(results, { force: true });
const run = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...(full && { AUTHWRIGHT_TEST_FULL: "1" }) } },
);
const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, success } = JSON.parse(
  readFileSync(results, "utf8"),
);
const failed = numFailedTests === 0 && !success ? numFailedTestSuites : numFailedTests;
if (numPendingTests > 0) console.log(`${numPendingTests} skipped, for the reasons in their names`);
// Programs read the last line: nothing else may stand in it.
console.log(`${numPassedTests} passed, ${failed} failed`);
process.exit(run.status ?? 1);
