import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { generatedFiles } from "../../scripts/architecture/areas.mjs";

/** One import of a source file. `typeOnly` imports cost nothing at run time and may cross walls. */
export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** Relative to the project root, with forward slashes, e.g. `src/runtime/handler.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export const projectRoot = path.resolve(import.meta.dirname, "../..");

/** Every hand-written TypeScript file below the given folders. */
export function readSourceTree(
  root: string = projectRoot,
  folders: readonly string[] = ["bin", "src"],
): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
      .filter((name) => /\.tsx?$/.test(name) && !generatedFiles.includes(name))
      .map((name) => sourceFile(name, readFileSync(path.join(root, name), "utf8"))),
  );
}

export function sourceFile(name: string, text: string): SourceFile {
  return { path: name, text, imports: readImports(text) };
}

// A specifier list never holds "=" or a quote, so the expression cannot run on into the next statement.
const statement = /^(?:import|export)\s+(type\s+)?(?:[^="'`;]*?\sfrom\s+)?["']([^"'\n]+)["']/gm;
const dynamic = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

function readImports(text: string): Import[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  const found: Import[] = [];
  for (const [whole, type, specifier] of code.matchAll(statement)) {
    const named = /\{([^}]*)\}/.exec(whole)?.[1];
    const onlyInlineTypes =
      named !== undefined &&
      named.trim() !== "" &&
      !/^(?:import|export)\s+(?:\w+\s*,|\*)/.test(whole) &&
      named.split(",").every((part) => part.trim() === "" || part.trim().startsWith("type "));
    found.push({ specifier: specifier ?? "", typeOnly: type !== undefined || onlyInlineTypes });
  }
  for (const [, specifier] of code.matchAll(dynamic)) {
    // `typeof import("x")` and `import("x").Y` in type positions are not told apart: treat them as values.
    found.push({ specifier: specifier ?? "", typeOnly: false });
  }
  return found;
}

/** The file of ours that a relative specifier (or `#crypto`) names; undefined for packages. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier === "#crypto") return "src/runtime/security/crypto-node.ts";
  if (!specifier.startsWith(".")) return undefined;
  return path.posix.join(path.posix.dirname(from), specifier).replace(/\.js$/, ".ts");
}

/** `@scope/name` or `name` of a bare specifier; undefined for relative and internal ones. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith(".") || specifier.startsWith("#")) return undefined;
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0];
}
