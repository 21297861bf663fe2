/**
 * The examples: `own/` is an app as it is before sign-in, and example.json says which commands run in it and which
 * lines are written by hand afterwards. What comes of it stands beside `own/`.
 *
 * node scripts/examples.mjs           says which files of an example are not what comes of it now
 * node scripts/examples.mjs --write   writes them anew, with the command line of the last build
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./prepare.mjs";

export const folder = path.join(root, "examples");
export const ids = readdirSync(folder).filter((id) => existsSync(path.join(folder, id, "README.md")));
/** Those that are made; of the others the README has the commands. */
export const made = ids.filter((id) => existsSync(path.join(folder, id, "example.json")));

/** Secrets, undo journals, and what running an app leaves. */
const notKept =
  /^(?:\.env(?:\.local)?|\.dev\.vars|\.auth|node_modules|package-lock\.json|dist|build|\.next|\.nuxt|generated|\.output|\.svelte-kit|\.wrangler|\.data|next-env\.d\.ts|.*\.db)$/;
/** What stands in the folder of an example beside the app. */
const ofExample = new Set(["own", "example.json", "README.md"]);

/** Path → text of each file that is kept. */
function readTree(top, isKept = (_name) => true) {
  const tree = {};
  const walk = (below) => {
    for (const entry of readdirSync(path.join(top, below), { withFileTypes: true })) {
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (notKept.test(entry.name) || !isKept(name)) continue;
      if (entry.isDirectory()) walk(name);
      else tree[name] = readFileSync(path.join(top, name), "utf8");
    }
  };
  walk("");
  return tree;
}

/** The app of an example as it is in the repository. */
export const readExample = (id) => readTree(path.join(folder, id), (name) => !ofExample.has(name));

/**
 * What comes of the app in `own/`: path → text.
 * @param {string} id
 * @param {(cwd: string, args: readonly string[]) => Promise<{code: number, stdout: string, stderr: string}>} auth
 */
export async function makeExample(id, auth) {
  const { commands, edits = [] } = JSON.parse(readFileSync(path.join(folder, id, "example.json"), "utf8"));
  const top = mkdtempSync(path.join(tmpdir(), "authwright-example-"));
  try {
    cpSync(path.join(folder, id, "own"), top, { recursive: true });
    for (const [name, ...args] of commands) {
      const { code, stdout, stderr } = await auth(top, [name, "--yes", "--no-install", ...args]);
      if (code !== 0) throw new Error(`auth ${name} of ${id} ended with ${code}\n${stdout}\n${stderr}`);
    }
    for (const edit of edits) applyEdit(top, edit);
    return readTree(top);
  } finally {
    rmSync(top, { recursive: true });
  }
}

/** Lines by hand: in the place of `find`, which must be there once; a new file where nothing is to be found. */
function applyEdit(top, { file, find, write }) {
  const full = path.join(top, file);
  const text = [write].flat().join("\n");
  if (find === undefined) {
    mkdirSync(path.dirname(full), { recursive: true });
    return writeFileSync(full, `${text}\n`, { flag: "wx" });
  }
  const parts = readFileSync(full, "utf8").split([find].flat().join("\n"));
  if (parts.length !== 2)
    throw new Error(`${file} has ${parts.length - 1} times: ${[find].flat().join("\n")}`);
  writeFileSync(full, parts.join(text));
}

/** Replaces the app of an example, except for what is not kept. */
function writeExample(id, tree) {
  const old = readExample(id);
  for (const name of Object.keys(old)) if (!(name in tree)) rmSync(path.join(folder, id, name));
  for (const [name, text] of Object.entries(tree)) {
    const file = path.join(folder, id, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (old[name] !== text) writeFileSync(file, text);
  }
}

async function runBuilt(cwd, args) {
  const cli = path.join(root, "dist/cli/auth.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, encoding: "utf8" });
  return { code: status ?? 1, stdout, stderr };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const id of made) {
    const [old, tree] = [readExample(id), await makeExample(id, runBuilt)];
    const changed = [...new Set([...Object.keys(old), ...Object.keys(tree)])].filter(
      (name) => old[name] !== tree[name],
    );
    for (const name of changed) console.log(`examples/${id}/${name}`);
    if (process.argv.includes("--write")) writeExample(id, tree);
    else if (changed.length > 0) process.exitCode = 1;
  }
}
