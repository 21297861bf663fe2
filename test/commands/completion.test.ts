import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../../src/commands/manifest/manifest.js";
import { runMain } from "../support/cli.js";

const has = (program: string) => {
  try {
    execFileSync(program, ["-c", "exit 0"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

let folder: string;
const script = (shell: string) => path.join(folder, `auth.${shell}`);
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "authwright completion "));
  for (const shell of ["bash", "zsh", "fish", "pwsh"]) {
    writeFileSync(script(shell), (await runMain(folder, ["completion", shell])).stdout);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the shell offers for a line whose last word is still being typed. */
const offers: Record<string, (line: string) => string[]> = {
  bash(line) {
    const words = ["auth", ...line.split(" ")].map((word) => `'${word}'`).join(" ");
    const code = `source '${script("bash")}'; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _auth; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines(execFileSync("bash", ["-c", code], { encoding: "utf8", cwd: folder }));
  },
  zsh(line) {
    const words = ["auth", ...line.split(" ")].map((word) => `'${word}'`).join(" ");
    // The functions of the completion system that the script ends in, printing what they are given.
    const stubs =
      "compdef() { : }; compadd() { shift; print -l -- $@ }; _files() { print -- FILES $@ }; _describe() { print -l -- ${flags%%:*} }";
    const code = `${stubs}; source '${script("zsh")}'; words=(${words}); CURRENT=$#words; _auth`;
    return lines(execFileSync("zsh", ["-fc", code], { encoding: "utf8", cwd: folder })).filter((word) =>
      word.startsWith(line.split(" ").at(-1) ?? ""),
    );
  },
  fish(line) {
    const code = `source '${script("fish")}'; complete -C 'auth ${line}'`;
    return lines(execFileSync("fish", ["-c", code], { encoding: "utf8", cwd: folder })).map(
      (row) => row.split("\t")[0] ?? row,
    );
  },
};

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

for (const shell of ["bash", "zsh", "fish"]) {
  const title = has(shell) ? shell : `${shell} (skipped: it is not on this machine)`;
  describe.skipIf(!has(shell))(title, () => {
    const offer = offers[shell] ?? (() => []);

    test("commands, groups and their subcommands", () => {
      expect(offer("")).toEqual(expect.arrayContaining(["init", "secret", "token", "completion"]));
      expect(offer("se")).toEqual(["secret"]);
      expect(offer("secret ")).toEqual(expect.arrayContaining(["generate", "rotate"]));
      expect(offer("secret ro")).toEqual(["rotate"]);
    });

    test("flags of the command, global ones too", () => {
      expect(offer("init --fr")).toEqual(["--framework"]);
      expect(offer("init --js")).toEqual(["--json"]);
      expect(offer("token decode --cookie")).toEqual(["--cookie-name"]);
      expect(offer("undo --framew")).toEqual([]);
    });

    test("provider ids, also behind other flags and words", () => {
      expect(offer("add-provider githu")).toEqual(["github"]);
      expect(offer("add-provider --json gitlab micro")).toEqual(["microsoft-entra-id"]);
      expect(offer("init --provider huggi")).toEqual(["huggingface"]);
      expect(offer("init --package-manager p")).toEqual(["pnpm"]);
      expect(offer("completion zs")).toEqual(["zsh"]);
    });
  });
}

test("the script for PowerShell names every command", async () => {
  const { stdout } = await runMain(folder, ["completion", "pwsh"]);
  for (const { name } of commands) expect(stdout).toContain(`'${name}' = @(`);
  expect(stdout.match(/[{(]/g)?.length).toBe(stdout.match(/[})]/g)?.length);
});

test("an unknown shell is refused with the nearest one; --json carries the script", async () => {
  expect(await runMain(folder, ["completion", "bahs"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Did you mean bash?"),
  });
  const { stdout } = await runMain(folder, ["completion", "fish", "--json"]);
  expect(JSON.parse(stdout).result).toMatchObject({
    shell: "fish",
    script: expect.stringContaining("complete -c"),
  });
});
