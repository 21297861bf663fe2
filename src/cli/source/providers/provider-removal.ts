/** What goes together with a provider: its element or statement, and the imports that nothing else uses. */
import type { CommaList, Span } from "../../edit/comma-list.js";
import { isNone, type Entry } from "./list-entries.js";
import { isPluginModule } from "./plugins.js";
import { isProviderModule } from "./provider-identity.js";
import { commaList } from "./providers.js";
import { loadedModule } from "../syntax/scopes.js";
import { parse, ts, unwrap, visit } from "../syntax/syntax.js";

/** One thing to take out of a file. */
export type Removal =
  | { readonly kind: "item"; readonly list: CommaList; readonly item: Span }
  | { readonly kind: "statement"; readonly span: Span }
  | { readonly kind: "range"; readonly span: Span };

const spanOf = (node: ts.Node): Span => ({ start: node.getStart(), end: node.getEnd() });

/** The cut that takes a provider out; a reason when it needs a person. */
export function cutOfEntry(entry: Entry): Removal | string {
  if (entry.either) return "another provider takes its place under a condition";
  const { element, holder } = widened(entry);
  if (ts.isCallExpression(holder) && holder.arguments.length === 1) {
    const statement = statementOf(holder);
    return statement
      ? { kind: "statement", span: spanOf(statement) }
      : "it is not added by a statement of its own";
  }
  return { kind: "item", list: commaList(holder), item: spanOf(element) };
}

/** `...(condition ? [X] : [])` goes as a whole with X. */
function widened(entry: Entry): Pick<Entry, "element" | "holder"> {
  if (!ts.isArrayLiteralExpression(entry.holder) || entry.holder.elements.length !== 1) return entry;
  let node: ts.Node = entry.holder;
  while (!ts.isSpreadElement(node.parent)) {
    if (!givesOnly(node, node.parent)) return entry;
    node = node.parent;
  }
  const holder = node.parent.parent;
  const conditional = node !== entry.holder;
  return conditional && ts.isArrayLiteralExpression(holder) ? { element: node.parent, holder } : entry;
}

/** Whether an expression gives this part of it or an empty list, and never another one. */
function givesOnly(part: ts.Node, expression: ts.Node): boolean {
  if (ts.isConditionalExpression(expression)) {
    const { condition, whenTrue, whenFalse } = expression;
    return part !== condition && isEmpty(part === whenTrue ? whenFalse : whenTrue);
  }
  if (ts.isBinaryExpression(expression)) {
    const { left, operatorToken, right } = expression;
    if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return part !== left;
    return part !== right && isEmpty(right);
  }
  return ts.isExpression(expression) && unwrap(expression) === unwrapTo(part);
}

const unwrapTo = (node: ts.Node): ts.Node => (ts.isExpression(node) ? unwrap(node) : node);

function isEmpty(expression: ts.Expression): boolean {
  const value = unwrap(expression);
  return isNone(value) || (ts.isArrayLiteralExpression(value) && value.elements.length === 0);
}

/** The statement of a `push`, with an `if` that holds nothing else. */
function statementOf(call: ts.CallExpression): ts.Statement | undefined {
  const statement = call.parent;
  if (!ts.isExpressionStatement(statement)) return undefined;
  const outer = statement.parent;
  const branch = ts.isBlock(outer) ? outer : statement;
  const condition = branch.parent;
  const alone =
    ts.isIfStatement(condition) &&
    condition.thenStatement === branch &&
    !condition.elseStatement &&
    inBlock(condition);
  if (!ts.isBlock(outer)) return alone ? condition : inBlock(statement) ? statement : undefined;
  const only = outer.statements.length === 1 && !/\/\/|\/\*/.test(outside(outer, statement));
  return alone && only ? condition : statement;
}

const inBlock = (statement: ts.Statement): boolean =>
  ts.isBlock(statement.parent) || ts.isSourceFile(statement.parent);

const outside = (outer: ts.Node, inner: ts.Node): string => {
  const { text } = outer.getSourceFile();
  return text.slice(outer.getStart(), inner.getStart()) + text.slice(inner.getEnd(), outer.getEnd());
};

/** The provider of an entry: what is called, or the name itself. */
export function factoryOf(value: ts.Expression): ts.Expression {
  const inner = unwrap(value);
  if (ts.isCallExpression(inner) || ts.isNewExpression(inner)) return factoryOf(inner.expression);
  const spread =
    ts.isObjectLiteralExpression(inner) && inner.properties.find((one) => ts.isSpreadAssignment(one));
  return spread ? factoryOf(spread.expression) : inner;
}

/** Names in an expression. */
export function namesIn(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  visit(node, (one) => void (ts.isIdentifier(one) && names.add(one.text)));
  return names;
}

