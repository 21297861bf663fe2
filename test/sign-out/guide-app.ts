import { rmSync } from "node:fs";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { readPages, type Snippet, snippetsOf } from "../docs/pages.js";
import { makeWorkshop } from "../docs/project.js";

/** The code of the guide, as it stands there. */
export function guideSnippets(): readonly Snippet[] {
  const page = readPages().find((one) => one.path === "docs/guides/sign-out.md");
  if (page === undefined) throw new Error("The guide is gone");
  return snippetsOf(page);
}

/** A file of the guide, loaded with what it imports, over the built package. */
export async function loadFromGuide<T>(file: string): Promise<{ module: T; dispose: () => void }> {
  const folder = makeWorkshop();
  for (const { file: name, code } of guideSnippets()) {
    if (name === undefined || !name.startsWith("src/")) continue;
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), code);
  }
  const outfile = path.join(folder, "app.mjs");
  await build({
    entryPoints: [path.join(folder, file)],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
  const module = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as T;
  return { module, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
