/** The project as it is measured: its sources, and what package.json says about them. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { readSources } from "./sources.mjs";

/**
 * Reads the project in a folder.
 *
 * @returns `sources`; `entryPoints`: the files behind `exports`; `aliases`: specifier that begins with "#" → file
 * @throws when `exports` names a module that has no source
 */
export function readProject(root) {
  const sources = readSources(root);
  const files = sources.map(({ file }) => file);
  const { exports, imports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const types = Object.values(exports).flatMap((entry) => entry.types ?? []);
  return {
    sources,
    entryPoints: types.flatMap((type) => sourcesOf(type, files)),
    aliases: Object.fromEntries(
      Object.entries(imports).map(([name, entry]) => [
        name,
        path.posix.normalize(entry["authwright-source"]),
      ]),
    ),
  };
}

/** `./dist/a.d.ts` → `src/a.ts` or `src/a.tsx`; a `*` stands for the names of one folder, which may have none. */
function sourcesOf(type, files) {
  const stem = path.posix
    .normalize(type)
    .replace(/^dist\//, "src/")
    .replace(/\.d\.ts$/, "");
  const [start, end] = stem.split("*");
  const found = files.filter((file) => {
    const name = file.replace(/\.tsx?$/, "");
    if (end === undefined) return name === stem;
    return (
      name.startsWith(start) &&
      name.endsWith(end) &&
      !name.slice(start.length, -end.length || undefined).includes("/")
    );
  });
  if (found.length === 0 && end === undefined)
    throw new Error(`package.json exports ${type}: no source ${stem}`);
  return found;
}
