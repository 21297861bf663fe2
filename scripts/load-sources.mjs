/** TypeScript sources of ours, compiled for this process: Node 20 cannot read them itself. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
let count = 0;

async function load(input, plugins = []) {
  count += 1;
  const outfile = path.join(root, `node_modules/.cache/authwright/source-${process.pid}-${count}.mjs`);
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: "node",
    external: (id) => !/^[./#\0]/.test(id) && !path.isAbsolute(id),
    resolve: { conditionNames: ["authwright-source"] },
    plugins,
  });
  await bundle.write({ file: outfile, format: "esm", codeSplitting: false });
  await bundle.close();
  return import(pathToFileURL(outfile).href).finally(() => rm(outfile, { force: true }));
}

/** @param {string} file relative to the project, such as `src/commands/manifest/manifest.ts` */
export const loadSource = (file) => load(path.join(root, file));

const atOnce = {
  name: "at-once",
  resolveDynamicImport: (id) => ({ id: String(id), external: true }),
};

/** @param {string} file as of loadSource: one that lists others, without what these load on demand */
export const loadRegistry = (file) => load(path.join(root, file), [atOnce]);

/**
 * @param {readonly string[]} ids of providers
 * @param {string} folder that holds a module for each of them
 * @returns {Promise<Record<string, object>>} their modules by id
 */
export async function loadProviders(ids, folder = "src/providers") {
  // Numbered names, because an id is no identifier.
  const code = ids.map((id, at) => `export * as p${at} from "./${id}.ts";`).join("\n");
  const entry = path.join(root, folder, "all-of-them.ts");
  const providers = {
    name: "providers",
    resolveId: (id) => (id === entry ? id : null),
    load: (id) => (id === entry ? code : null),
  };
  const bundle = await load(entry, [providers]);
  return Object.fromEntries(ids.map((id, at) => [id, bundle[`p${at}`]]));
}
