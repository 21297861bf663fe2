/** What a command costs over a bare `node`: CPU of child processes, medians of differences in one run. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const cli = path.join(import.meta.dirname, "../dist/cli/auth.js");
const rounds = 9;
const rows = [
  ["--help", [cli, "--help"], 20],
  ["--version", [cli, "--version"], 20],
  ["secret generate", [cli, "secret", "generate", "--raw"], 25],
  ["init --dry-run (Express)", [cli, "init", "--dry-run", "--yes", "--json"], 300],
];

export async function commandStart() {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright-bench-"));
  writeFileSync(
    path.join(folder, "package.json"),
    '{"name":"app","type":"module","dependencies":{"express":"^5.0.0"}}',
  );
  writeFileSync(
    path.join(folder, "server.js"),
    'import express from "express";\nconst app = express();\napp.get("/", (req, res) => res.send("hi"));\napp.listen(3000);\n',
  );
  const lines = ["command                     CPU ms over bare node    goal"];
  try {
    for (const [name, args, goal] of rows) {
      const differences = [];
      for (let round = 0; round < rounds; round += 1)
        differences.push(cpu(args, folder) - cpu(["-e", "0"], folder));
      differences.sort((a, b) => a - b);
      const value = differences[Math.floor(rounds / 2)];
      lines.push(
        `${name.padEnd(28)}${value.toFixed(0).padStart(20)}${`<= ${goal} ${value <= goal ? "ok" : "MISSED"}`.padStart(16)}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return lines.join("\n");
}

/** CPU in ms of one child: bash's own accounting, because Node does not report that of its children. */
function cpu(args, cwd) {
  const { stderr } = spawnSync(
    "bash",
    ["-c", 'TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null 2>/dev/null', process.execPath, ...args],
    { cwd, encoding: "utf8" },
  );
  const [user, system] = stderr.trim().split("\n").pop().split(" ").map(Number);
  return (user + system) * 1000;
}
