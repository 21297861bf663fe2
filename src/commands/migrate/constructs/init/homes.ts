/** Looks at all files together: options that are asked for become the home of `auth`, where they stand. */
import { lineAt } from "../../../../cli/source/text/layout.js";
import type { TextStyle } from "../../../../cli/source/text/text-style.js";
import type { ProjectFacts } from "../../../../cli/project/facts.js";
import { specifierOf } from "../../../../cli/project/tsconfig.js";
import { packageName } from "../../../../cli/formats/own-package.js";
import { homeFile, resolveModule } from "../../../../cli/old-auth/sources.js";
import type { Surveyed } from "../../read-file.js";
import type { Todo } from "../../todo.js";
import { moduleOf } from "../../../../cli/source/text/file-names.js";
import type { Statement } from "../../../../cli/old-auth/statements.js";

/** Which file makes `handlers` and `auth` from which options. */
export interface Homes {
  readonly app: App;
  /** Names of the options by file. */
  readonly options: ReadonlyMap<string, string>;
  /** Route files whose options others need: Next.js lets a route export handlers only, so they move. */
  readonly moves: ReadonlySet<string>;
  /** A file that is made for options of another package. */
  readonly created: { readonly file: string; readonly content: (style: TextStyle) => string } | undefined;
  readonly todos: readonly Todo[];
}

export function decideHomes(facts: ProjectFacts, surveys: readonly Surveyed[]): Homes {
  const app: App = { facts, byFile: new Map(surveys.map((one) => [one.file, one])) };
  const asked = askedOptions(app);
  const first = new Map(
    [...asked].reverse().flatMap(({ origin: { file, name } }) => (file ? [[file, name]] : [])),
  );
  const wanted = new Set(asked.flatMap((one) => (isMoving(app, one) ? (one.origin.file ?? []) : [])));
  const blocked = [...wanted].filter((file) => facts.files.exists(homeFile(file)));
  const open = inOrder(asked).filter((file) => !blocked.includes(file));
  const refused = open.flatMap((file) => refusalFor(app, file, first.get(file) ?? ""));
  const homes = open.filter((file) => refused.every(({ path }) => path !== file));
  return {
    app,
    options: new Map(homes.map((file) => [file, first.get(file) ?? ""])),
    moves: new Set([...wanted].filter((file) => !blocked.includes(file))),
    created: externalHome(app, asked),
    todos: [...asked.flatMap((one) => secondOptions(one, first)), ...blocked.map(takenPlace), ...refused],
  };
}

/** Files with options, as they were asked for. */
const inOrder = (asked: readonly OptionsQuestion[]): string[] => [
  ...new Set(asked.flatMap(({ origin }) => origin.file ?? [])),
];

const isMoving = ({ byFile }: App, { by, origin: { file } }: OptionsQuestion): boolean =>
  file !== undefined && file !== by.file && byFile.get(file)?.role === "route";

function secondOptions(
  { by, offset, origin: { file, name } }: OptionsQuestion,
  first: ReadonlyMap<string, string>,
): Todo[] {
  if (file === undefined || first.get(file) === name) return [];
  return [
    {
      path: by.file,
      line: lineAt(by.text, offset),
      why: `${file} has more than one set of options`,
      write: `NextAuth(${name}) in a file of its own`,
      breaks: true,
    },
  ];
}

const takenPlace = (file: string): Todo => ({
  path: file,
  line: 1,
  why: "a route may export handlers only, and the place for its options is taken",
  write: `move the options and NextAuth(options) into ${homeFile(file)}, and export const { GET, POST } = handlers here`,
  breaks: true,
});

