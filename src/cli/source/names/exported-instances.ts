/** Clients that a file makes and exports: a database, a pool. Nothing of it is executed. */
import { declarationOf } from "../syntax/scopes.js";
import type { SourceText } from "./names.js";
import { parse, ts, unwrap } from "../syntax/syntax.js";

const maxDepth = 8;

/**
 * Names that a file exports a client under; "default" for the default export.
 * @param maker the class or function that makes it, such as `Kysely` or `drizzle`
 */
export function exportedInstances(source: SourceText, maker: string): string[] {
  const makes = (node: ts.Node | undefined) => isMade(node, maker, 0);
  return parse(source.text, source.file).statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return makes(statement.expression) ? ["default"] : [];
    if (ts.isExportDeclaration(statement)) return exportedAgain(statement, makes);
    if (ts.isVariableStatement(statement)) return exportedVariables(statement, makes);
    return ts.isExpressionStatement(statement) ? moduleExports(statement.expression, makes) : [];
  });
}

type Makes = (node: ts.Node | undefined) => boolean;

function exportedVariables({ modifiers, declarationList }: ts.VariableStatement, makes: Makes): string[] {
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  return declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && makes(initializer) ? [name.text] : [],
  );
}

/** `export { prisma }`, `export { client as prisma }`. */
function exportedAgain({ exportClause, moduleSpecifier }: ts.ExportDeclaration, makes: Makes): string[] {
  if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.flatMap(({ propertyName, name }) => {
    const local = propertyName ?? name;
    return ts.isIdentifier(local) && makes(local) ? [name.text] : [];
  });
}

/** `module.exports = { prisma }`. */
function moduleExports(expression: ts.Expression, makes: Makes): string[] {
  if (!ts.isBinaryExpression(expression) || expression.left.getText() !== "module.exports") return [];
  if (!ts.isObjectLiteralExpression(expression.right)) return [];
  return expression.right.properties.flatMap((one) => {
    if (ts.isShorthandPropertyAssignment(one)) return makes(one.name) ? [one.name.text] : [];
    if (!ts.isPropertyAssignment(one) || !ts.isIdentifier(one.name)) return [];
    return makes(one.initializer) ? [one.name.text] : [];
  });
}

/** `new X()`, `X()`, `kept ?? new X()`, `new X().$extends(…)`, and names and functions that lead to one. */
function isMade(node: ts.Node | undefined, maker: string, depth: number): boolean {
  if (node === undefined || depth > maxDepth || !ts.isExpression(node)) return false;
  const value = unwrap(node);
  const next = (inner: ts.Node | undefined) => isMade(inner, maker, depth + 1);
  if (ts.isNewExpression(value)) return isNamed(value.expression, maker);
  if (ts.isBinaryExpression(value)) return next(value.left) || next(value.right);
  if (ts.isConditionalExpression(value)) return next(value.whenTrue) || next(value.whenFalse);
  if (ts.isIdentifier(value)) {
    const declaration = declarationOf(value);
    return (
      declaration !== undefined && ts.isVariableDeclaration(declaration) && next(declaration.initializer)
    );
  }
  return ts.isCallExpression(value) && isMadeByCall(value.expression, maker, next);
}

function isMadeByCall(called: ts.Expression, maker: string, next: Makes): boolean {
  if (isNamed(called, maker)) return true;
  if (ts.isIdentifier(called)) return resultsOf(called).some(next);
  return ts.isPropertyAccessExpression(called) && called.name.text === "$extends" && next(called.expression);
}

const isNamed = (called: ts.Expression, name: string): boolean =>
  ts.isPropertyAccessExpression(called) ? called.name.text === name : called.getText() === name;

/** What a function of the file returns. */
function resultsOf(name: ts.Identifier): readonly ts.Expression[] {
  const declaration = declarationOf(name);
  const made = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  if (!made || !(ts.isArrowFunction(made) || ts.isFunctionExpression(made) || ts.isFunctionDeclaration(made)))
    return [];
  if (!made.body) return [];
  if (!ts.isBlock(made.body)) return [made.body];
  return made.body.statements.flatMap((one) =>
    ts.isReturnStatement(one) && one.expression ? [one.expression] : [],
  );
}
