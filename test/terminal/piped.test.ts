/** What leaves the program in a pipe, for every command of the manifest; and that no question lacks its flag. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { commands, globalFlags, writeFlags } from "../../src/commands/manifest/manifest.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runCli } from "../support/cli.js";
import { inTurn } from "../support/every-run.js";

/** As `auth init` leaves a project. */
let initialized: string;
beforeAll(async () => {
  initialized = mkdtempSync(path.join(tmpdir(), "authwright piped "));
  const folder = copyProject("express-esm-ts");
  await runCli(folder, ["init", "--yes", "--no-install"]);
  cpSync(folder, initialized, { recursive: true });
});
afterEach(removeProjects);
afterAll(() => rmSync(initialized, { recursive: true, force: true }));

/** Arguments that commands need to have something to say. */
const calls: Readonly<Record<string, readonly string[]>> = {
  init: ["--no-install"],
  "add-provider": ["google", "--no-install"],
  "remove-provider": ["github", "--no-install"],
  "add-adapter": ["kysely", "--no-install"],
  "add-plugin": ["account", "--adapter", "kysely", "--no-install"],
  "remove-plugin": ["account"],
  "token encode": ['{"sub":"1"}'],
  "token decode": ["not-a-token"],
  dev: ["--", process.execPath, "-e", "0"],
  undo: ["--dry-run"],
  providers: ["git"],
  completion: ["bash"],
};

const ways = [["--verbose"], ["--json"]] as const;

/** In every run each command in one of the ways, in turn; in both in the group `piped`. */
test.each(commands.map(({ name }, at) => [name, inTurn(ways, at)] as const))(
  "auth %s: not one escape sequence in a pipe, --json or not",
  async (name, tried) => {
    const args = calls[name] ?? [];
    const folder = copyProject("express-esm-ts");
    // Variables that some programs take for a wish for colour, and the lack of CI.
    const env = { CI: "", TERM: "xterm-256color", COLORTERM: "truecolor" };
    if (name !== "init") cpSync(initialized, folder, { recursive: true });
    for (const more of tried) {
      const { stdout, stderr } = await runCli(folder, [...name.split(" "), ...more, ...args], { env });
      // what auth dev prints on stdout is the app's, and auth mcp waits for its agent
      if (name !== "dev" && name !== "mcp") expect(stdout + stderr, more.join(" ")).not.toBe("");
      for (const code of ["\u001B", "\u009B", "\u0007", "\u0008"])
        expect(stdout + stderr, more.join(" ")).not.toContain(code);
    }
  },
  60_000,
);

test("a project without sign-in, and a flag that is not there: the same", async () => {
  const folder = copyProject("express-esm-ts");
  for (const args of [["add-provider", "google"], ["doctor"], ["undo"], ["info", "--nonsense"]]) {
    const { stdout, stderr } = await runCli(folder, args, { env: { TERM: "xterm-256color" } });
    expect(stdout + stderr, args.join(" ")).not.toBe("");
    expect(stdout + stderr, args.join(" ")).not.toContain("\u001B");
  }
});

test("every question of the program has a flag of the manifest, which its command takes", () => {
  const folder = path.join(projectRoot, "src");
  const files = ["cli", "commands"].flatMap((room) =>
    readdirSync(path.join(folder, room), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(room, file),
    ),
  );
  const asking = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), "utf8");
      return [...text.matchAll(/\.(?:select|multiselect)\(\s*\{[^}]*\bflag: "([^"]+)"/g)].map(
        ([, flag]) => flag,
      );
    });
  const calledInSources = files
    .filter((file) => file.endsWith(".ts") && !file.endsWith("prompts.ts"))
    .flatMap(
      (file) =>
        readFileSync(path.join(folder, file), "utf8").match(/prompts\.(?:select|multiselect)\(/g) ?? [],
    );
  expect(asking.length).toBe(calledInSources.length);
  expect(asking.length).toBeGreaterThan(2);
  const known = [...globalFlags, ...writeFlags, ...commands.flatMap(({ flags }) => flags)].map(({ flags }) =>
    flags.replace(/^-\w, /, ""),
  );
  for (const flag of asking) {
    const [long = ""] = (flag ?? "").split(" ");
    expect(
      known.some((one) => one.split(" ")[0] === long),
      flag,
    ).toBe(true);
  }
});
