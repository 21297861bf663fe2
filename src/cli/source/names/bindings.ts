/** Names that a file takes from a module, and each place where it uses them. Loads the TypeScript parser. */
import { placedList, type PlacedList } from "../syntax/placed-list.js";
import { declarationOf } from "../syntax/scopes.js";
import { parse, requiredModule, ts, visit } from "../syntax/syntax.js";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place that uses a name. */
export interface NameUse extends Span {
  /** The call whose function it is, with the text of what that is given. */
  readonly call: (Span & { readonly given: string }) | undefined;
  /** Other code can stand there: it is neither exported again nor the name of a member. */
  readonly isFree: boolean;
}

/** A name between braces, and the others there. */
export interface PlacedName {
  readonly list: PlacedList;
  readonly item: Span;
  readonly statement: Span;
}

export interface NameBinding extends PlacedName {
  readonly exported: string;
  readonly local: string;
  readonly uses: readonly NameUse[];
}

/** @param isMeant whether a module is one whose names are looked for */
export function bindingsIn(
  text: string,
  file: string,
  isMeant: (specifier: string) => boolean,
): readonly NameBinding[] {
  const source = parse(text, file);
  return source.statements.flatMap((statement) => {
    const names = namesOf(statement, isMeant);
    return (names?.elements ?? []).map((element) => ({
      exported: (element.propertyName ?? element.name).getText(),
      local: element.name.getText(),
      list: placedList(names as ts.Node, names?.elements as ts.NodeArray<ts.Node>),
      item: spanOf(element),
      statement: spanOf(statement),
      uses: usesOf(source, element),
    }));
  });
}

/** Those of some names that stand in `module.exports = { a, b }`. */
export function commonExportsIn(text: string, file: string, names: readonly string[]): readonly PlacedName[] {
  return parse(text, file).statements.flatMap((statement) => {
    const assigned = ts.isExpressionStatement(statement) ? statement.expression : undefined;
    if (assigned === undefined || !ts.isBinaryExpression(assigned)) return [];
    const { left, right } = assigned;
    if (left.getText() !== "module.exports" || !ts.isObjectLiteralExpression(right)) return [];
    return right.properties
      .filter((one) => ts.isShorthandPropertyAssignment(one) && names.includes(one.name.text))
      .map((one) => ({
        list: placedList(right, right.properties),
        item: spanOf(one),
        statement: spanOf(statement),
      }));
  });
}

type Names = ts.NamedImports | ts.ObjectBindingPattern;
type NameElement = ts.ImportSpecifier | ts.BindingElement;

/** `import { a } from "x"`, `const { a } = require("x")` */
function namesOf(statement: ts.Statement, isMeant: (specifier: string) => boolean): Names | undefined {
  if (ts.isImportDeclaration(statement)) {
    const names = statement.importClause?.namedBindings;
    const specifier = statement.moduleSpecifier;
    const isNamed = names !== undefined && ts.isNamedImports(names) && ts.isStringLiteral(specifier);
    return isNamed && isMeant(specifier.text) ? names : undefined;
  }
  const [declared, ...others] = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [];
  if (declared?.initializer === undefined || others.length > 0) return undefined;
  const specifier = requiredModule(declared.initializer);
  const isNamed = ts.isObjectBindingPattern(declared.name) && specifier !== undefined;
  return isNamed && isMeant(specifier) ? (declared.name as ts.ObjectBindingPattern) : undefined;
}

function usesOf(source: ts.SourceFile, element: NameElement): NameUse[] {
  const name = element.name.getText();
  const found: NameUse[] = [];
  visit(source, (node) => {
    if (!ts.isIdentifier(node) || node.text !== name || node.parent === element) return;
    const { parent } = node;
    const isMember =
      (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
    if (isMember || declarationOf(node) !== element) return;
    const isFree =
      !ts.isExportSpecifier(parent) &&
      !ts.isShorthandPropertyAssignment(parent) &&
      !ts.isTypeQueryNode(parent);
    found.push({ ...spanOf(node), call: callOf(node), isFree });
  });
  return found;
}

function callOf(node: ts.Identifier): NameUse["call"] {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || parent.expression !== node) return undefined;
  return { ...spanOf(parent), given: parent.arguments.map((one) => one.getText()).join(", ") };
}

const spanOf = (node: ts.Node): Span => ({ start: node.getStart(), end: node.getEnd() });
