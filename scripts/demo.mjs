/**
 * npm run demo: from a bare clone to a running sign-in, with nothing but Node and npm.
 * Installs ten small packages (scripts/demo), builds the package, runs `auth init` on a small Express app
 * in a temporary folder and starts it with the local identity provider. `-- --check` signs in by itself, prints the
 * steps and ends with 0.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { must, root } from "./prepare.mjs";
import { signInAndOut } from "./demo-check.mjs";

const check = process.argv.includes("--check");
const windows = process.platform === "win32";
const npm = windows ? "npm.cmd" : "npm";
const home = path.join(root, ".cache/demo");
const modules = path.join(home, "node_modules");
/** What the package is built of. */
const parts = ["bin", "src", "scripts", "package.json", "LICENSE"];
const say = (text) => console.log(text);
let output = "";

install();
build();
const port = await freePort(check ? 0 : 3000);
const app = writeApp();
const env = { ...process.env, PORT: String(port) };
delete env.CI;
delete env.NODE_ENV;
const auth = path.join(home, "package/dist/cli/auth.js");
addSignIn();
const child = start();
const url = `http://localhost:${port}`;
await (check ? checkSignIn() : show());

/** Once for each state of scripts/demo/package-lock.json. */
function install() {
  const lock = path.join(root, "scripts/demo/package-lock.json");
  const state = createHash("sha256").update(readFileSync(lock)).digest("hex");
  const stamp = path.join(home, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  say("Installing what the demo needs");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const name of ["package.json", "package-lock.json", ".npmrc"])
    cpSync(path.join(root, "scripts/demo", name), path.join(home, name));
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  // What npm counts up is for nobody here; what goes wrong it tells on the other stream.
  must(npm, ["ci", ...flags], { cwd: home, stdio: ["ignore", "ignore", 2], shell: windows });
  writeFileSync(stamp, state);
}

/**
 * Once for each state of the sources. In a copy of them, so that this folder stays as it is and needs no node_modules of
 * its own.
 */
function build() {
  const state = stateOf(parts);
  const stamp = path.join(home, "built");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  say("Building authwright, about ten seconds");
  const source = path.join(home, "source");
  for (const name of ["built", "source", "package"])
    rmSync(path.join(home, name), { recursive: true, force: true });
  for (const name of parts)
    cpSync(path.join(root, name), path.join(source, name), {
      recursive: true,
      filter: (file) => !file.includes("node_modules"),
    });
  must(process.execPath, [path.join(source, "scripts/demo/build.mjs"), source]);
  const link = path.join(modules, "authwright");
  if (!existsSync(link)) symlinkSync(path.join(home, "package"), link, "junction");
  // Without a bin of ours, npx would fetch the package of the name "auth", which is not ours.
  const bin = path.join(modules, ".bin");
  mkdirSync(bin, { recursive: true });
  const target = "../authwright/dist/cli/auth.js";
  for (const name of ["auth", "authwright"]) {
    writeFileSync(path.join(bin, name), `#!/usr/bin/env node\nimport(${JSON.stringify(target)});\n`);
    chmodSync(path.join(bin, name), 0o755);
    writeFileSync(path.join(bin, `${name}.cmd`), `@node "%~dp0\\${target.replaceAll("/", "\\")}" %*\r\n`);
  }
  writeFileSync(stamp, state);
}

/** Names and contents of all files. */
function stateOf(names) {
  const hash = createHash("sha256");
  const files = names.flatMap((name) => {
    const place = path.join(root, name);
    if (!statSync(place).isDirectory()) return [place];
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  });
  for (const file of files.filter((each) => !each.includes("node_modules")).sort())
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

function writeApp() {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "authwright-demo-")), "shop");
  mkdirSync(folder);
  const { dependencies } = JSON.parse(readFileSync(path.join(home, "package.json"), "utf8"));
  const manifest = {
    name: "shop",
    private: true,
    type: "module",
    scripts: { dev: "node server.js" },
    dependencies: { authwright: `file:${path.join(home, "package")}`, express: dependencies.express },
  };
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(path.join(root, "scripts/demo/server.js"), path.join(folder, "server.js"));
  symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  return folder;
}

/** What init says of registering at GitHub is not for a demo: its plan is. */
function addSignIn() {
  const wish = ["init", "--yes", "--provider", "github", "--plugin", "password,account,two-factor"];
  say(`\n$ npx authwright ${wish.join(" ")}\n  (in ${app})`);
  // What it would install is there.
  const args = [auth, ...wish, "--no-install", "--json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: app, env, encoding: "utf8" });
  if (status !== 0) {
    console.error(stdout, stderr);
    process.exit(status ?? 1);
  }
  const { steps } = JSON.parse(stdout).plan;
  const todo = steps.filter((step) => step.status === "todo" && step.path);
  const files = [...new Set(todo.map(({ path: name }) => name))];
  const isCode = (file) => file.endsWith(".js");
  const reasonsOf = (file) => todo.filter((step) => step.path === file).map(({ reason }) => reason);
  const rows = files.filter(isCode).map((file) => [file, reasonsOf(file).join(", ")]);
  // Values need nobody's attention: the provider is simulated.
  const others = files.filter((file) => !isCode(file)).length;
  rows.push([`${others} others`, "packages, variables, and what git leaves out"]);
  const width = Math.max(...rows.map(([names]) => names.length));
  for (const [names, said] of rows) say(`  ${names.padEnd(width)}  ${said}`);
}

function start() {
  say("\n$ npx auth dev -- npm run dev");
  const started = spawn(process.execPath, [auth, "dev", "--", npm, "run", "--silent", "dev"], {
    cwd: app,
    env,
    stdio: check ? ["ignore", "pipe", "pipe"] : "inherit",
    detached: check && !windows,
  });
  for (const stream of [started.stdout, started.stderr]) stream?.on("data", (data) => (output += data));
  return started;
}
async function checkSignIn() {
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

/** The address comes last, where it stays in sight. */
async function show() {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => {
    rmSync(path.dirname(app), { recursive: true, force: true });
    process.exit(code ?? 0);
  });
  while (!(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 100));
  say(`\nOpen ${url} (Ctrl-C ends the demo and removes the shop)\n`);
}

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
