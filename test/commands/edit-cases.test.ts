/** Cases of the security catalogue about what the command line reads from, and writes into, a project. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addProviders } from "../../src/cli/edit/auth-file.js";
import { envValue, setEnv } from "../../src/cli/formats/env-file.js";
import { countSyntaxErrors } from "../../src/cli/source/syntax/syntax.js";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

let folder: string;
const file = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(file(name), "utf8");
const run = (...args: string[]) => runMain(folder, args);

beforeEach(async () => {
  folder = copyProject("express-esm-ts");
  await run("init", "--yes", "--no-install");
});
afterEach(removeProjects);

/** Each command line fails, and leaves the project alone. */
async function refused(lines: readonly (readonly string[])[], code?: number): Promise<void> {
  for (const line of lines) {
    const before = snapshotOf(folder);
    const result = await run(...line);
    expect(result.code, line.join(" ")).not.toBe(0);
    if (code !== undefined) expect(result.code, line.join(" ")).toBe(code);
    expect(result.stderr, line.join(" ")).toMatch(/\w/);
    expect(snapshotOf(folder)).toEqual(before);
  }
}

/** Values that mean something to a replacement, a template, a shell, a string literal or an env file. */
const hostile = [
  "$&",
  "$1 $' $` $$",
  'a"b',
  "a'b",
  "a\\b\\n",
  "a # b",
  "`${process.exit(1)}`",
  "{{constructor}} {{{x}}} {{> partial}}",
  '"}); process.exit(1); ({"',
  "</script>",
  "größe 世界 👋",
];

