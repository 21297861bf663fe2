/** The code of the pages as projects on disk: what init leaves, and over it the files that a page shows. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, runMain } from "../support/cli.js";
import { run, type Finished } from "../support/process.js";
import type { Snippet } from "./pages.js";
import { nativeCompiler } from "../support/type-check.js";

/** A folder with the packages of the repository, ours among them as it is built. */
export function makeWorkshop(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright pages "));
  const modules = path.join(folder, "node_modules");
  mkdirSync(modules);
  const installed = path.join(projectRoot, "node_modules");
  for (const name of readdirSync(installed))
    if (!name.startsWith(".")) symlinkSync(path.join(installed, name), path.join(modules, name), "dir");
  mkdirSync(path.join(modules, "authwright"));
  for (const name of ["dist", "package.json"])
    symlinkSync(path.join(projectRoot, name), path.join(modules, "authwright", name));
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  return folder;
}

/** What init writes into an Express and a Next.js project; their files have no name in common. */
export async function initialFiles(): Promise<string[]> {
  const made = await Promise.all(
    ["express-esm-ts", "next-app-ts"].map(async (name) => {
      const folder = copyProject(name);
      // Pages show relative imports: they hold with and without an alias.
      const tsconfig = path.join(folder, "tsconfig.json");
      const { paths: _, ...compilerOptions } = JSON.parse(readFileSync(tsconfig, "utf8")).compilerOptions;
      writeFileSync(tsconfig, JSON.stringify({ compilerOptions }));
      const { code, stderr } = await runMain(folder, [
        "init",
        "--yes",
        "--provider",
        "github",
        "--no-install",
      ]);
      if (code !== 0) throw new Error(stderr);
      return folder;
    }),
  );
  return made;
}

export function writeProject(folder: string, bases: readonly string[], snippets: readonly Snippet[]): void {
  mkdirSync(folder, { recursive: true });
  for (const base of bases)
    for (const name of ["src", "app", "auth.ts", "proxy.ts"])
      if (readdirSync(base).includes(name))
        cpSync(path.join(base, name), path.join(folder, name), { recursive: true });
  // Pages that show the configuration leave out the guards beside it, which the server imports.
  if (snippets.some(({ file }) => file === "src/auth.ts")) rmSync(path.join(folder, "src/server.ts"));
  for (const { file, code } of snippets) {
    if (file === undefined) continue;
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), code);
  }
}

/** The compiler of the repository over everything in a workshop, strict. */
export function typeCheck(folder: string): Promise<Finished> {
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "ESNext",
    // As Nest's own projects have it.
    experimentalDecorators: true,
    moduleResolution: "Bundler",
    jsx: "react-jsx",
    strict: true,
    // As a package of a workspace has it: what its files export must have names, by our subpaths alone.
    declaration: true,
    preserveSymlinks: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    // Kit's own alias, on its one page.
    paths: { "$lib/*": ["./docs frameworks sveltekit.md/src/lib/*"] },
  };
  mkdirSync(path.join(folder, "kit"), { recursive: true });
  writeFileSync(path.join(folder, "kit/modules.d.ts"), kitModules);
  const include = ["*/**/*.ts", "*/**/*.tsx"];
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include, exclude: ["node_modules"] }),
  );
  return run(process.execPath, [...nativeCompiler, "-p", folder], {
    cwd: folder,
  });
}

/** What Kit makes for each project. */
const kitModules = `declare module "$env/dynamic/private" {
  export const env: Readonly<Record<string, string | undefined>>;
}
declare module "*/$types" {
  import type * as kit from "@sveltejs/kit";
  export type PageServerLoad = kit.ServerLoad;
  export type LayoutServerLoad = kit.ServerLoad;
  export type Actions = kit.Actions;
  export type RequestHandler = kit.RequestHandler;
}
`;
