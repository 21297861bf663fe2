/** Makes a bare clone usable: installs when the lock file changed since the last install, builds, packs. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const cache = path.join(root, "node_modules/.cache/authwright");
const stamp = path.join(cache, "installed");

/** Runs a command in the project; ends this process with its code when it fails. */
export function must(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
  return result;
}

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** @param {{quiet?: boolean}} [options] quiet: output of the tools goes to stderr */
export function prepare({ quiet = false } = {}) {
  const stdio = quiet ? ["ignore", 2, 2] : "inherit";
  const lock = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
    const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
    must(npm, ["ci", ...flags], { stdio, shell: process.platform === "win32" });
    mkdirSync(cache, { recursive: true });
    writeFileSync(stamp, lock);
  }
  must(process.execPath, ["scripts/build.mjs"], { stdio });
  pack();
}

/** The package as it would be published; tests and the demo install it as a user would. */
export const tarball = path.join(cache, "authwright.tgz");

function pack() {
  const folder = mkdtempSync(path.join(cache, "pack-"));
  must(npm, ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    stdio: ["ignore", "ignore", 2],
    shell: process.platform === "win32",
  });
  renameSync(path.join(folder, readdirSync(folder)[0]), tarball);
  rmSync(folder, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prepare();
