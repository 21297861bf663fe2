/** Scopes of a source file: where a name is declared. */
import { requiredModule, ts, unwrap } from "./syntax.js";

/** The declaration that an identifier refers to, by the scopes around it; a parameter counts as a declaration. */
export function declarationOf(name: ts.Identifier): ts.Node | undefined {
  for (let scope: ts.Node | undefined = name.parent; scope; scope = scope.parent) {
    const found = declaredIn(scope, name.text);
    if (found) return found;
  }
  return undefined;
}

/** The names of each scope, for as long as its tree is there. */
const tables = new WeakMap<ts.Node, Map<string, ts.Node>>();

export function declaredIn(scope: ts.Node, name: string): ts.Node | undefined {
  if (!isScope(scope)) return undefined;
  const table = tables.get(scope) ?? tableOf(scope);
  tables.set(scope, table);
  return table.get(name);
}

const isScope = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) ||
  ts.isForStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isForOfStatement(node) ||
  holdsStatements(node);

const holdsStatements = (node: ts.Node): node is ts.SourceFile | ts.Block | ts.ModuleBlock =>
  ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node);

/** The first declaration of a name is the one that counts. */
function tableOf(scope: ts.Node): Map<string, ts.Node> {
  const table = new Map<string, ts.Node>();
  const add = (name: ts.Identifier | undefined, node: ts.Node) => {
    if (name !== undefined && !table.has(name.text)) table.set(name.text, node);
  };
  const addAll = (declarations: readonly Declared[]): void => {
    for (const one of declarations) {
      if (ts.isIdentifier(one.name)) add(one.name, one);
      else addAll(one.name.elements.flatMap((element) => (ts.isBindingElement(element) ? [element] : [])));
    }
  };
  if (ts.isFunctionLike(scope)) addAll(scope.parameters);
  else if (holdsStatements(scope)) {
    for (const statement of scope.statements) {
      if (ts.isVariableStatement(statement)) addAll(statement.declarationList.declarations);
      else if (ts.isImportDeclaration(statement)) addImport(statement, add);
      else if (
        ts.isFunctionDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isEnumDeclaration(statement)
      )
        add(statement.name, statement);
    }
  } else if (ts.isForStatement(scope) || ts.isForInStatement(scope) || ts.isForOfStatement(scope)) {
    const { initializer } = scope;
    if (initializer && ts.isVariableDeclarationList(initializer)) addAll(initializer.declarations);
  }
  return table;
}

type Declared = ts.ParameterDeclaration | ts.VariableDeclaration | ts.BindingElement;

function addImport(
  { importClause: clause }: ts.ImportDeclaration,
  add: (name: ts.Identifier | undefined, node: ts.Node) => void,
): void {
  if (clause === undefined) return;
  add(clause.name, clause);
  const bindings = clause.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) add(bindings.name, bindings);
  else for (const element of bindings?.elements ?? []) add(element.name, element);
}

/** The module that `require("x")` or `import("x")` loads. */
export function loadedModule(node: ts.Expression): string | undefined {
  const value = unwrap(node);
  const required = requiredModule(value);
  if (required !== undefined) return required;
  if (!ts.isCallExpression(value) || value.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined;
  const [specifier] = value.arguments;
  return specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined;
}

/** The name that is called or taken: `use` of `app.use`; "" for what has none. */
export function lastName(node: ts.Expression): string {
  const value = unwrap(node);
  if (ts.isPropertyAccessExpression(value)) return value.name.text;
  return ts.isIdentifier(value) ? value.text : "";
}

export const keyOf = (name: ts.PropertyName | undefined): string | undefined =>
  name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
