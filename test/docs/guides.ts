/** Loads the code of a guide as it stands on the page, with the built package. */
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type BuildOptions } from "esbuild";
import type { Express } from "express";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { removeProjects } from "../support/cli.js";
import { readPages, snippetsOf } from "./pages.js";
import { initialFiles, makeWorkshop, writeProject } from "./project.js";

const pages = readPages();
let workshop: string;
let bases: string[];
let loads = 0;

/** Once in a file of tests. */
export function useWorkshop(): void {
  beforeAll(async () => {
    workshop = makeWorkshop();
    bases = await initialFiles();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  afterAll(() => {
    rmSync(workshop, { recursive: true, force: true });
    removeProjects();
  });
}

/** How a page's project differs from what stands there. */
interface Variant {
  readonly name: string;
  readonly edit: (code: string) => string;
  /** Packages that are bundled with the code; all others are imported. */
  readonly bundled: string;
}

/** A module that re-exports what is wanted of a page's project. */
export async function load<T>(guide: string, entry: string, variant?: Variant): Promise<T> {
  const page = pages.find(({ path: name }) => name === `docs/guides/${guide}.md`);
  if (!page) throw new Error(`There is no guide ${guide}`);
  const folder = path.join(workshop, `${guide}${variant?.name ?? ""}`);
  const entryFile = { language: "ts", file: "entry.ts", code: entry };
  const shown = snippetsOf(page).map((one) => ({ ...one, code: variant?.edit(one.code) ?? one.code }));
  writeProject(folder, bases, [...shown, entryFile]);
  // A name of its own: a module is loaded once, and a guide may be asked twice.
  loads += 1;
  const outfile = path.join(folder, `entry-${loads}.mjs`);
  await build({
    entryPoints: [path.join(folder, "entry.ts")],
    outfile,
    bundle: true,
    ...(variant ? bundling(variant.bundled) : { packages: "external" }),
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
  return (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as T;
}

/** Next.js resolves its own subpaths without their extension; Node.js does not. */
const bundling = (name: string): BuildOptions => ({
  plugins: [
    {
      name: "bundled",
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path: wanted, kind }) => {
          if (kind === "entry-point" || wanted.startsWith(name) || wanted.startsWith("/")) return undefined;
          return { path: /^next\/\w+$/.test(wanted) ? `${wanted}.js` : wanted, external: true };
        });
      },
    },
  ],
});

export async function serve<T>(app: Express, use: (origin: string) => Promise<T>): Promise<T> {
  const server = app.listen(0);
  await once(server, "listening");
  try {
    return await use(`http://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

export const secret = "a-secret-for-the-pages-of-this-repository";
