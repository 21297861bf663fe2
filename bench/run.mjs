/**
 * npm run bench: hot paths as ratios of CPU time in one run, against @auth/core and against the raw-crypto limit.
 *
 *   --ops session,decode   only these        --rounds 11       rounds per operation
 *   --save                 append a line to bench/history.jsonl
 *   --chart                draw docs/pictures/bench.svg from this run
 */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { drawChart } from "./chart.mjs";
import { startCosts } from "./start.mjs";
import { countedWork } from "./counted-work.mjs";
import { hostileRequests } from "./hostile.mjs";

const { values: options } = parseArgs({
  options: {
    ops: { type: "string" },
    rounds: { type: "string", default: "11" },
    save: { type: "boolean" },
    chart: { type: "boolean" },
  },
});
const rounds = Number(options.rounds);
const batch = 150;
// Long enough for the compiler on a slow machine: a cold row shows two to three times too much.
const warmUp = 3000;
const goals = {
  session: [15, 1.5],
  "session, 16 in flight": [8, 1.5],
  "session, 3 chunks": [5.5, 1.5],
  "session, no cookie": [],
  "session, 80 providers": [],
  csrf: [],
  providers: [],
  "callback/credentials": [6],
  getToken: [20, 1.5],
  decode: [20, 1.3],
  encode: [8, 1.3],
  "getSession (Express)": [40],
};
const names = Object.keys(goals).filter(
  (name) => !options.ops || options.ops.split(",").some((part) => name.startsWith(part)),
);

const contenders = ["reference", "ours", "limit"];
const processes = Object.fromEntries(contenders.map((name) => [name, start(name)]));
await Promise.all(Object.values(processes).map((child) => once(child, "message")));
const pinned = pin();
process.on("exit", () => Object.values(processes).forEach((child) => child.kill()));

console.log(
  `node ${process.version}, ${cpus().length} cores${pinned ? ", contenders on one core" : ""}, load ${loadavg()[0].toFixed(1)}; ` +
    `${rounds} rounds of ${batch} ms; CPU µs (user + system), medians`,
);
console.log(row("operation", ...contenders, "times less", "(quartiles)", "times the limit", "goal"));
const saved = {};
for (const name of names) saved[name] = await measure(name);
if (options.chart) drawChart(saved, { rounds, load: loadavg()[0] });

console.log(`\n${await countedWork()}`);
if (!options.ops) console.log(`\n${(await hostileRequests()).text}`);
if (!options.ops) console.log(`\n${await startCosts()}`);
if (options.save) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const line = {
    date: new Date().toISOString(),
    commit,
    node: process.version,
    cpu: cpus()[0].model,
    results: saved,
  };
  appendFileSync(path.join(import.meta.dirname, "history.jsonl"), `${JSON.stringify(line)}\n`);
}
process.exit(0);

function start(name) {
  return fork(path.join(import.meta.dirname, "contender.mjs"), [name], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** One core for all: without it the asynchronous contender costs once or twice as much by luck of the scheduler. */
function pin() {
  try {
    for (const child of Object.values(processes))
      execFileSync("taskset", ["-a", "-cp", "1", String(child.pid)], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function ask(name, message) {
  const child = processes[name];
  child.send(message);
  const [answer] = await once(child, "message");
  if (answer.failed) throw new Error(`${name}, ${message.operation}: ${answer.failed}`);
  return answer;
}

async function measure(name) {
  const [operation, inFlight] = name.endsWith("16 in flight") ? ["session", 16] : [name, 1];
  const present = [];
  for (const contender of contenders) {
    const answer = await ask(contender, { operation, verify: true });
    if (answer.absent) continue;
    if (!answer.verified) throw new Error(`${contender} does not pass the check of "${name}"`);
    await ask(contender, { operation, inFlight, milliseconds: warmUp });
    present.push(contender);
  }
  const samples = Object.fromEntries(present.map((contender) => [contender, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < present.length; turn += 1) {
      const contender = present[(round + turn) % present.length];
      samples[contender].push(
        (await ask(contender, { operation, inFlight, milliseconds: batch })).perOperation,
      );
    }
  }
  const ratios = (over, under) =>
    samples[over]?.map((value, at) => value / samples[under][at]).sort((a, b) => a - b);
  const less = ratios("reference", "ours");
  const times = samples.limit && ratios("ours", "limit");
  const [goalLess, goalTimes] = goals[name];
  const met = [
    goalLess === undefined || median(less) >= goalLess,
    goalTimes === undefined || !times || median(times) <= goalTimes,
  ];
  console.log(
    row(
      name,
      ...contenders.map((contender) => (samples[contender] ? figure(median(samples[contender])) : "-")),
      median(less).toFixed(1),
      `${quartile(less, 0.25).toFixed(1)}-${quartile(less, 0.75).toFixed(1)}`,
      times ? median(times).toFixed(2) : "-",
      goalLess
        ? `${goalLess}${goalTimes ? ` / ${goalTimes}` : ""} ${met.every(Boolean) ? "ok" : "MISSED"}`
        : "",
    ),
  );
  return {
    ...Object.fromEntries(present.map((contender) => [contender, median(samples[contender])])),
    less: median(less),
    quartiles: [quartile(less, 0.25), quartile(less, 0.75)],
    times: times && median(times),
  };
}

function quartile(sorted, at) {
  return sorted[Math.round((sorted.length - 1) * at)];
}
function median(values) {
  return quartile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
function row(name, ...cells) {
  const widths = [11, 9, 9, 12, 13, 17, 18];
  return name.padEnd(24) + cells.map((cell, at) => String(cell).padStart(widths[at])).join("");
}
