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
import { adminCosts } from "./admin.mjs";
import { drawChart } from "./chart.mjs";
import { startCosts } from "./start.mjs";
import { countedWork } from "./counted-work.mjs";
import { hostileRequests } from "./hostile.mjs";
import { organizationCosts } from "./organizations.mjs";

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
/**
 * `less`: times less than the reference; `own`: the same without what the limit costs too, for rows that are web objects
 * for the most part; `limit`: times the limit.
 */
const goals = {
  session: { less: 15, limit: 1.15 },
  "session, 16 in flight": { less: 8, limit: 1.15 },
  "session, 3 chunks": { less: 5.5, limit: 1.5 },
  "session, no cookie": { own: 8 },
  "session, 80 providers": {},
  "session, updateAge": {},
  csrf: { own: 8 },
  providers: { own: 8 },
  "callback/credentials": { less: 6 },
  getToken: { less: 20, limit: 1.5 },
  decode: { less: 20, limit: 1.3 },
  encode: { less: 8, limit: 1.3 },
  "getSession (Express)": { less: 40 },
};
/** With `jwt.updateAge` a check makes no token while the last one is young: its share of a check that makes one. */
const shareGoal = 0.6;
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
console.log(
  row("operation", ...contenders, "times less", "(quartiles)", "own part", "times the limit", "goal"),
);
const saved = {};
for (const name of names) saved[name] = await measure(name);
if (names.includes("session, updateAge")) console.log(`\n${await share()}`);
const compared = Object.fromEntries(Object.entries(saved).filter(([, { less }]) => less !== undefined));
if (options.chart) drawChart(compared, { rounds, load: loadavg()[0] });

console.log(`\n${await countedWork()}`);
if (!options.ops) console.log(`\n${await organizationCosts()}`);
if (!options.ops) console.log(`\n${await adminCosts()}`);
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
  const samples = await interleaved(
    present.map((contender) => [contender, contender, { operation, inFlight, milliseconds: batch }]),
  );
  const result = resultOf(samples);
  const cells = [
    ...contenders.map((contender) => (result[contender] === undefined ? "-" : figure(result[contender]))),
    result.less?.toFixed(1) ?? "-",
    result.quartiles?.map((value) => value.toFixed(1)).join("-") ?? "-",
    (goals[name].own === undefined ? undefined : result.own?.toFixed(1)) ?? "-",
    result.times?.toFixed(2) ?? "-",
  ];
  console.log(row(name, ...cells, verdict(goals[name], result)));
  return result;
}

/** Batches in turns, each row's turn at another place in every round. Rows: [name of the samples, contender, message]. */
async function interleaved(rows) {
  const samples = Object.fromEntries(rows.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < rows.length; turn += 1) {
      const [name, contender, message] = rows[(round + turn) % rows.length];
      samples[name].push((await ask(contender, message)).perOperation);
    }
  }
  return samples;
}

/** Medians of each contender, and of the ratios inside the rounds. */
function resultOf(samples) {
  const { reference, ours, limit } = samples;
  const perRound = (ratio) => ours.map((_, at) => ratio(at)).sort((a, b) => a - b);
  const less = reference && perRound((at) => reference[at] / ours[at]);
  const own = reference && limit && perRound((at) => (reference[at] - limit[at]) / (ours[at] - limit[at]));
  return {
    ...Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)])),
    ...(less && { less: median(less), quartiles: [quartile(less, 0.25), quartile(less, 0.75)] }),
    ...(own && { own: median(own) }),
    ...(limit && { times: median(perRound((at) => ours[at] / limit[at])) }),
  };
}

function verdict({ less, own, limit }, result) {
  const words = [];
  if (less !== undefined) words.push([`${less}`, result.less >= less]);
  if (own !== undefined) words.push([`own ${own}`, result.own >= own]);
  if (limit !== undefined) words.push([`${limit}`, result.times <= limit]);
  if (words.length === 0) return "";
  return `${words.map(([text]) => text).join(" / ")} ${words.every(([, isMet]) => isMet) ? "ok" : "MISSED"}`;
}

async function share() {
  const message = (operation) => ({ operation, inFlight: 1, milliseconds: batch });
  const samples = await interleaved(
    ["ours", "limit"].flatMap((contender) => [
      [`${contender}, young`, contender, message("session, updateAge")],
      [`${contender}, old`, contender, message("session")],
    ]),
  );
  const of = (contender) =>
    median(samples[`${contender}, young`].map((value, at) => value / samples[`${contender}, old`][at]));
  const isMet = of("ours") <= shareGoal;
  return `session, updateAge: ${of("ours").toFixed(2)} of a session check, by hand ${of("limit").toFixed(2)} (goal ${shareGoal}) ${isMet ? "ok" : "MISSED"}`;
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
  const widths = [11, 9, 9, 12, 13, 10, 17, 20];
  return name.padEnd(24) + cells.map((cell, at) => String(cell).padStart(widths[at])).join("");
}
