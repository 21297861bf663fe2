/** The section of AGENTS.md: `auth init --agents` writes it, `auth upgrade` keeps it, a person's words stay. */
import {
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = ["init", "--yes", "--no-install", "--provider", "github"];

const fileOf = (folder: string) => path.join(folder, "AGENTS.md");
const textOf = (folder: string) => readFileSync(fileOf(folder), "utf8");

async function mustRunMain(folder: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runMain(folder, args);
  expect(code, stdout + stderr).toBe(0);
  return stdout + stderr;
}

test("without the flag no such file is made, and one that is there stays", async () => {
  const folder = copyProject("express-esm-ts");
  await mustRunMain(folder, ...init);
  expect(existsSync(fileOf(folder))).toBe(false);
  const other = copyProject("express-esm-ts");
  writeFileSync(fileOf(other), "# Rules\n");
  await mustRunMain(other, ...init);
  expect(textOf(other)).toBe("# Rules\n");
});

test("a new file; a second run changes nothing; undo takes all of it back", async () => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  await mustRunMain(folder, ...init, "--agents");
  expect(textOf(folder)).toContain("configured in `src/auth.ts`");
  const written = snapshotOf(folder);
  expect(await mustRunMain(folder, ...init, "--agents")).toContain("Nothing to do");
  expect(await mustRunMain(folder, "upgrade")).toContain("Nothing to do");
  expect(snapshotOf(folder)).toEqual(written);
  await mustRunMain(folder, "undo");
  expect(snapshotOf(folder)).toEqual(before);
});

test.each([
  ["with its last line ended", "# Rules\n\nBe kind.\n"],
  ["without a last line break", "# Rules\n\nBe kind."],
  ["with CRLF", "# Rules\r\n\r\nBe kind.\r\n"],
  ["empty", ""],
])("a file of one's own, %s: its words stay, and the section comes below them", async (_what, own) => {
  const folder = copyProject("express-esm-ts");
  writeFileSync(fileOf(folder), own);
  const before = snapshotOf(folder);
  await mustRunMain(folder, ...init, "--agents");
  const text = textOf(folder);
  expect(text.startsWith(own)).toBe(true);
  expect(text).toContain("## Sign-in");
  if (own.includes("\r\n")) expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  else expect(text).not.toContain("\r");
  expect(await mustRunMain(folder, "upgrade")).toContain("Nothing to do");
  await mustRunMain(folder, "undo");
  expect(snapshotOf(folder)).toEqual(before);
});

test("auth upgrade renews a section that nobody has changed", async () => {
  const folder = copyProject("express-esm-ts");
  writeFileSync(fileOf(folder), "# Rules\n");
  await mustRunMain(folder, ...init, "--agents");
  const current = textOf(folder);
  // As an earlier release would have written it: other lines, under the hash of these lines.
  const lines = "## Sign-in\n\nOld.\n";
  const earlier = `# Rules\n\n<!-- authwright 37f027a1ade1: kept -->\n${lines}<!-- /authwright -->\n\nBelow.\n`;
  writeFileSync(fileOf(folder), earlier);
  await mustRunMain(folder, "upgrade");
  expect(textOf(folder)).toBe(`${current}\nBelow.\n`);
  await mustRunMain(folder, "undo");
  expect(textOf(folder)).toBe(earlier);
});

test("a section that a person has changed stays as it is, and the plan says so", async () => {
  const folder = copyProject("express-esm-ts");
  await mustRunMain(folder, ...init, "--agents");
  const changed = textOf(folder).replace("## Sign-in\n", "## Sign-in\n\n- Ask Mira first.\n");
  writeFileSync(fileOf(folder), changed);
  const { stdout } = await runMain(folder, ["upgrade", "--json"]);
  expect(stdout).toContain("line 1: the section was changed, and stays");
  expect(textOf(folder)).toBe(changed);
});

test.each([
  ["the first", (text: string) => text.slice(text.indexOf("\n") + 1)],
  ["the last", (text: string) => text.replace("<!-- /authwright -->\n", "")],
])("%s mark is gone: a person has been there, and no second section comes", async (_what, without) => {
  const folder = copyProject("express-esm-ts");
  await mustRunMain(folder, ...init, "--agents");
  writeFileSync(fileOf(folder), without(textOf(folder)));
  const left = textOf(folder);
  expect(await mustRunMain(folder, ...init, "--agents")).toContain("the section was changed, and stays");
  await mustRunMain(folder, "upgrade");
  expect(textOf(folder)).toBe(left);
});

test("a link within the project stays one, and undo gives its file back; a read-only file stays so", async () => {
  const folder = copyProject("express-esm-ts");
  writeFileSync(path.join(folder, "CLAUDE.md"), "# Rules", { mode: 0o444 });
  symlinkSync("CLAUDE.md", fileOf(folder));
  const before = snapshotOf(folder);
  await mustRunMain(folder, ...init, "--agents");
  expect(readlinkSync(fileOf(folder))).toBe("CLAUDE.md");
  expect(textOf(folder)).toContain("# Rules\n\n<!-- authwright ");
  expect(lstatSync(path.join(folder, "CLAUDE.md")).mode & 0o777).toBe(0o444);
  await mustRunMain(folder, "undo");
  expect(snapshotOf(folder)).toEqual(before);
});

test("a link that leads out of the project: nothing is written, there or here", async () => {
  const folder = copyProject("express-esm-ts");
  const elsewhere = copyProject("empty");
  writeFileSync(path.join(elsewhere, "AGENTS.md"), "# Theirs\n");
  symlinkSync(path.join(elsewhere, "AGENTS.md"), fileOf(folder));
  const before = [snapshotOf(folder), snapshotOf(elsewhere)];
  const { code, stderr } = await runMain(folder, [...init, "--agents"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("AUTH_E_OUTSIDE")]);
  expect([snapshotOf(folder), snapshotOf(elsewhere)]).toEqual(before);
});

test.each([
  ["package-lock.json", "npx --no authwright doctor"],
  ["pnpm-lock.yaml", "node_modules/.bin/auth doctor"],
  ["yarn.lock", "node_modules/.bin/auth doctor"],
])(
  "a member of a workspace has its own file, in the words of %s; the one of the root stays",
  async (lock, said) => {
    const root = copyProject("empty");
    const member = path.join(root, "apps/shop");
    cpSync(copyProject("express-esm-ts"), member, { recursive: true });
    writeFileSync(path.join(root, "package.json"), '{ "private": true, "workspaces": ["apps/*"] }\n');
    writeFileSync(path.join(root, "pnpm-workspace.yaml"), "packages: [apps/*]\n");
    writeFileSync(path.join(root, lock), "");
    writeFileSync(fileOf(root), "# Of all\n");
    await mustRunMain(member, ...init, "--agents");
    expect(textOf(member)).toContain(`\`${said} --json\``);
    expect(textOf(root)).toBe("# Of all\n");
    expect(await mustRunMain(member, "upgrade")).toContain("Nothing to do");
  },
);
