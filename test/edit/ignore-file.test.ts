import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addIgnore, isIgnored } from "../../src/cli/formats/ignore-file.js";
import { splice } from "../../src/cli/edit/text-edit.js";

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
