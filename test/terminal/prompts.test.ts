import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runCli, snapshotOf } from "../support/cli.js";
import { colours, keys, onTerminal, plain, type Terminal, type TerminalOptions } from "./terminal.js";

const cursorShown = "\u001B[?25h";
/** Milliseconds from Ctrl-C to the exit, by the question that was open. */
const exits = new Map<string, number>();
let folder: string;
let terminals: Terminal[] = [];
beforeEach(() => {
  folder = copyProject("express-esm-ts");
});
afterEach(() => {
  for (const terminal of terminals) terminal.kill();
  terminals = [];
  removeProjects();
});
function open(args: readonly string[], options?: TerminalOptions): Terminal {
  const terminal = onTerminal(folder, args, options);
  terminals.push(terminal);
  return terminal;
}

async function expectInterrupted(terminal: Terminal, where: string): Promise<void> {
  const { code, after } = await terminal.ends();
  exits.set(where, Math.round(after));
  expect(code, terminal.text()).toBe(130);
  // One of them may meet a busy machine; the last test has what people feel.
  expect(after).toBeLessThan(2000);
  expect(terminal.raw().lastIndexOf("\u001B[?25h")).toBeGreaterThanOrEqual(
    terminal.raw().lastIndexOf("\u001B[?25l"),
  );
}

