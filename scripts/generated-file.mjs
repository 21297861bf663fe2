/** Files that are made from other sources. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const root = path.dirname(import.meta.dirname);

export const header = "// Made by scripts/generate.mjs. Do not edit.\n";

/** A file whose content stays the same is not touched, so watchers and incremental builds stay quiet. */
export async function writeIfChanged(file, text) {
  const target = path.join(root, file);
  const before = await readFile(target, "utf8").catch(() => undefined);
  if (before === text) return;
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}
