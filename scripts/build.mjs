/**
 * Two builds, never one (docs/decisions/0001-two-builds.md):
 * the runtime by tsc, its server side joined into few files, neutral; the CLI, for Node, with its libraries inside and lazy chunks.
 *
 *   node scripts/build.mjs [--cli | --runtime]
 */
import { execFile } from "node:child_process";
import { copyFile, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { buildCli } from "./build-cli.mjs";
import { bundleServer } from "./bundle-server.mjs";
import { dropUnreached } from "./drop-unreached.mjs";
import { generate } from "./generate.mjs";
import { inlineMarks } from "./inline-marks.mjs";
import { joinStores } from "./join-stores.mjs";
import { stripRecords } from "./strip-records.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const run = promisify(execFile);

async function buildRuntime() {
  await rm(path.join(root, "dist/runtime"), { recursive: true, force: true });
  await rm(path.join(root, "dist/providers"), { recursive: true, force: true });
  const tsc = path.join(root, "node_modules/ts7/bin/tsc");
  await run(process.execPath, [tsc, "-p", "tsconfig.runtime.json"], { cwd: root }).catch((error) => {
    throw new Error(`tsc failed:\n${error.stdout}`);
  });
  await Promise.all([
    bundleServer(path.join(root, "dist/runtime")),
    stripRecords(path.join(root, "dist/providers")).then(() =>
      inlineMarks(path.join(root, "dist/providers")),
    ),
    writeStyle(),
    copyComponents(),
  ]);
  await joinStores(path.join(root, "dist"));
  await dropUnreached(path.join(root, "dist"));
}

/** Components of Svelte are compiled by the app, with its own version. */
async function copyComponents() {
  const folder = "runtime/svelte";
  const names = (await readdir(path.join(root, "src", folder))).filter((name) => name.endsWith(".svelte"));
  await Promise.all(
    names.map((name) =>
      copyFile(path.join(root, "src", folder, name), path.join(root, "dist", folder, name)),
    ),
  );
}

async function writeStyle() {
  const file = "runtime/react/style.css";
  const source = await readFile(path.join(root, "src", file), "utf8");
  const { code } = await transform(source, { loader: "css", minify: true });
  await writeFile(path.join(root, "dist", file), code);
}

await generate();
const only = process.argv[2];
await Promise.all([only !== "--cli" && buildRuntime(), only !== "--runtime" && buildCli()]);
