/** Where a source file names the packages that a migration replaces. Reads positions, writes nothing. */
import { returnedBy } from "../source/providers/provider-lists.js";
import { parse, ts, unwrap } from "../source/syntax/syntax.js";
import { isOld, oldPackages } from "./packages.js";
import type { Range } from "../plan/plan.js";
import { collect } from "../source/syntax/collect.js";
import { moduleInPattern, typeImports } from "../source/syntax/module-mentions.js";

/** One name of an import or a re-export. */
export interface Binding extends Range {
  readonly imported: string;
  readonly local: string;
  readonly typeOnly: boolean;
  /** The imported name itself, where it differs from the whole element. */
  readonly name: Range;
}

/** `import … from "x"` or `export … from "x"`. */
export interface Statement extends Range {
  readonly kind: "import" | "export";
  readonly specifier: string;
  /** Text between the quotes. */
  readonly at: Range;
  readonly typeOnly: boolean;
  readonly bindings: readonly Binding[];
  /** `import * as x`, `export *` or `import "x"`: the module as a whole. */
  readonly whole: boolean;
  /** The part between the keyword and `from`. */
  readonly clause: Range | undefined;
  /** Stands between braces on several lines. */
  readonly multiline: boolean;
}

/** A module named outside of an import: `require`, `import()`, `declare module`, mocks. */
export interface Mention extends Range {
  readonly kind: "augmentation" | "type" | "call" | "require" | "text";
  readonly specifier: string;
  /** `import("x").Name` and `const { Name } = require("x")`. */
  readonly names: readonly (Range & { readonly text: string })[];
  /** `import()` in place of `require`. */
  readonly isLazy?: true;
}

export interface Uses {
  readonly statements: readonly Statement[];
  readonly mentions: readonly Mention[];
}

/**
 * Imports and exports of a file, and every other place that names a module that is meant.
 *
 * @param isMeant the old modules, where nothing else is said
 */
export function locateUses(text: string, fileName: string, isMeant: IsMeant = isOld): Uses {
  const source = parse(text, fileName);
  const statements = collect(source, (node) =>
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? (readStatement(node, text) ?? []) : [],
  );
  const mentions = collect(source, (node) => readMention(node, isMeant));
  const isSettings = settingsFile.test(fileName);
  const known = new Set([...statements.map(({ at }) => at.start), ...mentions.map(({ start }) => start)]);
  const texts = (isSettings ? collect(source, readText) : []).filter(({ start }) => !known.has(start));
  const comments = typesInComments(text, isMeant).filter(({ start }) =>
    [...mentions, ...texts].every((one) => one.start !== start),
  );
  return { statements, mentions: [...mentions, ...texts, ...comments] };
}

type IsMeant = (specifier: string) => boolean;

/** `declare module`, `import("x").Name`, `require`, `import()`, mocks. */
const readMention = (node: ts.Node, isMeant: IsMeant): Mention[] =>
  mentionsAt(node).filter(({ specifier }) => isMeant(specifier));

function mentionsAt(node: ts.Node): Mention[] {
  if (ts.isModuleDeclaration(node)) return mentionOf("augmentation", node.name);
  if (ts.isExternalModuleReference(node)) return mentionOf("require", node.expression);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    const { qualifier, argument } = node;
    const names = qualifier && ts.isIdentifier(qualifier) ? [named(qualifier)] : [];
    return mentionOf("type", argument.literal, names);
  }
  if (!ts.isCallExpression(node) || !node.arguments[0]) return [];
  const [first] = node.arguments;
  if (isRequire(node)) {
    const isLazy = node.expression.kind === ts.SyntaxKind.ImportKeyword;
    return mentionOf("require", first, destructured(node)).map((one) => (isLazy ? { ...one, isLazy } : one));
  }
  return takesModule(node.expression) ? mentionOf("call", first, mocked(node)) : [];
}

/** Functions of test runners and of Node that are given the name of a module: the object in front, or the name alone. */
const takers: ReadonlySet<string> = new Set(
  "jest vi vitest td rewiremock proxyquire esmock require import.meta mock t.mock".split(" "),
);

function takesModule(called: ts.Expression): boolean {
  if (takers.has(called.getText())) return true;
  return ts.isPropertyAccessExpression(called) && takers.has(called.expression.getText());
}

/** Only settings name modules in plain texts; elsewhere such a text is a key, an address or something to read. */
const settingsFile =
  /\.config(?:\.[\w-]+)?\.[cm]?[jt]sx?$|(?:^|\/)\.storybook\/|(?:^|\/)(?:jest|vitest|babel|metro|craco|webpack)[\w.-]*\.[cm]?[jt]s$/;

const isRequire = ({ expression }: ts.CallExpression): boolean =>
  (ts.isIdentifier(expression) && expression.text === "require") ||
  expression.kind === ts.SyntaxKind.ImportKeyword;

function mentionOf(kind: Mention["kind"], node: ts.Node, names: Mention["names"] = []): Mention[] {
  if (!ts.isStringLiteralLike(node)) return [];
  return [{ kind, specifier: node.text, ...inside(node), names }];
}

/** Settings of bundlers and test runners name modules in lists and patterns. */
function readText(node: ts.Node): Mention[] {
  const isName = ts.isStringLiteralLike(node) && !node.text.includes("://");
  const specifier = isName ? moduleInPattern(node.text, oldPackages) : undefined;
  return specifier === undefined ? [] : [{ kind: "text", specifier, ...inside(node), names: [] }];
}

