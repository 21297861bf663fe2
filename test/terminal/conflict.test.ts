/** A file that is in the way: what a person can say about it. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyProject, removeProjects, runCli, snapshotOf } from "../support/cli.js";
import { keys, onTerminal, type Terminal } from "./terminal.js";

let folder: string;
let terminal: Terminal | undefined;
const args = ["init", "--no-install", "--provider", "github"];
const file = () => path.join(folder, "src/auth.ts");
const mine = "export const mine = 1;\n";
beforeEach(() => {
  folder = copyProject("express-esm-ts");
  writeFileSync(file(), mine);
});
afterEach(() => {
  terminal?.kill();
  removeProjects();
});

/** Chooses by its place in the list: No, Yes, Show the difference, Yes to all, Quit. */
async function answer(place: number): Promise<Terminal> {
  terminal ??= onTerminal(folder, args);
  await terminal.sees("src/auth.ts has other content. Replace it?");
  terminal.press(...Array.from({ length: place }, () => keys.down), keys.enter);
  return terminal;
}
afterEach(() => (terminal = undefined));

test("yes: the file is replaced, and undo brings it back", async () => {
  const before = snapshotOf(folder);
  const shown = await answer(1);
  await shown.sees("Write this?");
  shown.press(keys.enter);
  expect((await shown.ends()).code, shown.text()).toBe(0);
  expect(readFileSync(file(), "utf8")).toContain("createAuth({");
  expect((await runCli(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test("no: this file stays, the rest is written", async () => {
  const shown = await answer(0);
  await shown.sees("Write this?");
  shown.press(keys.enter);
  expect((await shown.ends()).code).toBe(0);
  expect(readFileSync(file(), "utf8")).toBe(mine);
  expect(readFileSync(path.join(folder, ".env"), "utf8")).toContain("AUTH_SECRET=");
});

test("the difference is shown, and the question comes again; quit writes nothing and ends with 3", async () => {
  const before = snapshotOf(folder);
  const shown = await answer(2);
  await shown.sees(/-export const mine = 1;[\s\S]*Replace it\?/);
  shown.press(keys.down, keys.down, keys.down, keys.down, keys.enter);
  expect((await shown.ends()).code).toBe(3);
  expect(snapshotOf(folder)).toEqual(before);
});

test("CLI-20 Ctrl-C at the question: 130, nothing written", async () => {
  const before = snapshotOf(folder);
  terminal = onTerminal(folder, args);
  await terminal.sees("Replace it?");
  terminal.press(keys.ctrlC);
  expect((await terminal.ends()).code).toBe(130);
  expect(snapshotOf(folder)).toEqual(before);
});

test("without a terminal, and with --yes on one, it is exit 3 and nothing is written", async () => {
  const before = snapshotOf(folder);
  expect(await runCli(folder, args)).toMatchObject({ code: 3, stderr: expect.stringContaining("--force") });
  terminal = onTerminal(folder, [...args, "--yes"]);
  expect((await terminal.ends()).code).toBe(3);
  expect(snapshotOf(folder)).toEqual(before);
});
