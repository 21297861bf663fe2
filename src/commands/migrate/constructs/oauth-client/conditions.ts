/** Reasons of an `if` that are dropped one at a time. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { ts } from "../../../../cli/source/syntax/syntax.js";
import { withoutLine } from "../../change.js";

const isOr = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarBarToken;

/**
 * The edit that takes one operand out of `a || b || c`, or the whole `if` that asks for nothing else.
 *
 * @returns undefined where it is something else
 */
export function withoutOperand(text: string, operand: ts.Expression): readonly TextEdit[] | undefined {
  let node: ts.Node = operand;
  while (ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (isOr(parent)) {
    const isLeft = parent.left === node;
    return isLeft
      ? [{ start: node.getStart(), end: parent.right.getStart(), text: "" }]
      : [{ start: parent.left.getEnd(), end: node.getEnd(), text: "" }];
  }
  if (!ts.isIfStatement(parent) || parent.expression !== node || parent.elseStatement) return undefined;
  return [withoutLine(text, { start: parent.getStart(), end: parent.getEnd() })];
}
