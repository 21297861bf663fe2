import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { cliFile, copyProject, removeProjects } from "../support/cli.js";
import { cleanEnv } from "../support/process.js";

afterEach(removeProjects);

const metaFile = path.join(projectRoot, "node_modules/.cache/authwright/cli-meta.json");

/** Packages whose code stands in a file of the built program. */
function packagesOf(file: string): string[] {
  const { files }: { files: Record<string, string[]> } = JSON.parse(readFileSync(metaFile, "utf8"));
  return files[file] ?? [];
}

/** Packages that a run of the built program has loaded. */
function loadedPackages(...args: string[]): string[] {
  const { stderr } = spawnSync(process.execPath, [cliFile, ...args], {
    cwd: copyProject("express-esm-ts"),
    env: { ...cleanEnv({ NODE_DEBUG: "esm", CI: "true" }), NODE_ENV: "test" },
    encoding: "utf8",
    input: "a.b.c",
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = new Set([...stderr.matchAll(/dist\/cli\/([\w.-]+\.js)/g)].map((match) => match[1] ?? ""));
  expect(files).toContain("auth.js");
  return [...new Set([...files].flatMap(packagesOf))].sort();
}

const startUp = ["commander", "fast-string-truncated-width", "fast-string-width", "fast-wrap-ansi"];

test.each([[["--help"]], [["--version"]], [["secret", "generate"]], [["token", "decode"]]])(
  "auth %j starts with the libraries for arguments and wrapped lines only",
  (args) => expect(loadedPackages(...args)).toEqual(startUp),
);

test("a mistyped command loads the library that finds the one that was meant", () => {
  expect(loadedPackages("inti")).toContain("damerau-levenshtein");
});

test.skipIf(process.platform === "win32")(
  "an install that removes the program still ends in its error",
  () => {
    const place = mkdtempSync(path.join(tmpdir(), "authwright-removed-"));
    const program = path.join(place, "program");
    cpSync(path.dirname(cliFile), path.join(program, "dist/cli"), { recursive: true });
    cpSync(path.join(projectRoot, "package.json"), path.join(program, "package.json"));
    cpSync(path.join(projectRoot, "test/fixtures/migrate/express"), path.join(place, "app"), {
      recursive: true,
    });
    // As npm does where an override is replaced by the package itself.
    mkdirSync(path.join(place, "bin"));
    writeFileSync(path.join(place, "bin/npm"), `#!/bin/sh\nrm -rf "${program}/dist"\nexit 1\n`, {
      mode: 0o755,
    });
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(program, "dist/cli/auth.js"), "migrate", "--yes"],
      {
        cwd: path.join(place, "app"),
        env: {
          ...cleanEnv({
            CI: "true",
            PATH: `${path.join(place, "bin")}${path.delimiter}${process.env["PATH"]}`,
          }),
          NODE_ENV: "test",
        },
        encoding: "utf8",
      },
    );
    rmSync(place, { recursive: true });
    expect(stderr).toContain("npm install");
    expect(stderr).toContain("AUTH_E_INSTALL");
    expect(stderr).not.toContain("Unexpected error");
    expect(status).toBe(1);
  },
);
