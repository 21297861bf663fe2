/** Six runs of a command that writes, at the same time, in a project of their own. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { runCli, snapshotOf } from "../support/cli.js";

/**
 * One key is written, whoever wins, and one undo takes it back.
 * @returns how many of the six ended well
 */
export async function sixAtOnce(folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(path.join(folder, "package.json"), '{ "dependencies": { "express": "5" } }\n');
  const env = "PORT=3000\nNAME=shop\n";
  writeFileSync(path.join(folder, ".env"), env);
  const before = snapshotOf(folder);
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => runCli(folder, ["secret", "generate", "--write", "--yes"])),
  );
  const text = readFileSync(path.join(folder, ".env"), "utf8");
  expect(text.startsWith(env)).toBe(true);
  expect(text.match(/^AUTH_SECRET=\S{44}$/gm)).toHaveLength(1);
  const said = runs.map(({ code, stderr }) => `${code}: ${stderr}`).join("\n");
  for (const { code, stderr } of runs) {
    expect([0, 1, 3], said).toContain(code);
    if (code === 1) expect(stderr, said).toContain("is changing this project");
    if (code === 3) expect(stderr, said).toContain("was changed while the plan was shown");
  }
  expect(runs.filter(({ stderr }) => stderr.includes("Done.")).length, said).toBe(1);
  const undone = await runCli(folder, ["undo"]);
  expect(undone.code, `${said}\n${undone.stderr}`).toBe(0);
  expect(snapshotOf(folder), said).toEqual(before);
  return runs.filter(({ code }) => code === 0).length;
}
