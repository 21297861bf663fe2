/** Samples with a linter or a formatter of their own satisfy it before and after `auth migrate`. */
import { symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copySample, removeSamples, workspaces } from "../migrate/samples.js";
import { runMain } from "../support/cli.js";
import { mustRun, run } from "../support/process.js";
import { npm, npx, temporaryFolder } from "../support/project.js";

const tools = [
  "@biomejs/biome@2.3.4",
  "prettier@3.6.2",
  "prettier-plugin-organize-imports@4.3.0",
  "typescript@5.9.3",
];
let workshop: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  workshop = await temporaryFolder("linters");
  await mustRun(npm, ["install", "--no-audit", "--no-fund", "--loglevel=error", "--no-save", ...tools], {
    cwd: workshop.folder,
    timeoutSeconds: 200,
  });
}, 240_000);
afterAll(async () => {
  await workshop?.dispose();
  removeSamples();
});

const linters: Readonly<Record<string, readonly string[]>> = {
  "chatbot-v5": ["biome", "check", "."],
  "dub-v4": ["prettier", "--check", "."],
  "saas-starter-v4": ["prettier", "--check", "."],
};

test.each(Object.entries(linters))("F-55 %s", async (sample, linter) => {
  const folder = copySample(sample);
  symlinkSync(path.join(workshop.folder, "node_modules"), path.join(folder, "node_modules"));
  const lint = async () => {
    const { code, stdout, stderr } = await run(npx, linter, { cwd: folder });
    return `${code}\n${stdout}${stderr}`;
  };
  expect(await lint()).toMatch(/^0\n/);
  const { stdout, stderr } = await runMain(folder, ["migrate", "--yes", "--no-install"]);
  const formatting = /^ +\d+\. Format what changed: (.+)$/m.exec(stdout + stderr)?.[1] ?? "";
  expect(formatting).not.toBe("");
  const part = workspaces[sample]?.[0] ?? ".";
  await mustRun("/bin/sh", ["-c", formatting], { cwd: path.join(folder, part) });
  expect(await lint()).toMatch(/^0\n/);
});
