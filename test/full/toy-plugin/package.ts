/** The package of a copy of the project to which the toy plugin was added by CONTRIBUTING's recipe. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../architecture/source-tree.js";
import { follow } from "../../contributing/recipes.js";
import { mustRun } from "../../support/process.js";
import { npm } from "../../support/project.js";

/** What the package is built of, and what the recipe changes beside that. */
const parts = [
  "bin",
  "CHANGELOG.md",
  "docs",
  "LICENSE",
  "llms.txt",
  "package.json",
  "README.md",
  "scripts",
  "skills",
  "src",
  "test/messages",
  "THIRD-PARTY-NOTICES.md",
  "tsconfig.json",
  "tsconfig.runtime.json",
];

/** @returns the tarball */
export async function packToy(folder: string): Promise<string> {
  for (const part of parts)
    cpSync(path.join(projectRoot, part), path.join(folder, part), { recursive: true });
  linkModules(path.join(folder, "node_modules"));
  for (const recipe of ["plugin", "functions"] as const) follow(folder, recipe);
  for (const script of ["generate", "build"])
    await mustRun(process.execPath, [`scripts/${script}.mjs`], { cwd: folder });
  await mustRun(npm, ["pack", "--silent", "--ignore-scripts"], { cwd: folder });
  const packed = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (packed === undefined) throw new Error(`npm pack has left no package in ${folder}`);
  return path.join(folder, packed);
}

/** The packages of this repository, without the cache of its builds. */
function linkModules(folder: string): void {
  mkdirSync(folder);
  const ours = path.join(projectRoot, "node_modules");
  for (const name of readdirSync(ours))
    if (name !== ".cache") symlinkSync(path.join(ours, name), path.join(folder, name), "junction");
}
