/** Links that lead back to themselves, to a folder around them, or out: named once, and no command ends by them. */
import { symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

test.each([
  [["info"]],
  [["init"]],
  [["doctor"]],
  [["add-provider", "google"]],
  [["add-adapter", "drizzle"]],
  [["add-adapter", "prisma"]],
  [["add-adapter", "pg"]],
  [["add-plugin", "password", "--transport", "resend"]],
  [["remove-provider", "github"]],
  [["protect", "/x"]],
  [["add-role", "admin"]],
  [["add-docker"]],
  [["test", "init"]],
  [["upgrade"]],
  [["migrate"]],
])("CL-26, CL-31: auth %s", async (words) => {
  const folder = copyProject("express-esm-ts");
  await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
  symlinkSync("loop.ts", path.join(folder, "src/loop.ts"));
  symlinkSync("/etc/hostname", path.join(folder, "src/outside.ts"));
  symlinkSync("..", path.join(folder, "src/around"));
  const { stderr } = await runMain(folder, [
    ...words,
    ...(words[0] === "info" || words[0] === "doctor" ? [] : ["--dry-run"]),
  ]);
  expect(stderr).not.toMatch(/ELOOP|AUTH_E_INTERNAL/);
  expect(stderr.match(/src\/loop\.ts is a link that leads back to itself/g)).toHaveLength(1);
});
