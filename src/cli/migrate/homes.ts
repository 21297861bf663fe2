import { isOwnAuth, type Borrowed, type Surveyed } from "./rules/file.js";
import { lineAt } from "../edit/text-edit.js";
import type { TextStyle } from "../edit/text-style.js";
import type { ProjectFacts } from "../project/facts.js";
import { packageName } from "../../templates/package.js";
import { specifierOf } from "../project/tsconfig.js";
import { homeFile, resolveModule, type Todo } from "./files.js";

/** Options of next-auth 4: a name in a file, or in a package outside of the project. */
interface Origin {
  readonly file?: string;
  readonly specifier?: string;
  readonly name: string;
  /** The importing file's specifier leads straight to the file. */
  readonly direct: boolean;
}

/** Which file makes `handlers` and `auth` from which options. */
export interface Homes {
  homeOf(file: string): { readonly options: string } | undefined;
  /** Where a file takes `auth` and `handlers` for options from. */
  sourceFor(surveyed: Surveyed, options: string | undefined): Borrowed | "here" | undefined;
  /** Route files whose options others need: Next.js lets a route export handlers only, so they move. */
  readonly moves: ReadonlySet<string>;
  /** Options that a file imports from a route file that moves, with the specifier of their new place. */
  movedOptions(surveyed: Surveyed): ReadonlyMap<string, string>;
  readonly created: readonly { readonly file: string; readonly content: (style: TextStyle) => string }[];
  readonly todo: readonly Todo[];
}

/** Looks at all files together: options that are asked for become the home of `auth`, where they stand. */
export function decideHomes(facts: ProjectFacts, surveys: readonly Surveyed[]): Homes {
  const byFile = new Map(surveys.map((one) => [one.file, one]));
  const homes = new Map<string, string>();
  const outside = new Map<string, Origin>();
  const moves = new Set<string>();
  const todo: Todo[] = [];
  const created: { file: string; content: (style: TextStyle) => string }[] = [];

  const originOf = (surveyed: Surveyed, name: string): Origin | undefined =>
    origin(facts, byFile, surveyed, name, 0);
  const ask = (surveyed: Surveyed, name: string, offset: number) => {
    const found = originOf(surveyed, name);
    if (!found) return;
    if (found.file === undefined) {
      outside.set(`${found.specifier} ${found.name}`, found);
      return;
    }
    const known = homes.get(found.file);
    if (known === undefined) homes.set(found.file, found.name);
    else if (known !== found.name) {
      todo.push({
        path: surveyed.file,
        line: lineAt(surveyed.text, offset),
        why: `${found.file} has more than one set of options`,
        write: `FrameworkAuth(${found.name}) in a file of its own`,
      });
    }
    if (byFile.get(found.file)?.role === "route" && found.file !== surveyed.file) moves.add(found.file);
  };
  for (const surveyed of surveys) {
    for (const { options, call } of surveyed.calls.wrappers) ask(surveyed, options, call);
    for (const { args, start } of surveyed.calls.sessions) {
      const name = args.at(-1)?.name;
      if (name !== undefined && args.length !== 2) ask(surveyed, name, start);
    }
    for (const { args, start, result } of surveyed.calls.inits) {
      const name = args.length === 1 || args.length === 3 ? args.at(-1)?.name : undefined;
      if (name === undefined || result === "used" || result === "commonjs") continue;
      const found = originOf(surveyed, name);
      // Options from another package are used where they are asked for.
      if (found?.file !== undefined && (found.file !== surveyed.file || surveyed.role !== "route"))
        ask(surveyed, name, start);
    }
  }
  for (const file of moves) {
    if (!facts.files.exists(homeFile(file))) continue;
    moves.delete(file);
    homes.delete(file);
    todo.push({
      path: file,
      line: 1,
      why: "a route may export handlers only, and the place for its options is taken",
      write: `move the options and FrameworkAuth(options) into ${homeFile(file)}, and export const { GET, POST } = handlers here`,
    });
  }
  for (const file of homes.keys()) {
    const home = byFile.get(file);
    if (home?.module.kind === "require") {
      const options = homes.get(file) ?? "";
      homes.delete(file);
      todo.push({
        path: file,
        line: 1,
        why: "auth() is to be exported beside the options, and this file is CommonJS",
        write: `const { handlers, auth } = NextAuth(${options}), in module.exports too`,
      });
      continue;
    }
    const taken = ["auth", "handlers"].find(
      (name) => home?.calls.topNames.has(name) && !(name === "auth" && isOwnAuth(home.calls)),
    );
    if (!home || taken === undefined) continue;
    const options = homes.get(file) ?? "";
    homes.delete(file);
    const at = home.calls.sessions[0]?.start ?? 0;
    todo.push({
      path: file,
      line: lineAt(home.text, at),
      why: `the name \`${taken}\` is taken here, so auth() cannot be made beside the options`,
      write: `export const { handlers, auth, signIn, signOut } = NextAuth(${options}) in place of it`,
    });
  }
  const placeOf = (file: string) => (moves.has(file) ? homeFile(file) : file);
  const [external, ...others] = outside.values();
  const sessionFile = surveys.find(({ calls }) => calls.sessions.length > 0);
  let externalHome: string | undefined;
  if (external?.specifier !== undefined && others.length === 0 && sessionFile) {
    const base = ["src/app/", "src/pages/", "src/"].some((one) => sessionFile.file.startsWith(one))
      ? "src/"
      : "";
    const file = `${base}auth.${facts.language}`;
    if (!facts.files.exists(file)) {
      externalHome = file;
      const { specifier, name } = external;
      created.push({ file, content: (style) => homeText(style, specifier, name) });
    }
  }
  const specifierTo = (file: string, from: string) =>
    specifierOf(file.replace(/\.\w+$/, "").replace(/\/index$/, ""), from, facts.tsconfig);

  return {
    moves,
    todo,
    created,
    homeOf(file) {
      const options = homes.get(file);
      return options === undefined ? undefined : { options };
    },
    sourceFor(surveyed, options) {
      if (options === undefined) {
        const [only, ...more] = [...homes.keys()].map(placeOf);
        const single = only ?? externalHome;
        if (single === undefined || more.length > 0) return undefined;
        return only !== undefined && homes.has(surveyed.file)
          ? "here"
          : { specifier: specifierTo(single, surveyed.file) };
      }
      const found = originOf(surveyed, options);
      if (!found) return undefined;
      if (found.file === undefined)
        return externalHome === undefined
          ? undefined
          : { specifier: specifierTo(externalHome, surveyed.file) };
      if (homes.get(found.file) !== found.name) return undefined;
      if (found.file === surveyed.file) return "here";
      const plain = found.direct && !moves.has(found.file) && found.specifier !== undefined;
      return { specifier: plain ? (found.specifier ?? "") : specifierTo(placeOf(found.file), surveyed.file) };
    },
    movedOptions(surveyed) {
      const found = new Map<string, string>();
      for (const { specifier, bindings, kind } of surveyed.uses.statements) {
        const file = kind === "import" ? resolveModule(specifier, surveyed.file, facts) : undefined;
        if (file === undefined || !moves.has(file)) continue;
        for (const { local } of bindings) found.set(local, specifierTo(placeOf(file), surveyed.file));
      }
      return found;
    },
  };
}

