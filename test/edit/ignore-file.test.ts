import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addIgnore, isIgnored } from "../../src/cli/formats/ignore-file.js";
import { isCovered } from "../../src/cli/project/git.js";
import { detect } from "../../src/commands/steps/detect.js";
import { copyProject, removeProjects } from "../support/cli.js";
import { splice } from "../../src/cli/source/text/text-edit.js";

afterEach(removeProjects);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "authwright-ignore-"));
  execFileSync("git", ["init", "-q", folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ".env",
  "/.env",
  "**/.env",
  ".env*",
  ".env*\n!.env.example",
  ".env*.local",
  "*.local",
  "# .env",
  "!.env",
  ".env\n!.env",
  ".environment",
  "env",
  ".env?local",
  ".env.local\r\n.env\r\n",
  ".env/",
  "config/",
  "config/*\n!config/.env",
  "config\n!config/.env",
  "[.]env",
  ".env\\ ",
  ".env.{local,example}",
  ".en\\v",
  ".env[",
  ".ENV",
  "con**/.env",
  "**/config/**",
  "\uFEFF.env",
  "config/.env",
  "",
])("%j is judged as git judges it", (text) => {
  writeFileSync(path.join(folder, ".gitignore"), text);
  for (const file of [".env", ".env.local", ".env.example", "config/.env"]) {
    let byGit = true;
    try {
      execFileSync("git", ["-C", folder, "check-ignore", "-q", file]);
    } catch {
      byGit = false;
    }
    expect([file, isIgnored(text, file)]).toEqual([file, byGit]);
  }
});

test("an entry goes on a line of its own, in the manner of the file", () => {
  expect(splice("a\r\nb", [addIgnore("a\r\nb", ".env")])).toBe("a\r\nb\r\n.env\r\n");
  expect(splice("", [addIgnore("", ".env")])).toBe(".env\n");
});

test.each([
  ["/apps/web/.env\n", ""],
  ["/.env\n", ""],
  ["apps/*/.env\n", ""],
  ["apps/\n", ""],
  [".env\n", "!.env\n"],
  ["!.env\n", ".env*\n"],
  ["**/web/.env", ""],
  ["", ""],
])("above the app %j, in it %j: judged as git judges both", (above, inside) => {
  const top = copyProject("empty");
  const root = path.join(top, "apps/web");
  mkdirSync(root, { recursive: true });
  execFileSync("git", ["init", "-q", top]);
  writeFileSync(path.join(root, "package.json"), "{}");
  writeFileSync(path.join(top, ".gitignore"), above);
  writeFileSync(path.join(root, ".gitignore"), inside);
  const byGit = spawnSync("git", ["-C", root, "check-ignore", "-q", ".env"]).status === 0;
  expect(isCovered(detect(root), ".env")).toBe(byGit);
});
