/**
 * npm test: installs and builds when needed, checks format, lint and types, runs every test.
 * `--full` adds the long matrices (test/full), `--full --only <group>` runs one group of them alone (test-groups.mjs),
 * such as `fuzz`, and `--shard 1/8` the first of eight parts of a group that has parts. The last line counts what the
 * runner counted.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { memoryFolder } from "./memory-folder.mjs";
import { prepare, root } from "./prepare.mjs";
import { filesOf, groups } from "./test-groups.mjs";
import { keepSeconds } from "./test-progress.mjs";

const full = process.argv.includes("--full");
const only = groupNamed(process.argv);
const shard = shardNamed(process.argv);
const results = path.join(root, "node_modules/.cache/authwright/test-results.json");

const say = (text) => console.log(`npm test: ${text}`);
say("building the package");
prepare();
if (only === undefined) say("checking format, lint and types");
const { failingChecks } = await import("./checks.mjs");
const failing = only === undefined ? await failingChecks() : [];
if (failing.length > 0) {
  console.error(`npm test: ${failing.join(", ")}: see above`);
  process.exit(1);
}

// Only now is what it imports installed.
const { browserProblem } = await import("./browser.mjs");
const noBrowser = await browserProblem();
if (noBrowser) say(`${noBrowser}. Tests that need one are left out, and one fails for them`);

say(only === undefined ? "running the tests" : `running the tests of ${only}`);
rmSync(results, { force: true });
// The long matrices keep projects for the next run.
const temporary = full || process.env.TMPDIR ? undefined : memoryFolder();
const run = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...(only === undefined ? [] : filesOf(only)),
    "--reporter=default",
    "--reporter=json",
    "--reporter=./scripts/test-progress.mjs",
    `--outputFile.json=${results}`,
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...(temporary && { TMPDIR: temporary }),
      ...(noBrowser && { AUTHWRIGHT_NO_BROWSER: noBrowser }),
      ...(full && { AUTHWRIGHT_TEST_FULL: "1" }),
      ...(shard !== undefined && { AUTHWRIGHT_SHARD: shard }),
    },
  },
);
// What a test has left running may write on for a moment.
if (temporary) rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
const counted = JSON.parse(readFileSync(results, "utf8"));
keepSeconds(counted.testResults);
const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = counted;
// What fails outside of every test, such as a reporter, is in no count but the exit code.
const failed = numFailedTests || numFailedTestSuites || (run.status === 0 ? 0 : 1);
if (numPendingTests > 0) console.log(`${numPendingTests} skipped, for the reasons in their names`);
// Programs read the last line: nothing else may stand in it.
console.log(`${numPassedTests} passed, ${failed} failed`);
process.exit(run.status ?? 1);

/** The group of `--only <group>`; one that is not there ends the run with the list of those that are. */
function groupNamed(args) {
  const at = args.indexOf("--only");
  if (at < 0) return undefined;
  if (full && groups().includes(args[at + 1])) return args[at + 1];
  console.error(`npm run test:full -- --only <group>, where group is one of: ${groups().join(", ")}`);
  process.exit(2);
}

/** The part of `--shard <k>/<n>`, which the group itself takes from AUTHWRIGHT_SHARD. */
function shardNamed(args) {
  const at = args.indexOf("--shard");
  if (at < 0) return undefined;
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(args[at + 1] ?? "") ?? [];
  if (only !== undefined && part >= 1 && Number(part) <= Number(parts)) return args[at + 1];
  console.error("npm run test:full -- --only <group> --shard <k>/<n>, where k is 1 to n");
  process.exit(2);
}
