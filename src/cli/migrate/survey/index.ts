/** Where a source file names the packages that a migration replaces. Reads positions, writes nothing. */
import { returnedBy } from "../../source/provider-lists.js";
import { parse, ts, unwrap, visit } from "../../source/syntax.js";
import { oldPackages } from "../rules/names.js";
import type { Range } from "../../plan/plan.js";

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
}

export interface Uses {
  readonly statements: readonly Statement[];
  readonly mentions: readonly Mention[];
}

/** Does this specifier belong to a package that goes? */
export const isOld = (specifier: string): boolean =>
  oldPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** Imports and exports of a file, and every other place that names an old module. */
export function locateUses(text: string, fileName: string): Uses {
  const source = parse(text, fileName);
  const statements: Statement[] = [];
  const mentions: Mention[] = [];
  const texts: ts.StringLiteralLike[] = [];
  const mention = (kind: Mention["kind"], node: ts.Node, names: Mention["names"] = []) => {
    if (ts.isStringLiteralLike(node) && isOld(node.text))
      mentions.push({ kind, specifier: node.text, ...inside(node), names });
  };
  visit(source, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const found = readStatement(node, text);
      if (found) statements.push(found);
    } else if (ts.isModuleDeclaration(node)) mention("augmentation", node.name);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { qualifier } = node;
      mention(
        "type",
        node.argument.literal,
        qualifier && ts.isIdentifier(qualifier) ? [named(qualifier)] : [],
      );
    } else if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      if (!first) return;
      const requires =
        (ts.isIdentifier(node.expression) && node.expression.text === "require") ||
        node.expression.kind === ts.SyntaxKind.ImportKeyword;
      mention(requires ? "require" : "call", first, requires ? destructured(node) : mocked(node));
    } else if (ts.isExternalModuleReference(node)) mention("require", node.expression);
    else if (ts.isStringLiteralLike(node)) texts.push(node);
  });
  // Settings of bundlers and test runners name modules in lists and patterns.
  for (const node of texts) {
    const specifier = moduleInText.exec(node.text)?.[1];
    const known = [...statements.map(({ at }) => at), ...mentions].some(
      ({ start }) => start === inside(node).start,
    );
    if (specifier !== undefined && !known)
      mentions.push({ kind: "text", specifier, ...inside(node), names: [] });
  }
  for (const { index, 1: specifier = "", 2: name } of text.matchAll(typeInComment)) {
    const start = index + 'import("'.length;
    if (!isOld(specifier) || mentions.some((one) => one.start === start)) continue;
    const end = start + specifier.length;
    const names =
      name === undefined
        ? []
        : [{ text: name, start: end + '").'.length, end: end + '").'.length + name.length }];
    mentions.push({ kind: "type", specifier, start, end, names });
  }
  return { statements, mentions };
}

const moduleInText = new RegExp(
  String.raw`(?<![^^/(|])((?:${oldPackages.join("|")})(?:/[\w/-]+)?)(?![^/$)|])`,
);

/** Types in JSDoc, which the syntax tree does not have. */
const typeInComment = /import\(["']([^"']+)["']\)(?:\.(\w+))?/g;

/** Declaration files are read as the modules that they describe: the parser makes no output of them. */
export const readableName = (fileName: string): string => fileName.replace(/\.d\.([cm]?ts)$/, ".$1");

/** Places where a name is used, besides imports: its uses are renamed together with it. */
export function locateNames(
  text: string,
  fileName: string,
  names: ReadonlySet<string>,
): Map<string, Range[]> {
  const found = new Map<string, Range[]>();
  visit(parse(text, fileName), (node) => {
    if (!ts.isIdentifier(node) || !names.has(node.text)) return;
    const { parent } = node;
    if (ts.isImportClause(parent) || ts.isImportSpecifier(parent)) return;
    if (ts.isExportSpecifier(parent) && parent.parent.parent.moduleSpecifier) return;
    const member =
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      (ts.isQualifiedName(parent) && parent.right === node) ||
      (ts.isPropertyAssignment(parent) && parent.name === node);
    if (!member) found.set(node.text, [...(found.get(node.text) ?? []), rangeOf(node)]);
  });
  return found;
}

export const rangeOf = (node: ts.Node): Range => ({ start: node.getStart(), end: node.getEnd() });
const inside = (node: ts.Node): Range => ({ start: node.getStart() + 1, end: node.getEnd() - 1 });
const named = (node: ts.Identifier) => ({ text: node.text, ...rangeOf(node) });

function readStatement(
  node: ts.ImportDeclaration | ts.ExportDeclaration,
  text: string,
): Statement | undefined {
  const { moduleSpecifier } = node;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return undefined;
  const shared = { specifier: moduleSpecifier.text, at: inside(moduleSpecifier), ...rangeOf(node) };
  if (ts.isExportDeclaration(node)) {
    const list = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause : undefined;
    return {
      ...shared,
      kind: "export",
      typeOnly: node.isTypeOnly,
      bindings: list?.elements.map(readElement) ?? [],
      whole: list === undefined,
      clause: list && rangeOf(list),
      multiline: list !== undefined && list.getText().includes("\n"),
    };
  }
  const { importClause } = node;
  const list = importClause?.namedBindings;
  const first = importClause?.name;
  const own: Binding[] = first
    ? [{ imported: "default", local: first.text, typeOnly: false, name: rangeOf(first), ...rangeOf(first) }]
    : [];
  const others = list && ts.isNamedImports(list) ? list.elements.map(readElement) : [];
  const clauseStart = (first ?? list)?.getStart();
  return {
    ...shared,
    kind: "import",
    typeOnly: importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    bindings: [...own, ...others],
    whole: importClause === undefined || (list !== undefined && ts.isNamespaceImport(list)),
    clause:
      importClause && clauseStart !== undefined
        ? { start: clauseStart, end: importClause.getEnd() }
        : undefined,
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
