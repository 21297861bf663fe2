/** Commands in a clone of somebody else's start no program of it. All forms and commands: test/full/hostile-folders.test.ts */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { cliFile } from "../support/cli.js";
import { hostileClone, runsByGit, type Clone } from "../support/hostile-folders.js";

const made: Clone[] = [];
afterEach(() => made.splice(0).forEach((one) => one.remove()));

it.each([
  ["an embedded repository", ["secret", "generate", "--write", "--dry-run"], 3],
  ["fsmonitor in .git/config", ["secret", "generate", "--write", "--dry-run"], 0],
  ["a filter of .gitattributes", ["init", "--yes", "--no-install", "--provider", "github"], 0],
] as const)("G1: %s: auth %j runs nothing of it", (form, words, status) => {
  const clone = hostileClone(form, "express-esm-ts");
  made.push(clone);
  expect(runsByGit(clone)).toBe(true);
  const result = spawnSync(process.execPath, [cliFile, ...words], {
    cwd: clone.app,
    env: clone.env,
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([result.status, existsSync(clone.mark), clone.started()], result.stderr).toEqual([
    status,
    false,
    [],
  ]);
  if (status === 3) expect(result.stderr).toContain(`${clone.app} is a git repository without a .git`);
});
