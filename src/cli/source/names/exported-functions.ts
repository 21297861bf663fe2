/** Functions that a file exports: where they begin, and what they are. Loads the TypeScript parser. */
import { declarationOf } from "../syntax/scopes.js";
import type { SourceText } from "./names.js";
import { parse, ts, unwrap, visit } from "../syntax/syntax.js";

export type FunctionWithBody = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** How a function is exported. */
export type ExportedFunction =
  /** `export async function GET() {…}`, `export default function Page() {…}` */
  | { readonly kind: "declaration"; readonly node: ts.FunctionDeclaration }
  /** `export const GET = …`, `export default …` */
  | { readonly kind: "value"; readonly value: ts.Expression; readonly isAnnotated: boolean };

/** What a file says at its top, such as "use client". */
export const directivesOf = ({ file, text }: SourceText): readonly string[] =>
  parse(text, file).statements.flatMap((statement) =>
    ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)
      ? [statement.expression.text]
      : [],
  );

/** A function by the name that it is exported under; undefined where no such export stands in the file itself. */
export function exportedFunction(source: ts.SourceFile, name: string): ExportedFunction | undefined {
  for (const statement of source.statements) {
    const found = exportedBy(statement, name);
    if (found) return found;
  }
  return undefined;
}

function exportedBy(statement: ts.Statement, name: string): ExportedFunction | undefined {
  if (ts.isExportAssignment(statement))
    return name === "default" && !statement.isExportEquals
      ? { kind: "value", value: statement.expression, isAnnotated: false }
      : undefined;
  if (ts.isFunctionDeclaration(statement)) {
    const own = isDefault(statement) ? "default" : statement.name?.text;
    return has(statement, ts.SyntaxKind.ExportKeyword) && own === name && statement.body
      ? { kind: "declaration", node: statement }
      : undefined;
  }
  if (!ts.isVariableStatement(statement) || !has(statement, ts.SyntaxKind.ExportKeyword)) return undefined;
  const found = statement.declarationList.declarations.find(
    (one) => ts.isIdentifier(one.name) && one.name.text === name,
  );
  return found?.initializer
    ? { kind: "value", value: found.initializer, isAnnotated: found.type !== undefined }
    : undefined;
}

/** Whether an export of this name is there in any form: a list, or passed on from another module. */
export function isExportedElsewhere({ statements }: ts.SourceFile, name: string): boolean {
  return statements.some((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return false;
    const clause = statement.exportClause;
    return clause && ts.isNamedExports(clause) && clause.elements.some((one) => one.name.text === name);
  });
}

/** The function behind an export: a name is followed to where it is declared. */
export function functionOf(exported: ExportedFunction): FunctionWithBody | undefined {
  if (exported.kind === "declaration") return exported.node;
  return functionIn(unwrap(exported.value));
}

function functionIn(value: ts.Expression): FunctionWithBody | undefined {
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
  if (!ts.isIdentifier(value)) return undefined;
  const declaration = declarationOf(value);
  if (declaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(declaration) && declaration.body) return declaration;
  const isPlain = ts.isVariableDeclaration(declaration) && declaration.initializer && !declaration.type;
  return isPlain ? functionIn(unwrap(declaration.initializer)) : undefined;
}

export const isAsync = (node: FunctionWithBody): boolean => has(node, ts.SyntaxKind.AsyncKeyword);

/** How often a file speaks of a name. */
export function countUses(source: ts.SourceFile, name: string): number {
  let count = 0;
  visit(source, (node) => void (ts.isIdentifier(node) && node.text === name && (count += 1)));
  return count;
}

const isDefault = (statement: ts.FunctionDeclaration): boolean =>
  has(statement, ts.SyntaxKind.DefaultKeyword);

function has(node: ts.Node, kind: ts.SyntaxKind): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some((one) => one.kind === kind) ?? false;
}
