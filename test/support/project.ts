import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, readdir, rm, lstat, readlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";
import { mustRun } from "./process.js";

/** The package as `npm pack` made it after the last build (scripts/prepare.mjs), or that of another commit. */
export const tarball =
  process.env["AUTHWRIGHT_TARBALL"] ??
  path.join(projectRoot, "node_modules/.cache/authwright/authwright.tgz");

export const npm = process.platform === "win32" ? "npm.cmd" : "npm";
export const npx = process.platform === "win32" ? "npx.cmd" : "npx";

/** A command of a package that the project of the working folder has, without the second that npx takes to find it. */
export const installedCommand = (name: string): string =>
  path.join("node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);

/** A temporary folder, removed by `dispose`. */
export async function temporaryFolder(
  name: string,
): Promise<{ folder: string; dispose: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), `authwright ${name} `));
  return { folder, dispose: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

/** A copy of test/fixtures/projects/<name> with its dependencies and our tarball installed, or another one. */
export async function installedProject(
  name: string,
  packed?: string,
): Promise<{ folder: string; dispose: () => Promise<void> }> {
  const made = await temporaryFolder(name);
  await cp(path.join(projectRoot, "test/fixtures/projects", name), made.folder, { recursive: true });
  await installTarball(made.folder, packed);
  return made;
}

/** `npm install <our tarball>`, with the project's own dependencies. */
export async function installTarball(folder: string, packed = tarball): Promise<void> {
  if (!existsSync(packed)) throw new Error("No tarball: run `node scripts/prepare.mjs` first");
  await install(folder, packed);
}

/** `npm install <what>` in a folder with a package.json. */
export async function install(folder: string, what: string | readonly string[]): Promise<void> {
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await mustRun(npm, ["install", ...flags, ...[what].flat()], { cwd: folder });
}

const notOurs = new Set([
  "node_modules",
  ".next",
  ".nitro",
  ".nuxt",
  // Nitro in development.
  ".data",
  ".output",
  ".svelte-kit",
  ".wrangler",
  "build",
  "dist",
  "next-env.d.ts",
  "tsconfig.tsbuildinfo",
  "tsconfig.build.tsbuildinfo",
]);

/** Path → mode and content hash of every file, without installed and built ones. */
export async function treeOf(
  folder: string,
  skip: ReadonlySet<string> = notOurs,
): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const walk = async (relative: string): Promise<void> => {
    for (const entry of await readdir(path.join(folder, relative), { withFileTypes: true })) {
      if (skip.has(entry.name)) continue;
      const name = relative ? `${relative}/${entry.name}` : entry.name;
      const full = path.join(folder, name);
      if (entry.isDirectory()) {
        tree[`${name}/`] = "folder";
        await walk(name);
      } else if (entry.isSymbolicLink()) tree[name] = `-> ${await readlink(full)}`;
      else {
        const mode = ((await lstat(full)).mode & 0o777).toString(8);
        tree[name] = `${mode} ${createHash("sha256")
          .update(await readFile(full))
          .digest("hex")}`;
      }
    }
  };
  await walk("");
  return tree;
}
