/** What a terminal of any width shows: words whole, addresses whole, one row a file. */
import { afterEach, describe, expect, test } from "vitest";
import { renderSteps } from "../../src/cli/preview/preview.js";
import { linked, styleOf } from "../../src/cli/terminal/style.js";
import { wrap } from "../../src/cli/terminal/wrap.js";
import type { Plan } from "../../src/cli/plan/plan.js";
import { copyProject, removeProjects, runCli } from "../support/cli.js";
import { onTerminal } from "./terminal.js";

afterEach(removeProjects);

describe("lines end between words", () => {
  test.each([
    ["short", 40, "short"],
    ["one two three four five", 12, "one two\nthree four\nfive"],
    ["Error: one two three four", 20, "Error: one two three\n       four"],
    [
      "  1. Register a client at https://x.example/a",
      24,
      "  1. Register a client\n     at\n     https://x.example/a",
    ],
    ["callback URL   one two three four five", 32, "callback URL   one two three\n               four five"],
    ["\u001B[31mError: one two three four\u001B[39m", 20, "Error: one two three\n       four"],
    ["[auth dev] one two three four", 24, "[auth dev] one two three\n           four"],
  ])("%j in %i columns", (text, columns, shown) => {
    // oxlint-disable-next-line no-control-regex -- colours
    expect(wrap(text, columns).replaceAll(/\u001B\[\d*m/g, "")).toBe(shown);
  });

  test("nothing is wrapped where nobody is looking", () => {
    expect(wrap("word ".repeat(100), undefined)).toBe("word ".repeat(100));
  });

  test.each([
    [["init", "--yes", "--no-install", "--provider", "github,google"]],
    [["info"]],
    [["doctor"]],
    [["providers", "show", "microsoft-entra-id"]],
    [["secret", "check"]],
    [["add-provider", "gitlub"]],
    [["init", "--help"]],
  ])("auth %j at 40 columns breaks no word", async (args) => {
    const project = copyProject("express-esm-ts");
    if (args[0] !== "init") await runCli(project, ["init", "--yes", "--no-install"]);
    const terminal = onTerminal(project, args, { columns: 40 });
    await terminal.ends();
    // A word that is as wide as the terminal has nowhere else to go; shorter ones stand whole in a line.
    const lines = terminal.text().split("\n");
    // Commands are there to be copied.
    const wide = lines.filter((one) => one.length > 40 && !/^ {2}\$ |^Usage:/.test(one));
    for (const line of wide) {
      const longest = Math.max(...line.split(" ").map((word) => word.length));
      expect(longest + line.search(/\S|$/), line).toBeGreaterThan(40);
    }
  });
});

describe("addresses", () => {
  const style = (env: Record<string, string>) => styleOf({ isTTY: true, columns: 80 }, env, undefined);
  const written = "\u001B]8;;https://x.example/a?b=c\u001B\\https://x.example/a?b=c\u001B]8;;\u001B\\";

  test("can be clicked where the terminal knows how, without the full stop behind them", () => {
    expect(linked("Open https://x.example/a?b=c.", style({ TERM_PROGRAM: "vscode" }))).toBe(
      `Open ${written}.`,
    );
  });

  test.each([
    [{ TERM_PROGRAM: "iTerm.app" }, true],
    [{ TERM: "xterm-kitty" }, true],
    [{ VTE_VERSION: "7200" }, true],
    [{ VTE_VERSION: "4800" }, false],
    [{ WT_SESSION: "1" }, true],
    [{ TERM: "xterm-256color" }, false],
    [{ TERM_PROGRAM: "vscode", CI: "true" }, false],
    [{ TERM: "dumb", WT_SESSION: "1" }, false],
    [{ FORCE_HYPERLINK: "1" }, true],
    [{ FORCE_HYPERLINK: "0", WT_SESSION: "1" }, false],
  ])("%o: %s", (env, links) => expect(style(env as Record<string, string>).links).toBe(links));

  test("never in a pipe", () => {
    expect(styleOf({ isTTY: false }, { FORCE_HYPERLINK: "1" }, undefined).links).toBe(false);
  });

  test("an error leads to its page, a note to its address, whole at 40 columns", async () => {
    const project = copyProject("express-esm-ts");
    const terminal = onTerminal(project, ["init", "--yes", "--no-install"], {
      columns: 40,
      env: { FORCE_HYPERLINK: "1" },
    });
    await terminal.ends();
    const url = "https://github.com/settings/developers";
    expect(terminal.raw()).toContain(`\u001B]8;;${url}\u001B\\${url}\u001B]8;;\u001B\\`);
  });
});

describe("a plan", () => {
  const step = (path: string, reason: string) =>
    ({ kind: "env", path, status: "todo", reason }) as Plan["steps"][number];
  const plan = {
    steps: [
      step(".env", "AUTH_SECRET: a new random secret"),
      step(".env", "AUTH_GITHUB_ID: to be filled in by you"),
      step(".env", "AUTH_GITHUB_SECRET: to be filled in by you"),
      step(".env.example", "AUTH_SECRET, without a value"),
      step(".env.example", "AUTH_GITHUB_ID, without a value"),
    ],
    changes: [{}],
  } as unknown as Plan;
  const plain = { colour: false, links: false, animation: false };

  test("has one row a file, its names in one column", () => {
    expect(renderSteps(plan, plain)).toBe(
      `  ~ env        .env          AUTH_SECRET: a new random secret; AUTH_GITHUB_ID, AUTH_GITHUB_SECRET: to be filled in by you
  ~ env        .env.example  AUTH_SECRET, AUTH_GITHUB_ID, without a value
`,
    );
  });

  test("keeps its columns when it is wrapped, and stands below each other when it is narrow", () => {
    expect(renderSteps(plan, { ...plain, columns: 80 })).toContain(
      "AUTH_SECRET: a new random secret; AUTH_GITHUB_ID,\n                             AUTH_GITHUB_SECRET: to be filled in by you\n",
    );
    expect(renderSteps(plan, { ...plain, columns: 40 })).toContain(
      "  ~ env .env\n      AUTH_SECRET: a new random secret;\n      AUTH_GITHUB_ID,\n      AUTH_GITHUB_SECRET: to be filled\n      in by you\n",
    );
  });
});

test("help names the global flags in one place", async () => {
  const project = copyProject("empty");
  const { stdout } = await runCli(project, ["init", "--help"]);
  expect(stdout).toContain("Global flags: auth --help");
  expect(stdout).not.toContain("--dry-run  ");
  expect((await runCli(project, ["--help"])).stdout).toContain("--dry-run");
  expect((await runCli(project, ["init", "--help"])).stdout).toContain("--package-manager");
});
