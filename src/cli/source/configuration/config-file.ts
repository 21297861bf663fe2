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

/**
 * A text, or a list of them, in the object that a file exports.
 *
 * @param option by its path: `test.include`; a list of objects on the way counts with all of them
 */
export function configTexts(source: SourceText, option: string): ConfigTexts {
  const exported = exportedValue(parse(source.text, source.file));
  if (!exported) return { kind: "unreadable", offset: 0 };
  const object = objectIn(exported);
  return object ? textsAt(object, option.split(".")) : { kind: "unreadable", offset: exported.getStart() };
}

function textsAt(object: ts.ObjectLiteralExpression, [name, ...rest]: readonly string[]): ConfigTexts {
  const member = object.properties.find((one) => keyOf(one.name) === name);
  if (!member) {
    const spread = object.properties.find(ts.isSpreadAssignment);
    return spread ? { kind: "unreadable", offset: spread.getStart() } : { kind: "absent" };
  }
  const unread: ConfigTexts = { kind: "unreadable", offset: member.getStart() };
  const value = ts.isPropertyAssignment(member) ? member.initializer : member.name;
  if (!value || !ts.isExpression(value)) return unread;
  if (rest.length === 0) {
    const texts = textsIn(value);
    return texts ? { kind: "texts", texts } : unread;
  }
  const list = valueOf(value);
  const held = (list && ts.isArrayLiteralExpression(list) ? [...list.elements] : [value]).map(objectIn);
  const found = held.map((one) => (one ? textsAt(one, rest) : unread));
  const texts = found.flatMap((one) => (one.kind === "texts" ? one.texts : []));
  if (texts.length > 0) return { kind: "texts", texts };
  return found.find(({ kind }) => kind === "unreadable") ?? { kind: "absent" };
}

function exportedValue({ statements }: ts.SourceFile): ts.Expression | undefined {
  for (const statement of statements) {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    if (statement.expression.left.getText() === "module.exports") return statement.expression.right;
  }
  return undefined;
}

/** `{ … }`, `defineConfig({ … })`, `mergeConfig(base, { … })`, a function that returns one, and a name for any. */
function objectIn(expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const value = valueOf(expression);
  if (value && ts.isCallExpression(value)) {
    const argument = value.arguments.at(-1);
    return argument && objectIn(argument);
  }
  if (value && ts.isArrowFunction(value)) {
    const made = ts.isBlock(value.body)
      ? value.body.statements.find(ts.isReturnStatement)?.expression
      : value.body;
    return made && objectIn(made);
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
  if (ts.isStringLiteralLike(value) || ts.isRegularExpressionLiteral(value)) return value.text;
  if (isHere(value)) return ".";
  if (!ts.isCallExpression(value) || !/^(?:path\.)?(?:join|resolve)$/.test(value.expression.getText()))
    return undefined;
  const parts = value.arguments.map(textOf);
  return parts.every((part) => part !== undefined) ? path.posix.join(...parts) : undefined;
}

/** The folder of the file itself. */
const isHere = (value: ts.Expression): boolean =>
  ["__dirname", "import.meta.dirname", "process.cwd()"].includes(value.getText());
