/** Texts that code puts together from constants: their values, as far as names lead. Loads the TypeScript parser. */
import { declarationOf, keyOf } from "../syntax/scopes.js";
import { ts, unwrap } from "../syntax/syntax.js";
import type { Names } from "./names.js";

/**
 * The text that an expression stands for; undefined where only a run knows it.
 *
 * @param member the text of this member is asked for instead; "" for an object without it
 */
export type TextReader = (expression: ts.Expression, member?: string) => string | undefined;

/** Texts that stand there as such. */
export const plainText: TextReader = (expression, member) => {
  const value = unwrap(expression);
  if (member !== undefined)
    return ts.isObjectLiteralExpression(value) ? memberText(value, member) : undefined;
  return ts.isStringLiteralLike(value) ? value.text : undefined;
};

/** The last one of a name counts, and what is spread in may hold it too. */
function memberText(
  { properties }: ts.ObjectLiteralExpression,
  member: string,
  read: TextReader = plainText,
): string | undefined {
  for (const one of [...properties].reverse()) {
    const isIt = keyOf(one.name) === member;
    if (isIt && ts.isPropertyAssignment(one)) return read(one.initializer);
    if (isIt && ts.isShorthandPropertyAssignment(one)) return read(one.name);
    const isSpread = ts.isSpreadAssignment(one);
    const spread = isSpread ? read(one.expression, member) : "";
    if (isIt || spread !== "" || (!isSpread && keyOf(one.name) === undefined)) return spread || undefined;
  }
  return "";
}

/** Objects that are looked into for one member: what is spread in twice, and spread in twice again, doubles them. */
const maxObjects = 1000;

/** Constants of these are followed no further. */
const maxParts = 20;

/** Constants, members of objects and enums, templates and sums, in this file and in those that it imports. */
export function textReader(names: Names): TextReader {
  const read = (expression: ts.Node, depth: number): string | undefined => {
    if (depth > maxParts || !ts.isExpression(expression)) return undefined;
    const value = unwrap(expression);
    if (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) return value.text;
    if (ts.isTemplateExpression(value))
      return joined([
        value.head.text,
        ...value.templateSpans.flatMap((one) => [read(one.expression, depth + 1), one.literal.text]),
      ]);
    if (ts.isBinaryExpression(value))
      return value.operatorToken.kind === ts.SyntaxKind.PlusToken
        ? joined([read(value.left, depth + 1), read(value.right, depth + 1)])
        : undefined;
    const meant = names.meaning(value);
    return meant?.kind === "node" && meant.node !== value ? read(meant.node, depth + 1) : undefined;
  };
  let left = 0;
  const readMember = (expression: ts.Node, member: string, depth: number): string | undefined => {
    left -= 1;
    if (left < 0 || depth > maxParts || !ts.isExpression(expression)) return undefined;
    const value = unwrap(expression);
    const below: TextReader = (one, name) =>
      name === undefined ? read(one, depth + 1) : readMember(one, name, depth + 1);
    if (ts.isObjectLiteralExpression(value)) return memberText(value, member, below);
    if (ts.isArrowFunction(value)) return readMember(value.body, member, depth + 1);
    if (ts.isCallExpression(value) && value.expression.getText() === "Object.assign")
      return [...value.arguments]
        .reverse()
        .reduce<string | undefined>((found, one) => (found === "" ? below(one, member) : found), "");
    // What a function is given for options of its own has no such text of this file.
    if (ts.isIdentifier(value) && isParameter(value)) return "";
    const meant = names.meaning(value);
    return meant?.kind === "node" && meant.node !== value
      ? readMember(meant.node, member, depth + 1)
      : undefined;
  };
  return (expression, member) => {
    if (member === undefined) return read(expression, 0);
    left = maxObjects;
    return readMember(expression, member, 0);
  };
}

function isParameter(name: ts.Identifier): boolean {
  const declared = declarationOf(name);
  return declared !== undefined && ts.isParameter(declared);
}

const joined = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join("");
