/** What a start costs over a bare `node`, of a command and of an app: CPU of child processes, medians of differences in one run. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const dist = path.join(import.meta.dirname, "../dist");
const cli = path.join(dist, "cli/auth.js");
const rounds = 9;
const secret = "bench-secret-bench-secret-bench-secret-00";
const initWith = ["init", "--yes", "--no-install", "--provider", "github"];

/** Command, arguments, goal in ms of CPU over a bare node. */
const rows = [
  ["--help", ["--help"], 20],
  ["--version", ["--version"], 20],
  ["secret generate", ["secret", "generate", "--raw"], 25],
  ["token decode", ["token", "decode", "--json"], 40],
  ["init --dry-run (Next.js)", ["init", "--dry-run", "--yes", "--json"], 250, "next"],
  ["init --dry-run (Express)", ["init", "--dry-run", "--yes", "--json"], 300, "express"],
  ["add-provider --dry-run", ["add-provider", "google", "--dry-run", "--yes", "--json"], 420, "ready"],
];
const memoryGoal = 46;

/** What an app imports, goal in ms of CPU over an empty module. */
const imports = [
  ["import handler and a provider", ["runtime/index.js", "providers/github.js"], 15],
  ["import the door for Express", ["runtime/integrations/express.js", "providers/github.js"], 18],
  ["import the token reader", ["runtime/jwt.js"], 12],
];

/** Projects as small as they come: what is measured is ours. */
const projects = {
  next: {
    "package.json": '{"dependencies":{"next":"16.4.3"}}',
    "app/page.js": "export default () => null;\n",
  },
  express: {
    "package.json": '{"name":"app","type":"module","dependencies":{"express":"^5.0.0"}}',
    "server.js":
      'import express from "express";\nconst app = express();\napp.get("/", (req, res) => res.send("hi"));\napp.listen(3000);\n',
  },
};

export async function startCosts() {
  const root = mkdtempSync(path.join(tmpdir(), "authwright-bench-"));
  const lines = ["start                             CPU ms over bare node    goal"];
  const line = (name, value, goal, unit) =>
    lines.push(
      `${name.padEnd(34)}${`${value.toFixed(0)}${unit}`.padStart(20)}${`<= ${goal} ${value <= goal ? "ok" : "MISSED"}`.padStart(16)}`,
    );
  try {
    for (const [name, files] of Object.entries({ ...projects, ready: projects.express })) {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(root, name, file)), { recursive: true });
        writeFileSync(path.join(root, name, file), text);
      }
    }
    spawnSync(process.execPath, [cli, ...initWith], { cwd: path.join(root, "ready") });
    const token = spawnSync(process.execPath, [cli, "token", "encode", '{"sub":"1"}'], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, AUTH_SECRET: secret },
    }).stdout.trim();
    for (const [name, args, goal, project = "."] of rows) {
      const cwd = path.join(root, project);
      const full = [cli, ...args, ...(args[1] === "decode" ? [token] : [])];
      line(
        name,
        median(() => cpu(full, cwd) - cpu(["-e", "0"], cwd)),
        goal,
        "",
      );
    }
    const moduleOf = (name, files) => {
      const file = path.join(root, name);
      const statements = files.map(
        (each) => `import ${JSON.stringify(pathToFileURL(path.join(dist, each)).href)};`,
      );
      writeFileSync(file, statements.join("\n"));
      return file;
    };
    const empty = moduleOf("empty.mjs", []);
    for (const [name, files, goal] of imports) {
      const app = moduleOf("app.mjs", files);
      line(
        name,
        median(() => cpu([app], root) - cpu([empty], root)),
        goal,
        "",
      );
    }
    line(
      "--help, memory (MB)",
      median(() => memory([cli, "--help"], root)),
      memoryGoal,
      "",
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return lines.join("\n");
}

function median(measure) {
  const values = Array.from({ length: rounds }, measure);
  values.sort((a, b) => a - b);
  return values[Math.floor(rounds / 2)];
}

/** The most memory that a child had, in MB: it says so itself at its end. */
function memory([file, ...args], cwd) {
  const script = `process.on("exit", () => process.stderr.write(String(process.resourceUsage().maxRSS)));`;
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  const { stderr } = spawnSync(process.execPath, ["--import", preload, file, ...args], {
    cwd,
    encoding: "utf8",
  });
  return Number(stderr.trim()) / 1024;
}

/** CPU in ms of one child: bash's own accounting, because Node does not report that of its children. */
function cpu(args, cwd) {
  const { stderr } = spawnSync(
    "bash",
    ["-c", 'TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null 2>/dev/null', process.execPath, ...args],
    { cwd, encoding: "utf8", env: { ...process.env, AUTH_SECRET: secret } },
  );
  const [user, system] = stderr.trim().split("\n").pop().split(" ").map(Number);
  return (user + system) * 1000;
}
