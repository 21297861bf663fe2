/** Every command that reads, over every file of test/support/hostile-files.ts: an answer or a refusal by name. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { hostileFiles } from "../support/hostile-files.js";
import { measuredRun } from "../support/usage.js";

const commands = [
  ["info"],
  ["doctor"],
  ["init", "--yes", "--dry-run"],
  ["add-provider", "google", "--dry-run"],
  ["add-adapter", "prisma", "--dry-run"],
  ["add-adapter", "drizzle", "--dry-run"],
  ["add-plugin", "password", "--transport", "resend", "--dry-run"],
  ["protect", "/x", "--dry-run"],
  ["add-docker", "--dry-run"],
  ["test", "init", "--dry-run"],
  ["upgrade", "--dry-run"],
  ["migrate", "--dry-run"],
  ["secret", "check"],
];
const mostSeconds = 5;
const mostMegabytes = 600;

const rows: string[] = [];
afterEach(removeProjects);
afterAll(() => console.log(rows.join("\n")));

test.each(Object.entries(hostileFiles))("CL-31: %s", { timeout: 900_000 }, async (name, files) => {
  const folder = copyProject("express-esm-ts");
  await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  // A link to itself, one out of the project, and one to a folder around it.
  symlinkSync("loop.ts", path.join(folder, "src/loop.ts"));
  symlinkSync("/etc/hostname", path.join(folder, "src/outside.ts"));
  symlinkSync("..", path.join(folder, "src/around"));
  const wrong: string[] = [];
  for (const args of commands) {
    const { code, output, seconds, megabytes } = await measuredRun(folder, args);
    const figures = `${name}: ${args.join(" ")}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB, exit ${code}`;
    rows.push(figures);
    const isDefect = /AUTH_E_INTERNAL|call stack/.test(output) || ![0, 1, 2, 3].includes(code);
    if (isDefect || seconds > mostSeconds || megabytes > mostMegabytes)
      wrong.push(`${figures}\n${output.slice(-300)}`);
  }
  expect(wrong).toEqual([]);
});

test("CL-31: what dry runs read stays as it is", async () => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  for (const args of commands) await measuredRun(folder, args);
  expect(snapshotOf(folder)).toEqual(before);
}, 300_000);
