/** Texts that code puts together from constants: their values, as far as names lead. Loads the TypeScript parser. */
import { ts, unwrap } from "../syntax/syntax.js";
import type { Names } from "./names.js";

/** The text that an expression stands for; undefined where only a run knows it. */
export type TextReader = (expression: ts.Expression) => string | undefined;

/** Texts that stand there as such. */
export const plainText: TextReader = (expression) => {
  const value = unwrap(expression);
  return ts.isStringLiteralLike(value) ? value.text : undefined;
};

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
  return (expression) => read(expression, 0);
}

const joined = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join("");
