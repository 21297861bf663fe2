/**
 * npm run demo: from a bare clone to a running sign-in.
 * Installs, builds, writes a small Express app into a temporary folder, runs `auth init` on it and starts it
 * with the local identity provider. `-- --check` signs in by itself, prints the steps and ends with 0.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { must, prepare, tarball } from "./prepare.mjs";
import { signInAndOut } from "./demo-check.mjs";

const check = process.argv.includes("--check");
const say = (text) => console.log(`\n> ${text}`);
const windows = process.platform === "win32";
const npm = windows ? "npm.cmd" : "npm";

say("Preparing authwright");
prepare({ quiet: check });

const port = await freePort(check ? 0 : 3000);
const app = path.join(mkdtempSync(path.join(tmpdir(), "authwright-demo-")), "app");
const env = { ...process.env, PORT: String(port) };
delete env.CI;
delete env.NODE_ENV;

say(`Writing a small Express app into ${app}`);
mkdirSync(app);
writeFileSync(
  path.join(app, "package.json"),
  `${JSON.stringify({ name: "demo", private: true, type: "module", scripts: { dev: "node server.js" } }, null, 2)}\n`,
);
writeFileSync(
  path.join(app, "server.js"),
  `import express from "express";

const app = express();

app.get("/", (req, res) => {
  res.send('<h1>Demo</h1><p><a href="/account">Your account</a> (only after signing in)</p>');
});

const port = Number(process.env.PORT ?? 3000);
app.listen(port, () => console.log(\`http://localhost:\${port}\`));
`,
);
must(
  npm,
  ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", "express@5", tarball],
  {
    cwd: app,
    env,
    stdio: ["ignore", 2, 2],
    shell: windows,
  },
);

say("auth init --yes --provider github");
const auth = path.join(app, "node_modules/authwright/dist/cli/auth.js");
must(process.execPath, [auth, "init", "--yes", "--provider", "github"], { cwd: app, env });

say("auth dev -- npm run dev");
const child = spawn(process.execPath, [auth, "dev", "--", npm, "run", "dev"], {
  cwd: app,
  env,
  stdio: check ? ["ignore", "pipe", "pipe"] : "inherit",
  detached: check && !windows,
});
let output = "";
child.stdout?.on("data", (data) => (output += data));
child.stderr?.on("data", (data) => (output += data));
const url = `http://localhost:${port}`;

if (check) {
  let code = 0;
  try {
    await signInAndOut(url, () => child.exitCode === null);
    say("Signed in, saw the guarded page, signed out.");
  } catch (error) {
    code = 1;
    console.error(error, output);
  }
  await stop();
  rmSync(path.dirname(app), { recursive: true, force: true });
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
say(`Open ${url}/account (stop with Ctrl-C; the app stays in ${app})`);
child.on("exit", (code) => process.exit(code ?? 0));

async function stop() {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (windows) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
  else process.kill(-child.pid, "SIGTERM");
  await ended;
}

/** The wanted port when it is free, else any. */
async function freePort(wanted) {
  const server = createServer();
  const bound = await new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen(wanted, "127.0.0.1", () => resolve(server.address().port));
  });
  if (bound === undefined) return freePort(0);
  await new Promise((resolve) => server.close(resolve));
  return bound;
}
