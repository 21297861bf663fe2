/** Makes src/providers/<id>.ts of each src/providers/records/<id>.ts. */
import { readFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { writeIfChanged } from "../generated-file.mjs";
import { loadProviders, loadSource } from "../load-sources.mjs";
import { providerModule } from "./module.mjs";

const folder = "src/providers";
const root = path.resolve(import.meta.dirname, "../..");
const start = "// Made by scripts/generate.mjs from records/";

export async function writeProviderModules() {
  const ids = await idsIn(`${folder}/records`);
  const [{ parsePath }, modules] = await Promise.all([
    loadSource("src/runtime/oauth/profile-path.ts"),
    loadProviders(ids, `${folder}/records`),
  ]);
  await removeOthers(ids);
  for (const id of ids) {
    const { provider } = modules[id];
    if (provider.id !== id)
      throw new Error(`${folder}/records/${id}.ts holds the record of "${provider.id}"`);
    const code = await readFile(path.join(root, folder, "records", `${id}.ts`), "utf8");
    const made = providerModule(provider, code, parsePath);
    await writeIfChanged(`${folder}/${id}.ts`, `${start}${id}.ts. Do not edit.\n${made}`);
  }
  // They lie beside modules that are written by hand. The list leaves itself out too.
  const names = [".gitignore", ...ids.map((id) => `${id}.ts`)];
  await writeIfChanged(`${folder}/.gitignore`, names.map((name) => `/${name}\n`).join(""));
}

const idsIn = async (name) =>
  (await readdir(path.join(root, name)))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3));

/** A module whose record is gone goes too; one that was written by hand is never overwritten. */
async function removeOthers(ids) {
  for (const id of await idsIn(folder)) {
    const file = path.join(root, folder, `${id}.ts`);
    const isMade = (await readFile(file, "utf8")).startsWith(start);
    if (isMade && !ids.includes(id)) await rm(file);
    if (!isMade && ids.includes(id))
      throw new Error(`${folder}/${id}.ts is written by hand, and ${folder}/records/${id}.ts is there too`);
  }
}