/**
 * The first import that nothing uses any more: of the provider itself (`own`), or of anything else from a provider's
 * module that its entry had used (`names`).
 */
export function unusedImport(
  text: string,
  fileName: string,
  names: ReadonlySet<string>,
  own: ReadonlySet<string>,
): Removal | undefined {
  const source = parse(text, fileName);
  const used = usesIn(source);
  let found: Removal | undefined;
  visit(source, (node) => {
    if (found || !ts.isIdentifier(node) || !names.has(node.text) || used.has(node.text)) return;
    found = cutOfBinding(node, own.has(node.text));
  });
  return found;
}

function usesIn(source: ts.SourceFile): ReadonlySet<string> {
  const used = new Set<string>();
  visit(source, (node) => void (ts.isIdentifier(node) && isUse(node) && used.add(node.text)));
  return used;
}

/** Whether an identifier refers to something, other than where it is introduced and as the name of a member. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) return parent.name !== node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return false;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  return !(ts.isVariableDeclaration(parent) && parent.name === node);
}

function cutOfBinding(name: ts.Identifier, own: boolean): Removal | undefined {
  const { parent } = name;
  const statement = ts.findAncestor(parent, ts.isImportDeclaration);
  if (statement) {
    const { moduleSpecifier: module } = statement;
    const fits = own || (ts.isStringLiteral(module) && isProviderModule(module.text));
    return fits ? cutOfImport(parent, statement) : undefined;
  }
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    const declaration = parent.parent.parent;
    if (!ts.isVariableDeclaration(declaration) || !loadsProvider(declaration)) return undefined;
    if (parent.parent.elements.length === 1) return cutOfDeclaration(declaration);
    const { elements } = parent.parent;
    return {
      kind: "item",
      item: spanOf(parent),
      list: {
        open: elements.pos - 1,
        close: parent.parent.getEnd() - 1,
        items: elements.map(spanOf),
        trailingComma: elements.hasTrailingComma ?? false,
      },
    };
  }
  return ts.isVariableDeclaration(parent) && loadsProvider(parent) ? cutOfDeclaration(parent) : undefined;
}

function loadsProvider({ initializer }: ts.VariableDeclaration): boolean {
  let value = initializer && unwrap(initializer);
  while (value && ts.isPropertyAccessExpression(value)) value = unwrap(value.expression);
  const specifier = value && loadedModule(value);
  return (
    specifier !== undefined &&
    [isProviderModule(specifier), isPluginModule(specifier), specifier.startsWith(".")].includes(true)
  );
}

function cutOfDeclaration(declaration: ts.VariableDeclaration): Removal | undefined {
  const list = declaration.parent;
  if (!ts.isVariableDeclarationList(list)) return undefined;
  if (list.declarations.length === 1) return { kind: "statement", span: spanOf(list.parent) };
  const items = list.declarations.map(spanOf);
  return {
    kind: "item",
    item: spanOf(declaration),
    list: { open: list.declarations.pos - 1, close: list.getEnd(), items, trailingComma: false },
  };
}

function cutOfImport(binding: ts.Node, statement: ts.ImportDeclaration): Removal | undefined {
  const clause = statement.importClause;
  const named = clause?.namedBindings;
  if (!clause) return undefined;
  if (binding === clause) {
    if (!named) return { kind: "statement", span: spanOf(statement) };
    return { kind: "range", span: { start: clause.name?.getStart() ?? 0, end: named.getStart() } };
  }
  const only = !named || ts.isNamespaceImport(named) || named.elements.length === 1;
  if (only && !clause.name) return { kind: "statement", span: spanOf(statement) };
  if (only) return { kind: "range", span: { start: clause.name?.getEnd() ?? 0, end: clause.getEnd() } };
  const { elements } = named;
  return {
    kind: "item",
    item: spanOf(binding),
    list: {
      open: elements.pos - 1,
      close: named.getEnd() - 1,
      items: elements.map(spanOf),
      trailingComma: elements.hasTrailingComma ?? false,
    },
  };
}

/** Whether code has a comment in it; what looks like one in a string is none. */
export function hasComment(code: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, code);
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia)
      return true;
  }
  return false;
}

/** A constant of these names that is mentioned nowhere else. */
export function unusedConstant(
  text: string,
  fileName: string,
  names: ReadonlySet<string>,
): { readonly name: string; readonly start: number } | undefined {
  const source = parse(text, fileName);
  const used = usesIn(source);
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement) || statement.modifiers) continue;
    for (const { name } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || !names.has(name.text)) continue;
      if (!used.has(name.text)) return { name: name.text, start: name.getStart() };
    }
  }
  return undefined;
}
