/** The providers of an auth configuration: the list that takes new ones, and everything that is in it. */
import type { CommaList } from "../edit/comma-list.js";
import { eitherOf, ListReader, returnedBy, type Entry, type Lists } from "./provider-lists.js";
import { Names, type Meaning, type OpenModule, type SourceText } from "./names.js";
import { loadedModule, keyOf } from "./scopes.js";
import { parse, ts, unwrap, visit } from "./syntax.js";

/** A provider in a configuration, by its id where the code says it, otherwise by the name it has there. */
export interface ListedProvider {
  readonly id?: string;
  readonly name?: string;
  readonly entry: Entry;
}

export interface ProvidersPlace extends SourceText {
  /** The list that a new provider goes into. */
  readonly list: CommaList;
  /** Statements around the list that load a provider by `await import()`, and how. */
  readonly dynamic: readonly DynamicImport[];
  readonly listed: readonly ListedProvider[];
}

export interface DynamicImport {
  readonly specifier: string;
  readonly local: string;
  readonly start: number;
  readonly end: number;
}

/** Where a person has to look. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly file: string;
  readonly text: string;
  readonly offset: number;
  readonly why: string;
}

export type LocatedProviders = { readonly kind: "found"; readonly place: ProvidersPlace } | Unreadable;

/** Every provider of the configuration that a file holds or leads to. */
export interface Configured {
  readonly names: Names;
  readonly lists: Lists | undefined;
  readonly listed: readonly ListedProvider[];
}

/** Reads the configuration: of the calls of the package's functions, of objects with `providers`, of re-exports. */
export function readConfiguration(source: SourceText, packageName: string, open: OpenModule): Configured {
  const names = new Names(open);
  const lists = listsOf(names.source(source), names, packageName, new Set());
  const listed = (lists?.entries ?? []).map((entry) => ({ ...identify(entry.value, names), entry }));
  return { names, lists, listed };
}

/** The place for a further provider. */
export function locateProviders(source: SourceText, packageName: string, open: OpenModule): LocatedProviders {
  const { lists, listed } = readConfiguration(source, packageName, open);
  const home = lists?.homes[0];
  if (!home) return refusal(source, lists);
  const { fileName, text } = home.getSourceFile();
  const place = { file: fileName, text, list: commaList(home), dynamic: dynamicImports(home), listed };
  return { kind: "found", place };
}