const cases: Readonly<Record<string, () => unknown>> = {
  "CLI-01: paths out of the project": async () => {
    const paths = ["../../etc/passwd", "/etc/passwd", "../outside.ts"];
    writeFileSync(path.join(path.dirname(folder), "outside.ts"), "export const providers = [];\n");
    try {
      await refused([
        ...paths.flatMap((one) => [
          ["add-provider", "google", "--config", one],
          ["remove-provider", "github", "--config", one],
          ["add-provider", "google", "--env", one],
          ["remove-provider", "github", "--env", one],
        ]),
        ["add-provider", "google", "--config", "C:\\auth.ts"],
        ["add-provider", "google", "--config", "~"],
      ]);
    } finally {
      rmSync(path.join(path.dirname(folder), "outside.ts"));
    }
  },

  "CLI-03: a provider id that is a property of every object": () =>
    refused(
      ["__proto__", "constructor", "toString", "hasOwnProperty", "../github", "github/../x"].flatMap((id) => [
        ["add-provider", id],
        ["remove-provider", id],
      ]),
      2,
    ),

  "CLI-06: words that look like flags": () =>
    refused(
      ["--registry=evil", "-x", "--config"].flatMap((word) => [
        ["add-provider", word],
        ["remove-provider", word],
        ["add-provider", "--", word],
        ["remove-provider", "--", word],
      ]),
      2,
    ),

  "CLI-08: a folder that is a link out of the project": async () => {
    const outside = mkdtempSync(path.join(tmpdir(), "authwright outside "));
    try {
      renameSync(file("src/auth.ts"), path.join(outside, "auth.ts"));
      symlinkSync(outside, file("linked"));
      const before = readFileSync(path.join(outside, "auth.ts"), "utf8");
      await refused([
        ["add-provider", "google", "--config", "linked/auth.ts"],
        ["remove-provider", "github", "--config", "linked/auth.ts"],
      ]);
      // An import is not followed out of the project either.
      writeFileSync(file("src/auth.ts"), 'export { default } from "../linked/auth.js";\n');
      await refused([["add-provider", "google", "--config", "src/auth.ts"]], 3);
      expect(readFileSync(path.join(outside, "auth.ts"), "utf8")).toBe(before);
    } finally {
      rmSync(outside, { recursive: true });
    }
  },

  "CLI-15: replacement patterns in values of the env file": () => {
    for (const value of [...hostile, "a\nb", " a ", ""].filter((one) => one !== "")) {
      const text = splice("B=1\n", setEnv("B=1\n", [{ key: "A", value }]));
      expect(envValue(text, "A"), value).toBe(value);
      expect(text.startsWith("B=1\n")).toBe(true);
    }
  },

  "CLI-15: hostile text in the argument of a provider": async () => {
    const text =
      'import { FrameworkAuth } from "authwright/next";\n\nexport default FrameworkAuth({ providers: [] });\n';
    for (const value of hostile) {
      const argument = `{ baseUrl: ${JSON.stringify(value)} }`;
      const wanted = { specifier: "authwright/providers/gitlab", name: "GitLab", argument };
      const result = await addProviders({ file: "auth.ts", text }, "authwright", [wanted]);
      const after = result.kind === "edits" ? splice(text, result.edits) : "";
      expect(countSyntaxErrors(after, "auth.ts"), value).toBe(0);
      expect(after).toContain(`providers: [GitLab(${argument})]`);
    }
  },

  "CLI-15: hostile text from the command line, and away again": async () => {
    for (const value of hostile) {
      folder = copyProject("express-esm-ts");
      await run("init", "--yes", "--no-install");
      const base = read("src/auth.ts");
      expect((await run("add-provider", "gitlab", "--param", `baseUrl=${value}`)).code, value).toBe(0);
      expect(countSyntaxErrors(read("src/auth.ts"), "auth.ts")).toBe(0);
      expect(read("src/auth.ts")).toContain(`GitLab({ baseUrl: ${JSON.stringify(value)} })`);
      expect((await run("remove-provider", "gitlab")).code).toBe(0);
      expect(read("src/auth.ts")).toBe(base);
    }
  },

  "CLI-16: CRLF, BOM, no final newline": () => {
    for (const text of ["B=1\n", "B=1\r\nC=2\r\n", "\uFEFFB=1\n", "\uFEFFB=1\r\nC=2", "B=1"]) {
      const after = splice(text, setEnv(text, [{ key: "A", value: "x" }]));
      expect(after.startsWith(text)).toBe(true);
      expect(after.split("\n").length).toBe(text.split("\n").length + 1);
      expect(after.split("\r\n").length > 1).toBe(text.includes("\r\n"));
      expect(after.endsWith("\n")).toBe(text.endsWith("\n"));
      expect(envValue(after, "A")).toBe("x");
    }
  },

  "CLI-26: a configuration that does harm when it runs": async () => {
    const marker = file("executed");
    const trap = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(marker)}, "");\nprocess.exit(7);\n`;
    writeFileSync(file("src/auth.ts"), trap + read("src/auth.ts"));
    writeFileSync(file("auth.config.cjs"), trap);
    expect((await run("add-provider", "google")).code).toBe(0);
    expect((await run("remove-provider", "github")).code).toBe(0);
    expect(read("src/auth.ts")).toContain("[Google]");
    expect(Object.keys(snapshotOf(folder))).not.toContain("executed");
  },

  "CLI-28: a configuration that cannot be read": async () => {
    const text = read("src/auth.ts");
    const broken = [
      text.replace("providers: [", "providers: [("),
      text.replace("providers:", "<<<<<<< HEAD\n  providers: [],\n=======\n  providers:"),
      text.replace(/\[GitHub\]/, "load(['github'])"),
      "\u0000\u0001",
    ];
    for (const one of broken) {
      writeFileSync(file("src/auth.ts"), one);
      await refused(
        [
          ["add-provider", "google", "--config", "src/auth.ts"],
          ["remove-provider", "github", "--config", "src/auth.ts"],
        ],
        3,
      );
      const { stderr } = await run("add-provider", "google", "--config", "src/auth.ts");
      expect(stderr).toMatch(/src\/auth\.ts:\d+/);
      expect(stderr).toContain('import Google from "authwright/providers/google";');
    }
  },

  "CLI-13: no flag takes a secret": async () => {
    await refused([["add-provider", "google", "--client-secret", "x"]], 2);
    const { stdout } = await run("add-provider", "--help");
    expect(stdout).not.toMatch(/--client-secret[ =]</);
  },

  "CLI-11: the env file is ignored before it is written, and never tracked": async () => {
    writeFileSync(file(".gitignore"), "node_modules\n");
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.com", ...args]);
    git("init", "-q");
    mkdirSync(file("config"), { recursive: true });
    writeFileSync(file("config/.env.auth"), "");
    git("add", "-f", "config/.env.auth");
    await refused([["add-provider", "google", "--env", "config/.env.auth"]], 3);
    expect((await run("add-provider", "google")).code).toBe(0);
    expect(read(".gitignore")).toMatch(/^\.env$/m);
  },
};

// oxlint-disable-next-line vitest/expect-expect -- the functions of the table assert
test.each(Object.entries(cases))("%s", async (_, check) => void (await check()));
