/**
 * npm run check: what `npm test` finds within three minutes. Format, lint and types of everything; of the tests those
 * that import what has changed since the branch left its upstream, without the long rooms, the quick ones first.
 * `-- --since <commit>` compares with another one.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { failingChecks } from "./checks.mjs";
import { must, prepare, root } from "./prepare.mjs";

const limitSeconds = 180;
/** What starting the tests takes. */
const startSeconds = 20;
const workers = 2;
const longRooms = /^test\/(?:apply|e2e|full|packaging)\//;
const vitest = "node_modules/vitest/vitest.mjs";

const started = Date.now();
const secondsLeft = () => limitSeconds - (Date.now() - started) / 1000;
const say = (text) => console.log(`npm run check: ${text}`);

const since = revision(process.argv);
say("building, then checking format, lint and types");
prepare({ quiet: true });
const failing = await failingChecks();

const related = testsSince(since);
const chosen = withinTime(related);
const left = related.length - chosen.length;
say(
  `running ${chosen.length} test files that import what has changed since ${since.slice(0, 12)}${left > 0 ? `; ${left} more take too long here, npm test runs them` : ""}`,
);
const status =
  chosen.length > 0
    ? spawnSync(process.execPath, [vitest, "run", ...chosen], { cwd: root, stdio: "inherit" }).status
    : 0;
say(`${Math.round((Date.now() - started) / 1000)} s`);
if (failing.length > 0) say(`${failing.join(", ")}: see above`);
process.exit(failing.length > 0 ? 1 : (status ?? 1));

/** The commit of `--since`, or where this branch left its upstream; without one, what is not committed counts. */
function revision(args) {
  const at = args.indexOf("--since");
  const git = (...words) => spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout.trim();
  if (at < 0) return git("merge-base", "HEAD", "@{upstream}") || git("rev-parse", "HEAD");
  const commit = git("rev-parse", "--verify", "--quiet", `${args[at + 1]}^{commit}`);
  if (commit) return commit;
  console.error(`npm run check -- --since <commit>: git knows no commit ${args[at + 1]}`);
  process.exit(2);
}

function testsSince(commit) {
  const { stdout } = must(process.execPath, [vitest, "list", "--filesOnly", "--json", "--changed", commit], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  const found = JSON.parse(stdout.slice(stdout.indexOf("["))).map(({ file }) =>
    path.relative(root, file).split(path.sep).join("/"),
  );
  return [...new Set(found)].filter((file) => !longRooms.test(file));
}

/** The quick ones first, by what each took in the last whole run of this clone. */
function withinTime(files) {
  const record = path.join(root, "node_modules/.cache/authwright/test-seconds.json");
  const seconds = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
  const secondsOf = (file) => seconds[file] ?? 1;
  let budget = (secondsLeft() - startSeconds) * workers;
  return files
    .toSorted((a, b) => secondsOf(a) - secondsOf(b))
    .filter((file) => (budget -= secondsOf(file)) > 0);
}
