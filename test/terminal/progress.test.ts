/** Reading many files takes seconds: a terminal sees how far it is, everything else sees nothing. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { main } from "../../src/commands/index.js";
import { terminalProgress } from "../../src/cli/terminal/progress.js";
import { styleOf } from "../../src/cli/terminal/style.js";
import { copyProject, removeProjects } from "../support/cli.js";

afterAll(removeProjects);
afterEach(() => vi.restoreAllMocks());

/** Each look at the clock is a quarter of a second later. */
function slowMachine() {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 250));
}

/** An app of next-auth with many files that name it. */
function largeProject(): string {
  const folder = copyProject("express-esm-ts");
  const manifest = path.join(folder, "package.json");
  const parsed = JSON.parse(readFileSync(manifest, "utf8"));
  parsed.dependencies["next-auth"] = "^5.0.0-beta.30";
  writeFileSync(manifest, JSON.stringify(parsed));
  mkdirSync(path.join(folder, "src/many"), { recursive: true });
  for (let at = 0; at < 20; at += 1)
    writeFileSync(
      path.join(folder, `src/many/file-${at}.ts`),
      `import type { Session } from "next-auth";\nexport type Session${at} = Session;\n`,
    );
  return folder;
}

async function stderrOf(args: readonly string[], { isTTY, env = {} }: { isTTY: boolean; env?: object }) {
  slowMachine();
  let stderr = "";
  await main(args, {
    stdin: Readable.from([]),
    stdout: { write: () => true },
    stderr: { write: (text) => (stderr += text), isTTY, columns: 80 },
    env: { TERM: "xterm", ...env },
    cwd: largeProject(),
  });
  return stderr;
}

const clear = "\r\u001B[K";
const drawn = /^[A-Z][a-z ]+ \d+\/\d+$/;

describe.each([["migrate", "--dry-run"], ["doctor"]])("CL-11: auth %s %s", (...words) => {
  const args = words.filter((one) => one !== undefined);

  test("tells a terminal how far it is, and leaves no line behind", async () => {
    const stderr = await stderrOf(args, { isTTY: true });
    const [before, ...lines] = stderr.split(clear);
    const rest = lines.pop();
    expect(lines.filter((line) => drawn.test(line)).length).toBeGreaterThan(5);
    // Between two lines that are drawn, only the sentences of the command itself stand.
    for (const text of [before, rest, ...lines.filter((line) => !drawn.test(line))])
      expect(text).not.toMatch(/(?:file|files) \d+\/\d+/);
  });

  test.each([
    ["a pipe", { isTTY: false }, []],
    ["CI", { isTTY: true, env: { CI: "true" } }, []],
    ["a terminal without cursor", { isTTY: true, env: { TERM: "dumb" } }, []],
    ["--quiet", { isTTY: true }, ["--quiet"]],
    ["--json", { isTTY: true }, ["--json"]],
  ])("is silent with %s", async (_name, stream, further) => {
    expect(await stderrOf([...args, ...further], stream)).not.toContain("\r");
  });
});

describe("CL-11: the files that are read", () => {
  test.each([
    ["info"],
    ["init", "--dry-run"],
    ["protect", "/x"],
    ["upgrade"],
    ["secret", "check"],
    ["db", "migrate"],
  ])("auth %s %s", async (...words) => {
    const stderr = await stderrOf(
      words.filter((one) => one !== undefined),
      { isTTY: true },
    );
    const lines = stderr.split(clear);
    expect(lines.filter((line) => /^Reading \S+$/.test(line)).length).toBeGreaterThan(1);
    expect(lines.at(-1)).not.toMatch(/^Reading/);
  });
});

describe("CL-11: the line of a terminal", () => {
  const progressOf = (columns = 80) => {
    let text = "";
    const stream = { write: (more: string) => (text += more), isTTY: true, columns };
    return { progress: terminalProgress(stream, styleOf(stream, {}, false)), text: () => text };
  };

  test("is not drawn for what is over at once", () => {
    const { progress, text } = progressOf();
    expect(progress.map("Reading file", [1, 2], (one) => one * 2)).toEqual([2, 4]);
    expect(text()).toBe("");
  });

  test("names what is read until the work waits, and shows no control character of a name", async () => {
    slowMachine();
    const { progress, text } = progressOf();
    for (const file of ["a.ts", "b.ts", "c.ts", "d\u001B[2J\ne.ts"]) progress.reads(file);
    expect(text()).toBe(`${clear}Reading c.ts${clear}Reading d\uFFFD[2J e.ts`);
    await Promise.resolve();
    expect(text().endsWith(clear)).toBe(true);
  });

  test("goes when the work fails, and never wraps", () => {
    slowMachine();
    const { progress, text } = progressOf(10);
    const work = () =>
      progress.map("Reading file", [1, 2, 3], (one) => {
        if (one === 3) throw new Error("no");
      });
    expect(work).toThrow("no");
    expect(text().endsWith("\r\u001B[K")).toBe(true);
    for (const line of text().split("\r\u001B[K")) expect(line.length).toBeLessThan(10);
  });
});