function origin(
  facts: ProjectFacts,
  byFile: ReadonlyMap<string, Surveyed>,
  surveyed: Surveyed,
  name: string,
  depth: number,
): Origin | undefined {
  const declared = depth === 0 ? name : (surveyed.calls.exportedAs.get(name) ?? name);
  if (surveyed.calls.declared.some((one) => one.name === declared))
    return { file: surveyed.file, name: declared, direct: true };
  for (const { bindings, specifier, kind, whole } of surveyed.uses.statements) {
    if (kind === "export" && depth === 0) continue;
    const binding = bindings.find(({ local }) => local === name);
    const passesAll = kind === "export" && whole && name !== "default";
    if (!binding && !passesAll) continue;
    const imported = binding?.imported ?? name;
    const file = resolveModule(specifier, surveyed.file, facts);
    if (file === undefined && passesAll) continue;
    if (file === undefined) return { specifier, name: imported, direct: true };
    const next = byFile.get(file);
    const found = next && depth < 5 ? origin(facts, byFile, next, imported, depth + 1) : undefined;
    if (!found && passesAll) continue;
    if (!found) return undefined;
    return {
      ...found,
      direct: depth === 0 && found.file === file,
      ...(found.file !== undefined && { specifier }),
    };
  }
  return undefined;
}

function homeText({ quote, semicolons, eol }: TextStyle, specifier: string, name: string): string {
  const end = semicolons ? ";" : "";
  return [
    `import NextAuth from ${quote}${packageName}/next${quote}${end}`,
    `import { ${name} } from ${quote}${specifier}${quote}${end}`,
    "",
    `export const { handlers, auth, signIn, signOut } = NextAuth(${name})${end}`,
    "",
  ].join(eol);
}
