import { builtinModules } from "node:module";
import {
  environmentFiles,
  exitFile,
  limits,
  memoTables,
  nodeModulesAllowed,
  packageHomes,
  rules,
} from "./rules.js";
import { roomOf } from "../../scripts/architecture/rooms.mjs";
import { packageOf, resolveImport, type SourceFile } from "./source-tree.js";

const startsWithAny = (file: string, prefixes: readonly string[]) =>
  prefixes.some((prefix) => file.startsWith(prefix));

/** The area of a room with any room of it: `src/cli/plan/` → `src/cli/*`. */
const anyOf = (room: string) => room.replace(/[^/]+\/$/, "*");

/** The row of a room: the one that names it, else the one that names any of its area. */
const ruleOf = (room: string) =>
  rules.find(({ rooms }) => rooms.includes(room)) ?? rules.find(({ rooms }) => rooms.includes(anyOf(room)));

/** Imports across a wall that has no door there. */
export function breaches(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    const rule = ruleOf(room);
    if (!rule) return [`${file.path}: stands in no room`];
    return file.imports
      .filter((each) => !each.typeOnly)
      .map((each) => resolveImport(file.path, each.specifier))
      .filter((target) => target !== undefined)
      .filter((target) => {
        const home = roomOf(target);
        return home !== room && !rule.mayImport.some((open) => open === home || open === anyOf(home));
      })
      .map((target) => `${file.path} may not import ${target}`);
  });
}

/** Circles of value imports, each as a path. */
export function cycles(files: readonly SourceFile[]): string[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter((each) => !each.typeOnly)
        .map((each) => resolveImport(file.path, each.specifier))
        .filter((target) => target !== undefined),
    ]),
  );
  const found = new Set<string>();
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      found.add([...trail.slice(at), file].join(" -> "));
      return;
    }
    if (done.has(file)) return;
    for (const target of edges.get(file) ?? []) walk(target, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) walk(file, []);
  return [...found];
}

/** Packages imported outside their one home, and packages that are nobody's. */
export function strayPackages(files: readonly SourceFile[]): string[] {
  const builtin = new Set(builtinModules);
  return files.flatMap((file) =>
    file.imports
      .filter((each) => !each.typeOnly)
      .filter(({ specifier }) => packageOf(specifier) !== undefined)
      .filter(({ specifier }) => {
        if (specifier.startsWith("node:") || builtin.has(specifier)) {
          const starters = packageHomes[`node:${specifier.replace("node:", "")}`];
          return !startsWithAny(file.path, starters ?? nodeModulesAllowed);
        }
        const home = packageHomes[specifier] ?? packageHomes[packageOf(specifier) ?? ""];
        return !home || !startsWithAny(file.path, home);
      })
      .map(({ specifier }) => `${file.path} may not import ${specifier}`),
  );
}

/** Files that grew past their limit; `// data file` on the first line lifts it. */
export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !file.text.startsWith("// data file"))
    .map((file) => ({ file: file.path, lines: file.text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > limits.lines)
    .map(({ file, lines }) => `${file} has ${lines} lines, ${limits.lines} are allowed`);
}

/** State that outlives a request in the runtime: top-level `let` and collections. */
export function moduleState(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.path.startsWith("src/runtime/") || file.path.startsWith("src/providers/"))
    .filter((file) => !memoTables.includes(file.path))
    .flatMap((file) =>
      file.text
        .split("\n")
        .filter(
          (line) =>
            /^(?:export )?(?:let|var) /.test(line) ||
            /^(?:export )?const \w+[^=]*= new (?:Weak)?(?:Map|Set)\b/.test(line),
        )
        .filter((line) => !/: Readonly(?:Map|Set)</.test(line))
        .map((line) => `${file.path}: ${line.trim()}`),
    );
}

/** Words that only one file may say. */
export function strayWords(files: readonly SourceFile[]): string[] {
  const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return files.flatMap((file) => {
    const found: string[] = [];
    if (file.path !== exitFile && /\bprocess\.exit\(/.test(code(file.text))) {
      found.push(`${file.path}: process.exit belongs in ${exitFile}`);
    }
    const inRuntime = file.path.startsWith("src/runtime/") || file.path.startsWith("src/providers/");
    if (inRuntime && !environmentFiles.includes(file.path) && /\bprocess\.env\b/.test(code(file.text))) {
      found.push(`${file.path}: process.env is read in ${environmentFiles[0]}`);
    }
    const name = file.path.split("/").pop() ?? "";
    if (/^(?:utils?|helpers?|common|manager|service)\./.test(name)) {
      found.push(`${file.path}: a name that says nothing`);
    }
    return found;
  });
}
