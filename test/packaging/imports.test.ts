import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";

const manifest = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
const dist = path.join(projectRoot, "dist");

interface Imports {
  /** Read before the importing file runs. */
  readonly static: readonly string[];
  /** Read when they are needed. */
  readonly lazy: readonly string[];
}

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? "");

function importsOf(file: string): Imports {
  const text = readFileSync(file, "utf8");
  return {
    static: found(text, /^(?:import|export)\b[^"';]*?from\s*"([^"]+)"|^import\s*"([^"]+)"/gm),
    lazy: found(text, /\bimport\(\s*"([^"]+)"\s*\)/g),
  };
}

const built = ["runtime", "providers"].flatMap((part) =>
  readdirSync(path.join(dist, part), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => path.join(dist, part, name)),
);

test("every import of the runtime leads to one of its files, or to what package.json names", () => {
  const known = new Set([
    "#crypto",
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  ]);
  const packageOf = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/");
  const imports = built.flatMap((file) => {
    const { static: fixed, lazy } = importsOf(file);
    return [...fixed, ...lazy].map((name) => ({ file, name }));
  });
  expect(imports.length).toBeGreaterThan(300);
  const lost = imports.filter(({ file, name }) =>
    name.startsWith(".")
      ? !existsSync(path.join(path.dirname(file), name))
      : !name.startsWith("node:") && !known.has(packageOf(name)),
  );
  expect(lost).toEqual([]);
});

/** Files of ours that an import reads before it is done. */
function readBy(...doors: string[]): string[] {
  const seen = new Set<string>();
  const read = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const name of importsOf(file).static) {
      if (name === "#crypto") read(path.join(projectRoot, manifest.imports["#crypto"].node));
      else if (name.startsWith(".")) read(path.join(path.dirname(file), name));
    }
  };
  for (const door of doors) read(path.join(projectRoot, manifest.exports[door].default));
  return [...seen].map((file) => path.relative(dist, file).split(path.sep).join("/")).sort();
}

// Opening a file costs a start half a millisecond, so few are opened; what a request may need later is not among them.
test("a start reads few files: the handler's", () => {
  expect(readBy(".")).toEqual([
    "runtime/core.js",
    "runtime/index.js",
    "runtime/sealing.js",
    "runtime/security/crypto-node.js",
    "runtime/tokens.js",
  ]);
});

test("a start reads few files: reading tokens does not load the handler", () => {
  expect(readBy("./jwt")).toEqual([
    "runtime/jwt.js",
    "runtime/sealing.js",
    "runtime/security/crypto-node.js",
    "runtime/tokens.js",
  ]);
});

test("a start reads few files: a framework adds two, and Next.js the file that asks for its own modules", () => {
  for (const [door, files] of Object.entries({ "./express": 2, "./next": 3 })) {
    expect(readBy(".", door).length - readBy(".").length, door).toBeLessThanOrEqual(files);
  }
});

/** Packages that a file asks for, now or later. */
function packagesOf(door: string): readonly string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const read = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const { static: fixed, lazy } = importsOf(file);
    for (const name of [...fixed, ...lazy])
      if (name.startsWith(".")) read(path.join(path.dirname(file), name));
      else if (name !== "#crypto" && !name.startsWith("node:"))
        packages.add(name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
  };
  read(path.join(projectRoot, manifest.exports[door].default));
  return [...packages].filter((name) => !(name in manifest.dependencies)).sort();
}

// Bundlers stop at a package that they do not find, also where no call reaches it.
test("an app that is bundled needs no package of another framework", () => {
  const needed = Object.keys(manifest.exports)
    .filter((door) => !/\*|\.(?:json|css)$/.test(door))
    .flatMap((door) => packagesOf(door).map((name) => `${door}: ${name}`));
  expect(needed).toEqual([
    "./nest: @nestjs/common",
    "./nest: @nestjs/core",
    "./next: next",
    "./next/guard: next",
    "./vue: vue",
    "./sveltekit: @sveltejs/kit",
    "./svelte: svelte",
    "./react: react",
    "./adapters/drizzle: drizzle-orm",
    "./adapters/kysely: kysely",
    "./shared-store/kysely: kysely",
  ]);
});
