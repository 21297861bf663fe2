/** Configurations of other tools, such as `drizzle.config.ts`: texts in the object that they export. Executes nothing. */
import path from "node:path";
import type { SourceText } from "../names/names.js";
import { declarationOf, keyOf } from "../syntax/scopes.js";
import { parse, ts, unwrap } from "../syntax/syntax.js";

/** What an option says. `unreadable`: it is there, and is no plain text. */
export type ConfigTexts =
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly offset: number };

/** A text, or a list of them, in the object that a file exports. */
export function configTexts(source: SourceText, option: string): ConfigTexts {
  const exported = exportedValue(parse(source.text, source.file));
  if (!exported) return { kind: "unreadable", offset: 0 };
  const object = objectIn(exported);
  if (!object) return { kind: "unreadable", offset: exported.getStart() };
  const member = object.properties.find((one) => keyOf(one.name) === option);
  if (!member) {
    const spread = object.properties.find(ts.isSpreadAssignment);
    return spread ? { kind: "unreadable", offset: spread.getStart() } : { kind: "absent" };
  }
  const value = ts.isPropertyAssignment(member) ? member.initializer : member.name;
  const texts = value && ts.isExpression(value) ? textsIn(value) : undefined;
  return texts ? { kind: "texts", texts } : { kind: "unreadable", offset: member.getStart() };
}

function exportedValue({ statements }: ts.SourceFile): ts.Expression | undefined {
  for (const statement of statements) {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    if (statement.expression.left.getText() === "module.exports") return statement.expression.right;
  }
  return undefined;
}

/** `{ … }`, `defineConfig({ … })`, and a name for either. */
function objectIn(expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const value = valueOf(expression);
  if (value && ts.isCallExpression(value)) {
    const [argument] = value.arguments;
    return argument && objectIn(argument);
  }
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** An expression, with a name replaced by what it was declared as. */
function valueOf(expression: ts.Expression): ts.Expression | undefined {
  const value = unwrap(expression);
  if (!ts.isIdentifier(value)) return value;
  const declaration = declarationOf(value);
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
    ? unwrap(declaration.initializer)
    : undefined;
}

function textsIn(expression: ts.Expression): readonly string[] | undefined {
  const value = valueOf(expression);
  if (value && ts.isArrayLiteralExpression(value)) {
    const texts = value.elements.map(textOf);
    return texts.every((text) => text !== undefined) ? texts : undefined;
  }
  const text = value && textOf(value);
  return text === undefined ? undefined : [text];
}

/** A literal, or `path.join(…)` of literals. */
function textOf(expression: ts.Expression): string | undefined {
  const value = valueOf(expression);
  if (!value) return isHere(expression) ? "." : undefined;
  if (ts.isStringLiteralLike(value)) return value.text;
  if (isHere(value)) return ".";
  if (!ts.isCallExpression(value) || !/^(?:path\.)?(?:join|resolve)$/.test(value.expression.getText()))
    return undefined;
  const parts = value.arguments.map(textOf);
  return parts.every((part) => part !== undefined) ? path.posix.join(...parts) : undefined;
}

/** The folder of the file itself. */
const isHere = (value: ts.Expression): boolean =>
  ["__dirname", "import.meta.dirname", "process.cwd()"].includes(value.getText());
