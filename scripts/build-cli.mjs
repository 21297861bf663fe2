/** The command line: by esbuild, for Node, with its libraries inside and lazy chunks. */
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { parserOnly } from "./parser-only.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * CommonJS libraries inside an ES module need these three names. Making them costs a fifth of a millisecond a file, so
 * only files that use one get them.
 */
const commonjsNames =
  'import{createRequire as __cr}from"node:module";import{fileURLToPath as __fp}from"node:url";import{dirname as __dn}from"node:path";const require=__cr(import.meta.url),__filename=__fp(import.meta.url),__dirname=__dn(__filename);\n';

async function addCommonjsNames(files) {
  for (const file of files) {
    const text = await readFile(file, "utf8");
    if (/\brequire\b|\b__(?:file|dir)name\b/.test(text)) await writeFile(file, commonjsNames + text);
  }
}

/** Writes dist/cli. */
export async function buildCli() {
  const outdir = path.join(root, "dist/cli");
  await rm(outdir, { recursive: true, force: true });
  const result = await build({
    absWorkingDir: root,
    entryPoints: { auth: "bin/auth.ts" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    outdir,
    chunkNames: "[name]-[hash]",
    conditions: ["authwright-source"],
    external: ["cookie", "jose", "jose/*"],
    plugins: [parserOnly(root)],
    metafile: true,
    legalComments: "none",
    logLevel: "warning",
  });
  const packages = new Set(
    Object.keys(result.metafile.inputs)
      .map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
      .filter(Boolean),
  );
  const allowed = JSON.parse(await readFile(path.join(root, "scripts/inlined-packages.json"), "utf8"));
  const surplus = [...packages].filter((name) => !allowed.includes(name)).sort();
  if (surplus.length > 0) {
    throw new Error(
      `The CLI would inline packages that scripts/inlined-packages.json does not list: ${surplus.join(", ")}`,
    );
  }
  await addCommonjsNames(Object.keys(result.metafile.outputs).map((file) => path.join(root, file)));
  const entry = path.join(outdir, "auth.js");
  const text = await readFile(entry, "utf8");
  if (!text.startsWith("#!")) await writeFile(entry, `#!/usr/bin/env node\n${text}`);
  await chmod(entry, 0o755);
  await mkdir(path.join(root, "node_modules/.cache/authwright"), { recursive: true });
  await writeFile(
    path.join(root, "node_modules/.cache/authwright/cli-meta.json"),
    JSON.stringify({ packages: [...packages].sort(), outputs: result.metafile.outputs }),
  );
}