/** Types in JSDoc, which the syntax tree does not have. */
function typesInComments(text: string, isMeant: IsMeant): Mention[] {
  return typeImports(text).flatMap(({ specifier, start, end, name }) =>
    isMeant(specifier) ? [{ kind: "type" as const, specifier, start, end, names: name ? [name] : [] }] : [],
  );
}

/** Declaration files are read as the modules that they describe: the parser makes no output of them. */
export const readableName = (fileName: string): string => fileName.replace(/\.d\.([cm]?ts)$/, ".$1");

/** Places where each of some names is used, besides imports. */
export function locateNames(
  text: string,
  fileName: string,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly Range[]> {
  if (names.size === 0) return new Map();
  const places = collect(parse(text, fileName), (node) =>
    ts.isIdentifier(node) && names.has(node.text) && isPlace(node) ? [named(node)] : [],
  );
  return new Map([...names].map((name) => [name, places.filter((one) => one.text === name)]));
}

/** A call, with its arguments as they are written. */
export interface WrittenCall extends Range {
  readonly args: readonly string[];
}

/** Every use of a name as a call; undefined: it is used otherwise too. */
export function locateCalls(
  text: string,
  fileName: string,
  name: string,
): readonly WrittenCall[] | undefined {
  const uses = collect(parse(text, fileName), (node): (WrittenCall | undefined)[] => {
    if (!ts.isIdentifier(node) || node.text !== name || !isPlace(node)) return [];
    const { parent } = node;
    if (!ts.isCallExpression(parent) || parent.expression !== node) return [undefined];
    return [{ ...rangeOf(parent), args: parent.arguments.map((one) => one.getText()) }];
  });
  const calls = uses.filter((one) => one !== undefined);
  return calls.length === uses.length ? calls : undefined;
}

/** Neither in an import or a re-export nor a member of something else. */
function isPlace(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isImportClause(parent) || ts.isImportSpecifier(parent)) return false;
  if (ts.isExportSpecifier(parent)) return parent.parent.parent.moduleSpecifier === undefined;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name !== node;
  return !(ts.isQualifiedName(parent) && parent.right === node);
}

export const rangeOf = (node: ts.Node): Range => ({ start: node.getStart(), end: node.getEnd() });
const inside = (node: ts.Node): Range => ({ start: node.getStart() + 1, end: node.getEnd() - 1 });
const named = (node: ts.Identifier) => ({ text: node.text, ...rangeOf(node) });

function readStatement(
  node: ts.ImportDeclaration | ts.ExportDeclaration,
  text: string,
): readonly [Statement] | undefined {
  const { moduleSpecifier } = node;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return undefined;
  const shared = { specifier: moduleSpecifier.text, at: inside(moduleSpecifier), ...rangeOf(node) };
  if (ts.isImportDeclaration(node)) return [{ ...shared, ...readImport(node, text) }];
  const list = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause : undefined;
  return [
    {
      ...shared,
      kind: "export",
      typeOnly: node.isTypeOnly,
      bindings: list?.elements.map(readElement) ?? [],
      whole: list === undefined,
      clause: list && rangeOf(list),
      multiline: list !== undefined && list.getText().includes("\n"),
    },
  ];
}

function readImport(
  { importClause }: ts.ImportDeclaration,
  text: string,
): Omit<Statement, "specifier" | "at" | keyof Range> {
  const list = importClause?.namedBindings;
  const first = importClause?.name;
  const own: Binding[] = first
    ? [{ imported: "default", local: first.text, typeOnly: false, name: rangeOf(first), ...rangeOf(first) }]
    : [];
  const others = list && ts.isNamedImports(list) ? list.elements.map(readElement) : [];
  const start = (first ?? list)?.getStart();
  return {
    kind: "import",
    typeOnly: importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    bindings: [...own, ...others],
    whole: importClause === undefined || (list !== undefined && ts.isNamespaceImport(list)),
    clause: importClause && start !== undefined ? { start, end: importClause.getEnd() } : undefined,
    multiline: list !== undefined && text.slice(list.getStart(), list.getEnd()).includes("\n"),
  };
}

function readElement(element: ts.ImportSpecifier | ts.ExportSpecifier): Binding {
  const name = element.propertyName ?? element.name;
  return {
    imported: name.text,
    local: element.name.text,
    typeOnly: element.isTypeOnly,
    name: rangeOf(name),
    ...rangeOf(element),
  };
}

/** Names that a mock has for a module: `jest.mock("x", () => ({ a, b: … }))`. */
function mocked({ arguments: [, factory] }: ts.CallExpression): Mention["names"] {
  if (!factory || !(ts.isArrowFunction(factory) || ts.isFunctionExpression(factory))) return [];
  return returnedBy(factory).flatMap((value) => {
    const object = unwrap(value);
    if (!ts.isObjectLiteralExpression(object)) return [];
    return object.properties.flatMap(({ name }) =>
      name && ts.isIdentifier(name) && name.text !== "__esModule" ? [named(name)] : [],
    );
  });
}

/** Names that `const { a, b: c } = require("x")` takes, and `require("x").a`; the same of `await import("x")`. */
function destructured(call: ts.CallExpression): Mention["names"] {
  let outer: ts.Node = call;
  while (ts.isAwaitExpression(outer.parent) || ts.isParenthesizedExpression(outer.parent))
    outer = outer.parent;
  const { parent } = outer;
  if (ts.isPropertyAccessExpression(parent) && ts.isIdentifier(parent.name)) return [named(parent.name)];
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return [];
  return parent.name.elements.flatMap(({ propertyName, name }) => {
    const taken = propertyName ?? name;
    return ts.isIdentifier(taken) ? [named(taken)] : [];
  });
}
