/** The migrated samples compile with the real compiler, Next's and Express' own types, and our declarations. */
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain } from "../support/cli.js";
import { run } from "../support/process.js";
import { copySample, linkPackages, removeSamples } from "./samples.js";

afterAll(removeSamples);

const tsc = (folder: string, ...flags: string[]) =>
  run(process.execPath, [path.join(projectRoot, "node_modules/typescript/bin/tsc"), ...flags], { cwd: folder });
const migrate = (folder: string) => runMain(folder, ["migrate", "--yes", "--no-install"]);

test.each(["pages-v4", "app-v4", "split-v5", "core-fetch"])("%s compiles", { timeout: 120_000 }, async (name) => {
  const folder = copySample(name);
  expect((await migrate(folder)).code).toBe(0);
  linkPackages(folder);
  const result = await tsc(folder, "-p", ".");
  expect(result.stdout + result.stderr).toBe("");
});
