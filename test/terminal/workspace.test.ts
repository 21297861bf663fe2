/** At the top of a workspace: which app is meant? */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runCli, snapshotOf } from "../support/cli.js";
import { keys, onTerminal, type Terminal } from "./terminal.js";

let terminal: Terminal | undefined;
afterEach(() => {
  terminal?.kill();
  removeProjects();
});

test("the chosen app is written to, and nothing else; the command without questions names it", async () => {
  const folder = copyProject("empty");
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "workspaces": ["apps/*"] }\n');
  mkdirSync(path.join(folder, "apps"));
  for (const [name, fixture] of [
    ["api", "express-esm-js"],
    ["web", "next-pages-ts"],
  ] as const)
    cpSync(path.join("test/fixtures/projects", fixture), path.join(folder, "apps", name), {
      recursive: true,
    });
  const before = snapshotOf(folder);
  terminal = onTerminal(folder, ["init", "--no-install", "--provider", "github", "--env", ".env.local"]);
  await terminal.sees("Which app is meant?");
  terminal.press(keys.down, keys.enter);
  await terminal.sees("Write this?");
  expect(terminal.text()).toMatch(/without questions: .*npx authwright init .*--cwd apps\/web/);
  terminal.press(keys.enter);
  expect((await terminal.ends()).code, terminal.text()).toBe(0);
  expect(existsSync(path.join(folder, "apps/web/pages/api/auth/[...auth].ts"))).toBe(true);
  const after = snapshotOf(folder);
  const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
  expect(changed.filter((file) => !file.startsWith("apps/web"))).toEqual([]);
  expect((await runCli(folder, ["undo", "--cwd", "apps/web"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});
