/** Ctrl-C and SIGTERM end a run within a second, also in the middle of one long file. */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { cliFile, copyProject, removeProjects, snapshotOf } from "../support/cli.js";
import { cleanEnv } from "../support/process.js";

afterEach(removeProjects);

/** 9 MB that take many seconds to read, in one call of the parser. */
const long = `import "authwright";\n${"export const f = (a) => [a, { b: a }];\n".repeat(240_000)}`;

describe.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("CL-31: a signal while a file is parsed, %s", (name, code) => {
  test(`${code} for the shell, within a second, and nothing is left behind`, async () => {
    const folder = copyProject("express-esm-ts");
    writeFileSync(path.join(folder, "src/long.ts"), long);
    const before = snapshotOf(folder);
    // A shell says 128 and the number of the signal of what it ran.
    const child = spawn(
      "sh",
      ["-c", '"$0" "$1" add-provider google & echo $!; wait $!; echo $?', process.execPath, cliFile],
      {
        cwd: folder,
        env: { ...cleanEnv({ CI: "true" }), NODE_ENV: "test" },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    let output = "";
    child.stdout.on("data", (data: Buffer) => (output += data.toString()));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const began = performance.now();
    process.kill(Number(output.split("\n")[0]), name);
    await new Promise((resolve) => child.once("close", resolve));
    expect(performance.now() - began).toBeLessThan(1000);
    expect(output.split("\n")[1]).toBe(String(code));
    expect(existsSync(path.join(folder, ".auth"))).toBe(false);
    expect(snapshotOf(folder)).toEqual(before);
  });
});
