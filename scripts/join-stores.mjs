/** Stores, their conformance kit and what is for Vue have few entry points: their modules are joined behind these, as those of the server are. */
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";

const root = path.dirname(import.meta.dirname);
/** @param {string} dist the built package, its server joined */
export async function joinStores(dist) {
  for (const room of ["adapters", "adapter-testing", "vue"]) await joinRoom(dist, `runtime/${room}`);
}

/**
 * @param {string} dist
 * @param {string} room the folder of modules
 */
async function joinRoom(dist, room) {
  const folder = `./dist/${room}/`;
  const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const entries = Object.values(exports)
    .map((value) => value.default ?? value)
    .filter((file) => file.startsWith(folder))
    .map((file) => file.slice(folder.length, -".js".length));
  const stores = path.join(dist, room);
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, path.join(stores, `${entry}.js`)])),
    // Packages, and what the stores share with the rest of the runtime.
    external: (id, importer) =>
      importer !== undefined &&
      (/^[^./]/.test(id) || !path.resolve(path.dirname(importer), id).startsWith(stores + path.sep)),
    platform: "neutral",
  });
  const { output } = await bundle.generate({
    format: "esm",
    minifyInternalExports: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  });
  await bundle.close();
  await Promise.all(output.flatMap(({ moduleIds }) => moduleIds).map((file) => rm(file)));
  await Promise.all(output.map(({ fileName, code }) => writeFile(path.join(stores, fileName), code)));
}
