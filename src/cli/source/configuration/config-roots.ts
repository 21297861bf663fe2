/** What a configuration starts from: the calls of the package's functions, else objects with providers. */
import { objectOf } from "./config-literal.js";
import type { Names, SharedTrees } from "../names/names.js";
import { identify } from "../providers/provider-identity.js";
import { eitherOf, ListReader, type Lists } from "../providers/provider-lists.js";
import { keyOf, loadedModule } from "../syntax/scopes.js";
import { parse, syntaxErrorIn, ts, visit } from "../syntax/syntax.js";

/** A call of a function of the package that signs people in. */
export interface LocatedCall {
  readonly node: ts.CallExpression;
  /** Exported name of the function, and its module. */
  readonly name: string;
  readonly module: string;
}

export interface Roots {
  readonly calls: readonly LocatedCall[];
  readonly roots: readonly ts.Node[];
  readonly lists: Lists | undefined;
}

/** Looks for what a configuration starts from: in a file, or in the files that it imports. */
export class RootFinder {
  readonly #names: Names;
  readonly #packageName: string;
  readonly #reader: ListReader;
  readonly #barren: SharedTrees["barren"];
  readonly #seen = new Set<ts.SourceFile>();

  constructor(names: Names, packageName: string, { barren }: SharedTrees) {
    this.#names = names;
    this.#packageName = packageName;
    this.#reader = new ListReader(names);
    this.#barren = barren;
  }

  /** What a file holds or leads to. */
  from(source: ts.SourceFile): Roots {
    const found = this.#in(source, true);
    if (found.lists) return found;
    const broken = this.#names.parsed().filter((one) => syntaxErrorIn(one) !== undefined);
    for (const one of this.#seen) this.#barren.set(one, broken);
    return found;
  }

  #in(source: ts.SourceFile, isEntry: boolean): Roots {
    this.#seen.add(source);
    const calls = this.#calls(source);
    const given = calls.flatMap(({ node }) => this.#given(node));
    if (given.length > 0) return { calls, ...this.#together(given) };
    // What makes sessions for tests has a copy of the app's configuration at most.
    if (calls.length === 0 && importsOf(source).includes(`${this.#packageName}/testing`)) return nothing;
    // Other things have `providers` too: without a sign that it is a configuration, one known provider has to be in it.
    const isNamed = isEntry || namesPackage(source, this.#packageName);
    const objects = this.#objects(source).filter(
      ({ lists }) => (calls.length === 0 && isNamed) || this.#hasProvider(lists),
    );
    if (objects.length > 0) return { calls, ...this.#together(objects) };
    const imported = this.#imported(source);
    if (calls.length === 0 || imported.lists) return { ...imported, ...(calls.length > 0 && { calls }) };
    const written = calls.flatMap(({ node }) => node.arguments.filter((one) => objectOf(one, this.#names)));
    return { calls, roots: written, lists: undefined };
  }

  /** The first argument that is a configuration. */
  #given(call: ts.CallExpression): { root: ts.Node; lists: Lists }[] {
    for (const root of call.arguments) {
      const lists = this.#reader.config(root);
      if (lists) return [{ root, lists }];
    }
    return [];
  }

  #together(found: readonly { root: ts.Node; lists: Lists }[]): Omit<Roots, "calls"> {
    return { roots: found.map(({ root }) => root), lists: eitherOf(found.map(({ lists }) => lists)) };
  }

  #calls(source: ts.SourceFile): LocatedCall[] {
    const found: LocatedCall[] = [];
    visit(source, (node) => {
      const subpath = ts.isCallExpression(node) ? subpathOf(node, this.#names, this.#packageName) : undefined;
      if (subpath && ts.isCallExpression(node)) found.push({ node, ...subpath });
    });
    return found;
  }

  /** Objects with `providers`, and classes that stand for one. */
  #objects(source: ts.SourceFile): { root: ts.Node; lists: Lists }[] {
    const found: { root: ts.Node; lists: Lists }[] = [];
    visit(source, (node) => {
      const holds =
        ts.isObjectLiteralExpression(node) && node.properties.some((one) => keyOf(one.name) === "providers");
      const lists = holds || ts.isClassDeclaration(node) ? this.#reader.config(node) : undefined;
      if (lists) found.push({ root: node, lists });
    });
    return found;
  }

  #hasProvider({ entries }: Lists): boolean {
    return entries.some(({ value }) => identify(value, this.#names).id !== undefined);
  }

  #imported(source: ts.SourceFile): Roots {
    for (const specifier of importsOf(source)) {
      const next = this.#names.module(source, specifier);
      const barren = next && this.#barren.get(next);
      if (barren) this.#names.look(barren);
      const found = next && !barren && !this.#seen.has(next) ? this.#in(next, false) : undefined;
      if (found?.lists) return found;
    }
    return nothing;
  }
}

const nothing: Roots = { calls: [], roots: [], lists: undefined };

/** Whether a module is imported from the package. */
const namesPackage = (source: ts.SourceFile, packageName: string): boolean =>
  importsOf(source).some((one) => one === packageName || one.startsWith(`${packageName}/`));

/** Re-exports first: a file that only passes the configuration on. */
function importsOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier)
      found.unshift(statement.moduleSpecifier.getText().slice(1, -1));
    else if (ts.isImportDeclaration(statement)) found.push(statement.moduleSpecifier.getText().slice(1, -1));
  }
  visit(source, (node) => {
    const loaded = ts.isCallExpression(node) ? loadedModule(node) : undefined;
    if (loaded !== undefined) found.push(loaded);
  });
  return found;
}

/** The modules that a file imports, re-exports or requires. */
export const importedModules = (text: string, file: string): readonly string[] =>
  importsOf(parse(text, file));

/** Subpaths whose functions take no configuration. */
const withoutConfiguration =
  /^(?:providers|plugins|adapters|shared-store|messages|client|react|webauthn|jwt|errors|testing)(?:\/|$)/;

/** Functions of the package that take a configuration, or nothing of the kind, without being the ones that sign in. */
const readers = /^(?:getSession|getToken|encode|decode)$/;

/** A call of a function of the package that signs people in. */
export const isSubpathCall = (call: ts.CallExpression, names: Names, packageName: string): boolean =>
  subpathOf(call, names, packageName) !== undefined;

/** The module of that function: `authwright/express`. */
export const moduleOf = (call: ts.CallExpression, names: Names, packageName: string): string | undefined =>
  subpathOf(call, names, packageName)?.module;

/** The function that is called, by the name and the module that export it. */
function subpathOf(
  call: ts.CallExpression,
  names: Names,
  packageName: string,
): { readonly name: string; readonly module: string } | undefined {
  // Decorators read what is signed in, and guard.
  if (ts.isDecorator(call.parent)) return undefined;
  const meaning = names.meaning(maker(call.expression));
  if (meaning?.kind !== "outside" || readers.test(meaning.name)) return undefined;
  const { specifier: module, name } = meaning;
  if (module === packageName) return { name, module };
  const subpath = module.startsWith(`${packageName}/`) ? module.slice(packageName.length + 1) : undefined;
  return subpath === undefined || withoutConfiguration.test(subpath) ? undefined : { name, module };
}

/** What a call is judged by: of `AuthModule.forRoot(…)`, which makes a module of a class, the class. */
const maker = (called: ts.Expression): ts.Expression =>
  ts.isPropertyAccessExpression(called) && called.name.text === "forRoot" ? called.expression : called;