/** Why `auth` cannot be made beside the options. */
function refusalFor({ byFile }: App, file: string, options: string): Todo[] {
  const home = byFile.get(file);
  if (!home || isMade(home, options)) return [];
  if (home.module.kind === "require")
    return [
      {
        path: file,
        line: 1,
        why: "auth() is to be exported beside the options, and this file is CommonJS",
        write: `const { handlers, auth } = NextAuth(${options}), in module.exports too`,
        breaks: true,
      },
    ];
  const taken = ["auth", "handlers"].find((name) => isTaken(home, name));
  if (taken === undefined) return [];
  return [
    {
      path: file,
      line: lineAt(home.text, home.calls.sessions[0]?.start ?? 0),
      why: `the name \`${taken}\` is taken here, so auth() cannot be made beside the options`,
      write: `export const { handlers, auth, signIn, signOut } = NextAuth(${options}) in place of it`,
      breaks: true,
    },
  ];
}

/** Somebody has written `const { handlers, auth } = NextAuth(options)` already. */
const isMade = ({ calls }: Surveyed, options: string): boolean =>
  calls.made.some((one) => one.options === options && one.names.includes("auth"));

/** By something else than a wrapper of `getServerSession` called `auth`: ours takes its place. */
const isTaken = ({ calls: { topNames, wrappers } }: Surveyed, name: string): boolean =>
  topNames.has(name) && !(name === "auth" && wrappers.some((one) => one.name === "auth"));

