/**
 * The package for the demo, in a copy of the sources: the command line as it is published, the runtime file by file
 * without types. `node build.mjs FOLDER` where FOLDER holds bin, src, scripts and package.json.
 */
import { cp, readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2] ?? ".");
const load = (file) => import(pathToFileURL(path.join(folder, "scripts", file)).href);

const { generate } = await load("generate.mjs");
await generate();
const [{ buildCli }, { rolldown }] = await Promise.all([load("build-cli.mjs"), import("rolldown")]);

/** Read by the command line, which has them inside, or by what makes other sources. */
const left = /^src\/providers\/(?:catalog\.ts|records\.ts|records\/)/;
const sources = (await Promise.all(["src/runtime", "src/providers"].map(filesOf)))
  .flat()
  .filter((file) => /\.tsx?$/.test(file) && !left.test(file));

await Promise.all([buildCli(), buildRuntime()]);
const target = path.join(path.dirname(folder), "package");
for (const name of ["package.json", "LICENSE", "dist"])
  await cp(path.join(folder, name), path.join(target, name), { recursive: true });

async function buildRuntime() {
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries(
      sources.map((file) => [file.slice("src/".length).replace(/\.tsx?$/, ""), file]),
    ),
    // Packages, and components that an app of Svelte compiles.
    external: (id, importer) =>
      id.endsWith(".svelte") || (importer !== undefined && !/^\.\.?\//.test(id) && !path.isAbsolute(id)),
    platform: "neutral",
    transform: { target: "es2022", jsx: "react-jsx" },
    treeshake: false,
    // Each file stays by itself, with its directive; how long callbacks take tells a visitor nothing.
    checks: { moduleLevelDirective: false, bundlerTimings: false },
  });
  await bundle.write({
    dir: path.join(folder, "dist"),
    format: "esm",
    preserveModules: true,
    preserveModulesRoot: path.join(folder, "src"),
  });
  await bundle.close();
}

async function filesOf(name) {
  const entries = await readdir(path.join(folder, name), { recursive: true });
  return entries.map((file) => path.posix.join(name, file.split(path.sep).join("/")));
}
