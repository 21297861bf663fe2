/**
 * Last step of the runtime's build: modules and declarations that no subpath of package.json reaches are deleted. They
 * are modules without values, and declarations of what was joined into other files.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

const root = path.dirname(import.meta.dirname);

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Every file that a value of `exports` or `imports` names, whatever its condition. */
function entries(value, files) {
  if (typeof value !== "string") return Object.values(value).flatMap((one) => entries(one, files));
  const [before, after] = path.join(root, value).split("*");
  return after === undefined
    ? [before]
    : files.filter((file) => file.startsWith(before) && file.endsWith(after));
}

/** What a module or a declaration imports, among the files beside it. */
function importedBy(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => path.resolve(path.dirname(file), specifier))
    .map((target) => (file.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target));
}

/** @param {string} dist the folder that the runtime and the providers were built into */
export async function dropUnreached(dist) {
  const folders = ["runtime", "providers"].map((name) => path.join(dist, name));
  const files = folders.flatMap(filesBelow).filter((file) => /\.(?:js|d\.ts)$/.test(file));
  const { exports, imports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const open = entries({ exports, imports }, files).filter((file) => files.includes(file));
  const reached = new Set(open);
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const next of importedBy(file).filter((one) => !reached.has(one) && existsSync(one))) {
      reached.add(next);
      open.push(next);
    }
  await Promise.all(files.filter((file) => !reached.has(file)).map((file) => rm(file)));
  for (const folder of folders) await rmEmpty(folder);
}

async function rmEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await rmEmpty(path.join(folder, entry.name));
  if (readdirSync(folder).length === 0) await rm(folder, { recursive: true });
}
