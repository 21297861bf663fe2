/** Format, lint and types of the whole project, side by side. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";
import { root } from "./prepare.mjs";

const places = ["src", "bin", "scripts", "test", "bench"];
const bin = (name) =>
  path.join(root, "node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);
const checks = {
  format: [bin("oxfmt"), "--check", ...places],
  lint: [bin("oxlint"), "--deny-warnings", ...places],
  // The compiler that is quickest; test/packaging compiles what users get with the others. Each of its checkers reads
  // the types that all files share anew, and format and lint run beside it.
  types: [
    process.execPath,
    "node_modules/ts7/bin/tsc",
    "-p",
    "tsconfig.json",
    "--checkers",
    String(Math.ceil(availableParallelism() / 2)),
  ],
};

/** @returns {Promise<string[]>} the names of those that failed, when all have ended; what they say is printed */
export async function failingChecks() {
  const runs = Object.entries(checks).map(async ([name, [command, ...args]]) => {
    const { code, output } = await finished(command, args);
    if (code !== 0) console.log(`${name}:\n${output}`);
    return code === 0 ? [] : [name];
  });
  return (await Promise.all(runs)).flat();
}

function finished(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, shell: command.endsWith(".cmd") });
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
