/**
 * The browser of the tests. On Linux a Chromium from npm, which depends on nothing that the system or an earlier run
 * has: its fonts come with it, and so do the libraries that slim systems lack. Elsewhere the installed Chrome.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { root } from "./prepare.mjs";

const name = "@sparticuz/chromium";
const cache = path.join(root, "node_modules/.cache/authwright");

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * What starts the browser; unpacked at the first call of a clone.
 *
 * @returns {import("playwright-core").LaunchOptions} for `chromium.launch()`
 * @throws where it cannot be unpacked, in one line
 */
export function browserOptions() {
  return process.platform === "linux" ? packagedBrowser() : { channel: "chrome", args };
}

/** Why no browser starts on this machine, in one line; undefined where one does. */
export async function browserProblem() {
  try {
    const browser = await chromium.launch(browserOptions());
    await browser.close();
    return undefined;
  } catch (error) {
    return `No browser starts here: ${reasonIn(String(error.message))}`;
  }
}

function packagedBrowser() {
  const folder = unpacked();
  const executablePath = path.join(folder, "chromium");
  const env = { ...process.env, FONTCONFIG_FILE: path.join(folder, "fonts.conf") };
  const { stderr } = spawnSync(executablePath, ["--version"], { env, encoding: "utf8" });
  // Those of the package only where the system has none: they are older than most systems.
  if (/loading shared libraries/.test(stderr ?? ""))
    env.LD_LIBRARY_PATH = [path.join(folder, "al2023/lib"), process.env.LD_LIBRARY_PATH ?? []]
      .flat()
      .join(":");
  return { executablePath, args, env };
}

/** The folder of the unpacked package: whole, or not there. */
function unpacked() {
  const { version } = JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8"));
  const folder = path.join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const begun = mkdtempSync(path.join(cache, "chromium-"));
  // The package unpacks into the folder of temporary files, and its libraries where it believes to be in a function.
  const env = { ...process.env, TMPDIR: begun, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
  const script = `const { default: packaged } = await import("${name}"); await packaged.executablePath();`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Chromium cannot be unpacked: ${reasonIn(stderr)}`);
  writeFileSync(path.join(begun, "fonts.conf"), fontsIn(folder));
  settle(begun, folder);
  return folder;
}

/** The package's own list of fonts names /tmp. */
const fontsIn = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

function settle(begun, folder) {
  try {
    renameSync(begun, folder);
  } catch (error) {
    rmSync(begun, { recursive: true, force: true });
    // Another run was first.
    if (!existsSync(folder)) throw error;
  }
}

/** The line of an output that says what is wrong. */
function reasonIn(output) {
  const lines = output
    .split("\n")
    .map((line) => line.replace(/^\s*-?\s*(\[pid=\d+\])?(\[err\])?\s*/, "").trim())
    .filter(Boolean);
  return (
    lines.find((line) => /error|cannot|not found|no such|denied|fatal/i.test(line)) ??
    lines[0] ??
    "it says nothing"
  );
}
