/** The providers of an auth configuration: the list that takes new ones, and everything that is in it. */
import type { CommaList } from "../../edit/comma-list.js";
import { RootFinder, type LocatedCall } from "../configuration/config-roots.js";
import type { Entry } from "./list-entries.js";
import type { Lists } from "./provider-lists.js";
import { identify, isProviderModule, type Identity } from "./provider-identity.js";
import { Names, noTrees, type OpenModule, type SourceText } from "../names/names.js";
import { loadedModule, keyOf } from "../syntax/scopes.js";
import { parse, ts, unwrap, visit } from "../syntax/syntax.js";

/** A provider in a configuration, by its id where the code says it, otherwise by the name it has there. */
export interface ListedProvider extends Identity {
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

/** The configuration that a file holds or leads to. */
export interface Configured {
  readonly names: Names;
  readonly calls: readonly LocatedCall[];
  /** What the calls are given; without a call the objects that are configurations. */
  readonly roots: readonly ts.Node[];
  readonly lists: Lists | undefined;
  readonly listed: readonly ListedProvider[];
}

/** Reads the configuration: of the calls of the package's functions, of objects with `providers`, of re-exports. */
export function readConfiguration(
  source: SourceText,
  packageName: string,
  open: OpenModule,
  trees = noTrees(),
): Configured {
  const names = new Names(open, trees);
  const { calls, roots, lists } = new RootFinder(names, packageName, trees).from(names.source(source));
  const listed = (lists?.entries ?? []).map((entry) => ({ ...identify(entry.value, names), entry }));
  return { names, calls, roots, lists, listed };
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

/** Why no provider can be added, and where a person has to look. */
export function refusal(source: SourceText, lists: Lists | undefined): Unreadable {
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

/** The places of a list, of the members of an object, or of the arguments of a call. */
export function commaList(
  node: ts.ArrayLiteralExpression | ts.ObjectLiteralExpression | ts.CallExpression,
): CommaList {
  const items: ts.NodeArray<ts.Node> = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isObjectLiteralExpression(node)
      ? node.properties
      : node.arguments;
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