/** Both frameworks in one package.json: the first question is which one is meant. */
function addNext(): void {
  const file = path.join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.dependencies.next = "^16.0.0";
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

describe("init asks", () => {
  test("framework, providers and consent, with the arrow keys; the command it prints gives an empty plan", async () => {
    addNext();
    const terminal = open(["init", "--no-install"]);
    await terminal.sees("Which framework is meant?");
    const offered = terminal.text();
    const downs = offered.indexOf("Express") < offered.indexOf("Next.js") ? [] : [keys.down];
    terminal.press(...downs, keys.enter);
    await terminal.sees("How do people sign in?");
    terminal.press(keys.down, keys.space, keys.up, keys.enter);
    await terminal.sees("Write this?");
    terminal.press(keys.enter);
    expect((await terminal.ends()).code, terminal.text()).toBe(0);
    expect(readFileSync(path.join(folder, "src/auth.ts"), "utf8")).toMatch(/providers: \[GitHub, Google\]/);
    expect(terminal.raw().endsWith(cursorShown)).toBe(false);
    const line = /^The same without questions: npx authwright (.+)$/m.exec(terminal.text())?.[1] ?? "";
    expect(line).toContain("--framework express --provider github --provider google");
    const again = await runCli(folder, [...line.split(" "), "--json"]);
    expect(again.code, again.stdout).toBe(0);
    const statuses: string[] = JSON.parse(again.stdout).plan.steps.map(
      (step: { status: string }) => step.status,
    );
    expect(new Set(statuses)).toEqual(new Set(["already"]));
  });

  test("who sends the mails of a plugin is repeated as a transport, not as a way to sign in", async () => {
    const asked = ["init", "--no-install", "--framework", "express", "--plugin", "password", "--dry-run"];
    const terminal = open(asked);
    await terminal.sees("What sends the mails?");
    const order = ["A mail server by SMTP (Nodemailer)", "Resend", "Postmark", "SendGrid", "Mailgun"];
    const places = order.map((name) => terminal.text().indexOf(name));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    terminal.press(keys.enter);
    await terminal.sees("What keeps users and sessions?");
    terminal.press(keys.enter);
    await terminal.sees("Which database?");
    terminal.press(keys.enter);
    expect((await terminal.ends()).code, terminal.text()).toBe(0);
    const line = /^The same without questions: npx authwright (.+)$/m.exec(terminal.text())?.[1] ?? "";
    expect(line).toMatch(/ --plugin password --transport \S+ /);
    expect(line).not.toContain("--provider");
  });

  test("F-08: how people sign in comes first, with passwords among the first three, and coding agents last", async () => {
    writeFileSync(path.join(folder, "AGENTS.md"), "# Rules\n");
    const terminal = open(["init", "--no-install", "--framework", "express", "--dry-run"]);
    await terminal.sees("How do people sign in?");
    expect(terminal.text()).not.toContain("coding agents");
    expect(terminal.text()).toMatch(/GitHub\n.*Google\n.*E-mail and password/);
    terminal.press(keys.down, keys.down, keys.space, keys.enter);
    await terminal.sees("What sends the mails?");
    terminal.press(keys.enter);
    await terminal.sees("What keeps users and sessions?");
    terminal.press(keys.down, keys.enter);
    await terminal.sees("Tell coding agents how sign-in works here?");
    terminal.press(keys.enter);
    expect((await terminal.ends()).code, terminal.text()).toBe(0);
    const line = /^The same without questions: (.+)$/m.exec(terminal.text())?.[1] ?? "";
    expect(line).toMatch(/ --provider github --plugin password .*--adapter pg /);
    expect(line).toContain("--agents");
  });

  test("F-08: of two libraries that keep data one is asked for", async () => {
    const file = path.join(folder, "package.json");
    const use = (...names: readonly string[]) => {
      const manifest = JSON.parse(readFileSync(file, "utf8"));
      for (const name of names) manifest.dependencies[name] = "^1.0.0";
      writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    };
    use("drizzle-orm", "@prisma/client");
    const flags = ["init", "--no-install", "--dry-run", "--provider", "github", "--session", "database"];
    const terminal = open(flags);
    await terminal.sees("What keeps users and sessions?");
    expect(terminal.text()).not.toContain("Kysely");
    terminal.press(keys.down, keys.enter);
    // A schema is needed first: which one is meant was said.
    expect((await terminal.ends()).code, terminal.text()).toBe(3);
    expect(terminal.text()).toContain("drizzle.config");
  });

  test("every provider that needs no more than its name is found by typing", async () => {
    const terminal = open(["init", "--no-install", "--framework", "express"]);
    await terminal.sees("How do people sign in?");
    expect(terminal.text()).toContain("Apple");
    terminal.press(..."spotify");
    await terminal.sees("Spotify");
    terminal.press(keys.tab, keys.enter);
    await terminal.sees("Write this?");
    terminal.press(keys.enter);
    expect((await terminal.ends()).code, terminal.text()).toBe(0);
    expect(readFileSync(path.join(folder, "src/auth.ts"), "utf8")).toMatch(/providers: \[GitHub, Spotify\]/);
  });

  test("passkeys, where a store is chosen", async () => {
    const terminal = open(["init", "--no-install", "--dialect", "sqlite"]);
    await terminal.sees("How do people sign in?");
    terminal.press(..."passkey");
    await terminal.sees(/Passkey/);
    terminal.press(keys.tab, keys.enter);
    await terminal.sees("Write this?");
    terminal.press(keys.enter);
    expect((await terminal.ends()).code, terminal.text()).toBe(0);
    expect(readFileSync(path.join(folder, "src/auth.ts"), "utf8")).toContain("Passkey");
  });

  test("no passkeys, where none is", async () => {
    const terminal = open(["init", "--no-install"]);
    await terminal.sees("How do people sign in?");
    terminal.press(..."passkey");
    await terminal.sees(/No matches/);
    expect(terminal.text()).not.toContain("Passkey");
  });

  test.each([
    ["no, which is the default", [], ""],
    ["yes", [keys.down], " --layout"],
  ])("a button in the layout: %s", async (_, pressed, flag) => {
    folder = copyProject("next-app-ts");
    const terminal = open(["init", "--no-install", "--provider", "github", "--dry-run"]);
    await terminal.sees("A sign-in button on every page?");
    terminal.press(...pressed, keys.enter);
    expect((await terminal.ends()).code, terminal.text()).toBe(0);
    const line = /^The same without questions: npx authwright (.+)$/m.exec(terminal.text())?.[1] ?? "";
    expect(line).toBe(`init --yes --framework next-app --provider github${flag} --no-install`);
    expect(terminal.text().includes("components/sign-in-button.tsx")).toBe(flag !== "");
  });

  test("no is an answer: nothing is written", async () => {
    const before = snapshotOf(folder);
    const terminal = open(["init", "--no-install", "--provider", "github"]);
    await terminal.sees("Write this?");
    terminal.press(keys.down, keys.enter);
    expect((await terminal.ends()).code).toBe(0);
    expect(terminal.text()).toContain("Nothing was written");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("which database, for a store", async () => {
    const terminal = open(["init", "--no-install", "--provider", "github", "--adapter", "kysely"]);
    await terminal.sees("Which database?");
    terminal.press(keys.enter);
    await terminal.sees("Write this?");
    terminal.press(keys.enter);
    expect((await terminal.ends()).code, terminal.text()).toBe(0);
    expect(terminal.text()).toContain("--adapter kysely --dialect sqlite");
  });
});

describe("CLI-20 Ctrl-C at a prompt ends with 130 at once, the cursor shown, the tree as before", () => {
  test.each([
    ["which framework", ["init"], "Which framework is meant?"],
    ["how people sign in", ["init", "--framework", "express"], "How do people sign in?"],
    [
      "which database",
      ["init", "--framework", "express", "--provider", "github", "--adapter", "kysely"],
      "Which database?",
    ],
    ["consent", ["init", "--framework", "express", "--provider", "github"], "Write this?"],
  ] as const)("%s", async (name, args, question) => {
    addNext();
    const before = snapshotOf(folder);
    const terminal = open([...args, "--no-install"]);
    await terminal.sees(question);
    terminal.press(keys.ctrlC);
    await expectInterrupted(terminal, name);
    expect(terminal.text()).toContain("Cancelled. Nothing was written.");
    expect(terminal.text()).not.toContain("Error");
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("Ctrl-C while the package manager runs", () => {
  /** An npm that takes its time, in a child of its own; both write their process ids down. */
  function slowPackageManager(): { env: Record<string, string>; pids: () => number[] } {
    // Not in the project, where none is looked for.
    const bin = copyProject("empty");
    const note = path.join(bin, "pids");
    writeFileSync(
      path.join(bin, "npm"),
      `#!/bin/sh\necho $$ >> "${note}"\nsleep 60 &\necho $! >> "${note}"\nwait\n`,
    );
    chmodSync(path.join(bin, "npm"), 0o755);
    const pids = () => (existsSync(note) ? readFileSync(note, "utf8").trim().split("\n").map(Number) : []);
    return { env: { PATH: `${bin}:${process.env["PATH"]}` }, pids };
  }
  const isAlive = (pid: number) => {
    try {
      // A zombie waits for its parent and does nothing any more.
      return !/^\S+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false;
    }
  };

  test.each(["the terminal's Ctrl-C", "a signal to the program alone"])("%s", async (kind) => {
    const { env, pids } = slowPackageManager();
    const before = snapshotOf(folder);
    const terminal = open(["init", "--yes"], { env });
    await terminal.sees("Running npm install");
    await expect.poll(() => pids().length).toBe(2);
    expect(pids().map(isAlive)).toEqual([true, true]);
    terminal.press(...(kind.startsWith("a signal") ? [] : [keys.ctrlC]));
    if (kind.startsWith("a signal")) process.kill(terminal.pid, "SIGINT");
    await expectInterrupted(terminal, kind);
    await expect.poll(() => pids().filter(isAlive)).toEqual([]);
    const { "bin/pids": _, ...tree } = snapshotOf(folder);
    expect(tree).toEqual(before);
  });
});

describe("what a terminal can show", () => {
  const consent = async (options: TerminalOptions) => {
    const terminal = open(["init", "--no-install", "--provider", "github"], options);
    await terminal.sees("Write this?");
    terminal.press(keys.enter);
    expect((await terminal.ends()).code).toBe(0);
    return terminal;
  };

  test("colours, and with NO_COLOR or TERM=dumb none at all", async () => {
    expect(colours((await consent({})).raw()).length).toBeGreaterThan(5);
    folder = copyProject("express-esm-ts");
    expect(colours((await consent({ env: { NO_COLOR: "1" } })).raw())).toEqual([]);
    folder = copyProject("express-esm-ts");
    expect(colours((await consent({ env: { TERM: "dumb" } })).raw())).toEqual([]);
  });

  test("40 columns, and a window that changes while the question stands", async () => {
    const terminal = open(["init", "--no-install"], { columns: 40 });
    await terminal.sees("How do people sign in?");
    terminal.resize(30, 12);
    terminal.press(keys.down, keys.down, keys.up);
    terminal.resize(120, 40);
    terminal.press(keys.enter);
    await terminal.sees("Write this?");
    terminal.press(keys.enter);
    expect((await terminal.ends()).code).toBe(0);
    expect(plain(terminal.raw())).toContain("Done.");
  });

  test("CI, --json and --no-input ask nothing, even on a terminal", async () => {
    addNext();
    for (const [args, env] of [
      [[], { CI: "true" }],
      [["--json"], {}],
      [["--no-input"], {}],
      [["--yes"], {}],
    ] as const) {
      const terminal = open(["init", "--no-install", ...args], { env });
      expect((await terminal.ends()).code).toBe(2);
      expect(terminal.text()).toContain("--framework ID (");
    }
  });
});

test("without a terminal nothing is asked: exit 2 with the flag to add", async () => {
  addNext();
  const before = snapshotOf(folder);
  const { code, stderr, stdout } = await runCli(folder, ["init", "--no-install"], { env: { CI: "" } });
  expect(code).toBe(2);
  expect(stderr).toContain("Add --framework ID (");
  expect(stdout).toBe("");
  expect(snapshotOf(folder)).toEqual(before);
});

test("a reader that leaves early is no error", () => {
  const cli = path.resolve("dist/cli/auth.js");
  const script = `set -o pipefail; "${process.execPath}" "${cli}" providers --json | head -c 20; echo " \${PIPESTATUS[0]}"`;
  const result = execFileSync("bash", ["-c", `{ ${script}; } 2>&1`], { cwd: folder, encoding: "utf8" });
  expect(result).toMatch(/ 0\n$/);
  expect(result).not.toContain("EPIPE");
});

test("Ctrl-C is felt at once: three of four within 0.3 s, on slow machines too", () => {
  console.log(`Ctrl-C to exit, in ms: ${[...exits].map((one) => one.join(" ")).join(", ")}`);
  const slow = [...exits.values()].filter((ms) => ms >= 300);
  expect(slow.length).toBeLessThanOrEqual(exits.size / 4);
});
