/**
 * npm run architecture: measures the sources and prints a table, one column per area.
 *
 * --json            the figures as JSON
 * --list <measure>  every counted place as file:line, the largest first
 * --write           lowers the figures in test/architecture/ratchet.json that fell; refuses when one rose
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { measure, measures } from "./architecture/measure.mjs";
import { readProject } from "./architecture/project.mjs";
import { lowered, risen } from "./architecture/ratchet.mjs";

const root = path.resolve(import.meta.dirname, "..");
const ratchetFile = path.join(root, "test/architecture/ratchet.json");

const { values: options } = parseArgs({
  options: { json: { type: "boolean" }, list: { type: "string" }, write: { type: "boolean" } },
});
const { figures, places } = measure(readProject(root));

if (options.list !== undefined) printPlaces(options.list);
else if (options.write) writeRatchet();
else if (options.json) console.log(JSON.stringify(figures, undefined, 2));
else printTable();

function printPlaces(id) {
  const listed = places[id];
  if (listed === undefined)
    fail(`No measure "${id}". There are: ${measures.map((each) => each.id).join(", ")}`);
  for (const { file, line, name, value } of listed) console.log(`${file}:${line}  ${value}  ${name}`);
}

function writeRatchet() {
  const committed = existsSync(ratchetFile) ? JSON.parse(readFileSync(ratchetFile, "utf8")) : {};
  const next = lowered(figures, committed);
  const lines = risen(figures, next);
  if (lines.length > 0) fail(lines.join("\n"));
  writeFileSync(ratchetFile, `${JSON.stringify(next, undefined, 2)}\n`);
  console.log(`Wrote ${path.relative(root, ratchetFile)}`);
}

function printTable() {
  const names = Object.keys(figures);
  const rows = measures.map(({ id, title }) => [title, ...names.map((name) => String(figures[name][id]))]);
  const all = [["", ...names], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  for (const [title, ...cells] of all) {
    const padded = cells.map((cell, column) => cell.padStart(widths[column + 1]));
    console.log([title.padEnd(widths[0]), ...padded].join("  "));
  }
  console.log("");
  for (const id of ["longest-file", "longest-function", "worst-complexity", "most-parameters"]) {
    const [{ file, line, name, value }] = places[id];
    console.log(`${measures.find((each) => each.id === id).title}: ${value}, ${name} (${file}:${line})`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