/** Options of one package outside of the project get a file of their own that makes `auth`. */
function externalHome({ facts, byFile }: App, asked: readonly OptionsQuestion[]): Homes["created"] {
  const outside = asked.filter(({ origin }) => origin.file === undefined).map(({ origin }) => origin);
  const [external] = outside;
  const isOne = outside.every(
    ({ specifier, name }) => specifier === external?.specifier && name === external?.name,
  );
  const reader = [...byFile.values()].find(({ calls }) => calls.sessions.length > 0);
  if (external?.specifier === undefined || !isOne || !reader) return undefined;
  const isInSource = reader.file.startsWith("src/");
  const file = `${isInSource ? "src/" : ""}auth.${facts.language}`;
  const { specifier, name } = external;
  return facts.files.exists(file)
    ? undefined
    : { file, content: (style) => homeText(style, specifier, name) };
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

/** The options that a file makes `auth` of, and the names that it exports. */
export function homeOf({ options }: Homes, { file, ...surveyed }: Surveyed) {
  const own = options.get(file);
  if (own === undefined) return undefined;
  const free = (name: string) => !isTaken({ file, ...surveyed }, name);
  return { options: own, names: ["handlers", "auth", "signIn", "signOut"].filter(free) };
}

/** Where a file takes `auth` and `handlers` for options from: a specifier. */
export function sourceFor(homes: Homes, surveyed: Surveyed, options: string | undefined): string | undefined {
  const external = homes.created && specifierTo(homes, homes.created.file, surveyed.file);
  if (options === undefined) return onlySource(homes, surveyed, external);
  const found = originOf(homes.app, surveyed, options);
  if (!found) return undefined;
  if (found.file === undefined) return external;
  if (homes.options.get(found.file) !== found.name) return undefined;
  if (found.file === surveyed.file) return "here";
  const isPlain = found.direct && !homes.moves.has(found.file);
  return isPlain && found.specifier !== undefined
    ? found.specifier
    : specifierTo(homes, found.file, surveyed.file);
}

/** Without options: the only home of the project. */
function onlySource(homes: Homes, { file }: Surveyed, external: string | undefined): string | undefined {
  const [only, ...more] = homes.options.keys();
  if (more.length > 0) return undefined;
  if (only === undefined) return external;
  return homes.options.has(file) ? "here" : specifierTo(homes, only, file);
}

function specifierTo({ app, moves }: Homes, file: string, from: string): string {
  const place = moves.has(file) ? homeFile(file) : file;
  return specifierOf(moduleOf(place), from, app.facts.tsconfig);
}

/** Options that a file imports from a route file that moves, with the specifier of their new place. */
export function movedOptions(homes: Homes, { uses, file: from }: Surveyed): ReadonlyMap<string, string> {
  const moved = uses.statements.flatMap(({ specifier, bindings, kind }) => {
    const file = kind === "import" ? resolveModule(specifier, from, homes.app.facts) : undefined;
    if (file === undefined || !homes.moves.has(file)) return [];
    const to = specifierTo(homes, file, from);
    return bindings.map(({ local }) => [local, to] as const);
  });
  return new Map(moved);
}

// The options that calls name: whoever asks for them needs `auth` or `handlers` made of them.

export interface OptionsQuestion {
  readonly by: Surveyed;
  readonly offset: number;
  readonly origin: OptionsOrigin;
}

const askedOptions = (app: App): readonly OptionsQuestion[] =>
  [...app.byFile.values()].flatMap((by) =>
    [...wrapped(by), ...sessions(by), ...inits(app, by)].flatMap(({ name, offset }) => {
      const origin = originOf(app, by, name);
      return origin ? [{ by, offset, origin }] : [];
    }),
  );

interface Name {
  readonly name: string;
  readonly offset: number;
}

const wrapped = ({ calls }: Surveyed): Name[] =>
  calls.wrappers.map(({ options, call }) => ({ name: options, offset: call }));

const sessions = ({ calls }: Surveyed): Name[] =>
  calls.sessions.flatMap(({ args, start }) => {
    const name = args.at(-1)?.name;
    return name === undefined || args.length === 2 ? [] : [{ name, offset: start }];
  });

const inits = (app: App, by: Surveyed): Name[] =>
  by.calls.inits.flatMap(({ args, start, result }) => {
    const name = args.length === 1 || args.length === 3 ? args.at(-1)?.name : undefined;
    if (name === undefined || result === "used" || result === "commonjs") return [];
    const file = originOf(app, by, name)?.file;
    // Options from another package are used where they are asked for.
    const isShared = file !== undefined && (file !== by.file || by.role !== "route");
    return isShared ? [{ name, offset: start }] : [];
  });

// Where options of next-auth 4 come from, across the files of the project.

/** Options: a name in a file, or in a package outside of the project. */
export interface OptionsOrigin {
  readonly file?: string;
  readonly specifier?: string;
  readonly name: string;
  /** The importing file's specifier leads straight to the file. */
  readonly direct: boolean;
}

/** All files of a project that the migration has to do with. */
export interface App {
  readonly facts: ProjectFacts;
  readonly byFile: ReadonlyMap<string, Surveyed>;
}

/** Re-exports are followed this far. */
const deepest = 5;

function originOf(app: App, surveyed: Surveyed, name: string, depth = 0): OptionsOrigin | undefined {
  const declared = depth === 0 ? name : (surveyed.calls.exportedAs.get(name) ?? name);
  if (surveyed.calls.declared.some((one) => one.name === declared))
    return { file: surveyed.file, name: declared, direct: true };
  for (const statement of surveyed.uses.statements) {
    const step = leadsOn(statement, name, depth);
    if (!step) continue;
    const found = follow(app, surveyed, { ...step, specifier: statement.specifier }, depth);
    if (found || !step.passesAll) return found;
  }
  return undefined;
}

interface Step {
  /** The name in the next module. */
  readonly imported: string;
  /** `export *`: the name may be there or not. */
  readonly passesAll: boolean;
}

function leadsOn({ bindings, kind, whole }: Statement, name: string, depth: number): Step | undefined {
  if (kind === "export" && depth === 0) return undefined;
  const binding = bindings.find(({ local }) => local === name);
  const passesAll = kind === "export" && whole && name !== "default";
  return binding || passesAll ? { imported: binding?.imported ?? name, passesAll } : undefined;
}

function follow(
  app: App,
  surveyed: Surveyed,
  { imported, passesAll, specifier }: Step & { specifier: string },
  depth: number,
): OptionsOrigin | undefined {
  const file = resolveModule(specifier, surveyed.file, app.facts);
  if (file === undefined) return passesAll ? undefined : { specifier, name: imported, direct: true };
  const next = app.byFile.get(file);
  const found = next && depth < deepest ? originOf(app, next, imported, depth + 1) : undefined;
  return (
    found && {
      ...found,
      direct: depth === 0 && found.file === file,
      ...(found.file !== undefined && { specifier }),
    }
  );
}
