/** What `npm test` says of how far it is. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import TestProgress, { keepSeconds } from "../../scripts/test-progress.mjs";
import { projectRoot } from "../architecture/source-tree.js";

const module = (name: string) => ({ moduleId: path.join(projectRoot, name) });
/** As Vitest's own: `ok` reads its object. */
class Ended {
  readonly moduleId: string;
  readonly #isOk: boolean;
  constructor(name: string, isOk: boolean) {
    ({ moduleId: this.moduleId } = module(name));
    this.#isOk = isOk;
  }
  ok(): boolean {
    return this.#isOk;
  }
}
const ended = (name: string, isOk = true) => new Ended(name, isOk);

/** A run of four files, of which the last one takes as long as all others, by a clock of our own. */
function run(last: Readonly<Record<string, number>>) {
  const lines: string[] = [];
  let clock = 0;
  const progress = new TestProgress({ last, now: () => clock, say: (line) => void lines.push(line) });
  progress.onTestRunStart(["test/a", "test/b", "test/c", "test/long"].map(module));
  return { lines, progress, pass: (seconds: number) => (clock += seconds) };
}

test("the time left follows the last run, then the speed of this machine", () => {
  const { lines, progress, pass } = run({ "test/a": 100, "test/b": 100, "test/c": 100, "test/long": 300 });
  progress.tell();
  progress.onTestModuleStart(module("test/a"));
  pass(50);
  progress.tell();
  // Twice as slow as the last time.
  pass(150);
  progress.onTestModuleEnd(ended("test/a"));
  progress.tell();
  progress.onTestModuleStart(module("test/b"));
  progress.onTestModuleStart(module("test/c"));
  pass(200);
  progress.onTestModuleEnd(ended("test/b", false));
  progress.onTestModuleEnd(ended("test/c"));
  progress.tell();
  progress.onTestModuleStart(module("test/long"));
  pass(290);
  progress.tell();
  progress.onTestModuleEnd(ended("test/long"));
  progress.tell();
  progress.onTestRunEnd();
  expect(lines).toEqual([
    "0 of 4 test files; about 3 min left",
    "0 of 4 test files; about 9 min left",
    "1 of 4 test files; about 17 min left",
    "3 of 4 test files, 1 failed; about 7 min left",
    "3 of 4 test files, 1 failed; less than a minute left",
  ]);
});

test("without a record of most files no time is named", () => {
  const { lines, progress } = run({ "test/a": 100 });
  progress.tell();
  expect(lines).toEqual(["0 of 4 test files"]);
  progress.onTestRunEnd();
  progress.onTestRunStart([module("test/alone")]);
  progress.tell();
  expect(lines).toHaveLength(1);
  progress.onTestRunEnd();
});

test("what the files took is kept beside what other runs kept", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright-seconds-"));
  const file = path.join(folder, "cache/seconds.json");
  const result = (name: string, seconds: number) => ({
    name: path.join(projectRoot, name),
    startTime: 1000,
    endTime: 1000 + seconds * 1000,
  });
  keepSeconds([result("test/a", 2.04), result("test/b", 7)], file);
  keepSeconds([result("test/b", 9), result("test/skipped", 0)], file);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ "test/a": 2, "test/b": 9 });
  rmSync(folder, { recursive: true });
});