function refusal(source: SourceText, lists: Lists | undefined): Unreadable {
  const [array, other] = lists?.arrays ?? [];
  const at = (node: ts.Node, why: string): Unreadable => {
    const { fileName, text } = node.getSourceFile();
    return { kind: "unreadable", file: fileName, text, offset: node.getStart(), why };
  };
  if (other) return at(other, "there is more than one list of providers");
  if (array) return at(array, "the list of providers depends on a condition");
  let property: ts.Node | undefined;
  visit(parse(source.text, source.file), (node) => {
    if (!property && ts.isObjectLiteralElementLike(node) && keyOf(node.name) === "providers") property = node;
  });
  if (property) return at(property, "`providers` is not a plain list");
  const offset = Math.max(
    0,
    source.text.search(/\b(?:FrameworkAuth|NextAuth|MiddlewareAuth|ExpressAuth|Auth)\s*\(/),
  );
  return { kind: "unreadable", ...source, offset, why: "no `providers` list was found" };
}

function listsOf(
  source: ts.SourceFile,
  names: Names,
  packageName: string,
  seen: Set<ts.SourceFile>,
): Lists | undefined {
  if (seen.has(source)) return undefined;
  seen.add(source);
  const reader = new ListReader(names);
  const called: Lists[] = [];
  const objects: Lists[] = [];
  let calls = 0;
  visit(source, (node) => {
    if (ts.isCallExpression(node) && isDoorCall(node, names, packageName)) {
      calls += 1;
      const found = node.arguments.map((one) => reader.config(one)).find((one) => one !== undefined);
      if (found) called.push(found);
    }
    if (
      ts.isObjectLiteralExpression(node) &&
      node.properties.some((one) => keyOf(one.name) === "providers")
    ) {
      const found = reader.config(node);
      if (found) objects.push(found);
    }
    if (ts.isClassDeclaration(node)) {
      const found = reader.config(node);
      if (found) objects.push(found);
    }
  });
  if (called.length > 0) return eitherOf(called);
  // Other things have `providers` too: without a sign that it is a configuration, one known provider has to be in it.
  const named = seen.size === 1 || new RegExp(`["']${packageName}["'/]`).test(source.text);
  const ours = calls === 0 && named;
  const fitting = objects.filter(
    ({ entries }) => ours || entries.some(({ value }) => identify(value, names).id !== undefined),
  );
  if (fitting.length > 0) return eitherOf(fitting);
  for (const specifier of importsOf(source)) {
    const next = names.module(source, specifier);
    const found = next && listsOf(next, names, packageName, seen);
    if (found) return found;
  }
  return undefined;
}

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

/** Functions of the package that take a configuration, or nothing of the kind, without being the ones that sign in. */
const readers = /^(?:getSession|getToken|encode|decode)$/;

/** A call of a function of the package that signs people in. */
export function isDoorCall(call: ts.CallExpression, names: Names, packageName: string): boolean {
  const meaning = names.meaning(call.expression);
  if (meaning?.kind !== "outside" || readers.test(meaning.name)) return false;
  const { specifier } = meaning;
  return (
    specifier === packageName ||
    (specifier.startsWith(`${packageName}/`) && !specifier.startsWith(`${packageName}/providers/`))
  );
}

/** Which provider an expression is. */
function identify(value: ts.Expression, names: Names, depth = 0): { id?: string; name?: string } {
  const inner = unwrap(value);
  if (depth > 12) return {};
  if (ts.isObjectLiteralExpression(inner)) {
    const id = idOf(inner);
    if (id !== undefined) return { id };
    const spread = inner.properties.find((one) => ts.isSpreadAssignment(one));
    return spread ? identify(spread.expression, names, depth + 1) : {};
  }
  if (ts.isCallExpression(inner) || ts.isNewExpression(inner)) {
    const [argument] = inner.arguments ?? [];
    const given = argument && unwrap(argument);
    const id = given && ts.isObjectLiteralExpression(given) ? idOf(given) : undefined;
    return id === undefined ? identify(inner.expression, names, depth + 1) : { id };
  }
  const meaning = names.meaning(inner);
  const own = meaning && providerId(meaning);
  if (own !== undefined) return { id: own };
  if (meaning?.kind === "node" && meaning.node !== inner) {
    const { node } = meaning;
    const next = ts.isFunctionLike(node) ? returnedBy(node)[0] : ts.isExpression(node) ? node : undefined;
    const found = next ? identify(next, names, depth + 1) : {};
    if (found.id !== undefined) return found;
  }
  return ts.isIdentifier(inner) ? { name: inner.text } : {};
}

const providerModule = /(?:^|\/)providers\/([\w-]+)(?:\.js)?$/;

function providerId(meaning: Meaning): string | undefined {
  return meaning.kind === "outside" ? providerModule.exec(meaning.specifier)?.[1] : undefined;
}

/** Whether a module of this name is a provider. */
export const isProviderModule = (specifier: string): boolean => providerModule.test(specifier);

function idOf(object: ts.ObjectLiteralExpression): string | undefined {
  const property = object.properties.find((one) => keyOf(one.name) === "id");
  return property && ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer)
    ? property.initializer.text
    : undefined;
}

/** The places of a list, or of the arguments of a call. */
export function commaList(node: ts.ArrayLiteralExpression | ts.CallExpression): CommaList {
  const items = ts.isArrayLiteralExpression(node) ? node.elements : node.arguments;
  return {
    open: items.pos - 1,
    close: node.getEnd() - 1,
    items: items.map((one) => ({ start: one.getStart(), end: one.getEnd() })),
    trailingComma: items.hasTrailingComma ?? false,
  };
}

/** Providers that are loaded by `const … = await import()` in the blocks around a list. */
function dynamicImports(list: ts.Node): DynamicImport[] {
  const found: DynamicImport[] = [];
  for (let scope: ts.Node | undefined = list.parent; scope; scope = scope.parent) {
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      if (statement.end > list.pos || !ts.isVariableStatement(statement)) continue;
      for (const { initializer, name } of statement.declarationList.declarations) {
        const loaded = initializer && dynamicModule(initializer);
        if (loaded === undefined || !isProviderModule(loaded.specifier)) continue;
        const local = loaded.isDefault && ts.isIdentifier(name) ? name.text : defaultBinding(name);
        if (local === undefined) continue;
        found.push({
          specifier: loaded.specifier,
          local,
          start: statement.getStart(),
          end: statement.getEnd(),
        });
      }
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function dynamicModule(
  initializer: ts.Expression,
): { readonly specifier: string; readonly isDefault: boolean } | undefined {
  const value = unwrap(initializer);
  const isDefault = ts.isPropertyAccessExpression(value) && value.name.text === "default";
  const call = isDefault ? unwrap(value.expression) : value;
  if (!ts.isCallExpression(call) || call.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined;
  const specifier = loadedModule(call);
  return specifier === undefined ? undefined : { specifier, isDefault };
}

function defaultBinding(name: ts.BindingName): string | undefined {
  if (!ts.isObjectBindingPattern(name)) return undefined;
  const element = name.elements.find(({ propertyName }) => keyOf(propertyName) === "default");
  return element && ts.isIdentifier(element.name) ? element.name.text : undefined;
}
