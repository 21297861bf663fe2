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

export function declaredIn(scope: ts.Node, name: string): ts.Node | undefined {
  if (ts.isFunctionLike(scope)) return findBinding(scope.parameters, name);
  if (ts.isForOfStatement(scope) || ts.isForInStatement(scope) || ts.isForStatement(scope)) {
    const { initializer } = scope;
    return initializer && ts.isVariableDeclarationList(initializer)
      ? findBinding(initializer.declarations, name)
      : undefined;
  }
  if (!ts.isSourceFile(scope) && !ts.isBlock(scope) && !ts.isModuleBlock(scope)) return undefined;
  for (const statement of scope.statements) {
    const found = declaredBy(statement, name);
    if (found) return found;
  }
  return undefined;
}

function declaredBy(statement: ts.Statement, name: string): ts.Node | undefined {
  if (ts.isVariableStatement(statement)) return findBinding(statement.declarationList.declarations, name);
  if (ts.isImportDeclaration(statement)) return importBinding(statement, name);
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name?.text === name ? statement : undefined;
}

function findBinding(
  declarations: readonly (ts.ParameterDeclaration | ts.VariableDeclaration | ts.BindingElement)[],
  name: string,
): ts.Node | undefined {
  for (const one of declarations) {
    if (ts.isIdentifier(one.name)) {
      if (one.name.text === name) return one;
    } else {
      const elements = one.name.elements.flatMap((element) =>
        ts.isBindingElement(element) ? [element] : [],
      );
      const found = findBinding(elements, name);
      if (found) return found;
    }
  }
  return undefined;
}

function importBinding(statement: ts.ImportDeclaration, name: string): ts.Node | undefined {
  const clause = statement.importClause;
  if (clause?.name?.text === name) return clause;
  const bindings = clause?.namedBindings;
  if (!bindings) return undefined;
  if (ts.isNamespaceImport(bindings)) return bindings.name.text === name ? bindings : undefined;
  return bindings.elements.find((element) => element.name.text === name);
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

export const keyOf = (name: ts.PropertyName | undefined): string | undefined =>
  name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
