/** TypeScript sources of ours, compiled for this process: Node 20 cannot read them itself. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
let count = 0;

async function load(input) {
  count += 1;
  const outfile = path.join(root, `node_modules/.cache/authwright/source-${process.pid}-${count}.mjs`);
  await build({
    ...input,
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    conditions: ["authwright-source"],
    outfile,
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href).finally(() => rm(outfile, { force: true }));
}

/** @param {string} file relative to the project, such as `src/cli/manifest.ts` */
export const loadSource = (file) => load({ entryPoints: [path.join(root, file)] });

/**
 * @param {readonly string[]} ids of providers
 * @returns {Promise<Record<string, object>>} their modules by id
 */
export async function loadProviders(ids) {
  // Numbered names, because an id is no identifier.
  const contents = ids.map((id, at) => `export * as p${at} from "./${id}.ts";`).join("\n");
  const resolveDir = path.join(root, "src/providers");
  const bundle = await load({ stdin: { contents, resolveDir, loader: "ts" } });
  return Object.fromEntries(ids.map((id, at) => [id, bundle[`p${at}`]]));
}
