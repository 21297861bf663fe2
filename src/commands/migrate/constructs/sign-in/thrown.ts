/** What functions of an app throw, in the forms that people write. */
import { memberOf } from "../init/read.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import { declarationOf } from "../../../../cli/source/syntax/scopes.js";
import { ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import type { Range } from "../../../../cli/plan/plan.js";

/** `throw new Error(text)`, `throw Error(text)` */
export interface Thrown extends Range {
  readonly from: "authorize" | "signIn";
  /** What makes the error: behind `throw`, or where the name stands that is thrown. */
  readonly value: Range;
  /** It stands behind `throw`, and nothing else does. */
  readonly isWhole: boolean;
  /** The argument, as it is written. */
  readonly text?: string;
  /** The argument, where it is a literal. */
  readonly literal?: string;
  /** The name of the error's class; undefined: an error that something else has made. */
  readonly error?: string;
  /** In a `try`, whose `catch` may read the message. */
  readonly caught: boolean;
}

export type FunctionNode = ts.FunctionLikeDeclaration;

/** What a function throws by itself, or rejects with. */
export const thrownIn = (func: FunctionNode, from: Thrown["from"]): Thrown[] =>
  collect(func, (node) => {
    const value = ts.isThrowStatement(node) ? unwrap(node.expression) : rejectedBy(node);
    return (value ? madeBy(value) : []).map((made) => {
      const { error, first } = errorOf(made);
      return {
        ...rangeOf(node),
        from,
        value: rangeOf(made),
        isWhole: ts.isThrowStatement(node) && made === value,
        ...(first && { text: first.getText() }),
        ...(first && ts.isStringLiteralLike(first) && { literal: first.text }),
        ...(error !== undefined && { error }),
        caught: isCaught(node, func),
      };
    });
  });

/** `Promise.reject(error)` */
function rejectedBy(node: ts.Node): ts.Expression | undefined {
  const isReject = ts.isCallExpression(node) && node.expression.getText() === "Promise.reject";
  const [given] = isReject ? node.arguments : [];
  return given && unwrap(given);
}

/** What makes a value: both sides of a choice, and what a constant is made of. */
function madeBy(value: ts.Expression): ts.Expression[] {
  if (ts.isConditionalExpression(value))
    return [value.whenTrue, value.whenFalse].flatMap((one) => madeBy(unwrap(one)));
  const declared = ts.isIdentifier(value) ? declarationOf(value) : undefined;
  const initializer =
    declared && ts.isVariableDeclaration(declared) && declared.initializer && unwrap(declared.initializer);
  return [initializer && errorOf(initializer).error !== undefined ? initializer : value];
}

/** The class of an error, and its first argument: `new Error(text)`, `Error(text)`, `Object.assign(new Error(text), …)`. */
function errorOf(value: ts.Node): { readonly error?: string; readonly first?: ts.Node } {
  if (!ts.isNewExpression(value) && !ts.isCallExpression(value)) return {};
  const [first] = value.arguments ?? [];
  const error = value.expression.getText();
  if (error === "Object.assign") {
    const { error: own } = first ? errorOf(unwrap(first)) : {};
    const code = memberOf(value.arguments?.[1], "code");
    return own === undefined ? {} : { error: own === "Error" ? error : own, ...(code && { first: code }) };
  }
  const isMade = ts.isNewExpression(value) || (ts.isIdentifier(value.expression) && error.endsWith("Error"));
  return isMade ? { error, ...(first && { first }) } : {};
}

/** Below a `try` inside the function. */
function isCaught(node: ts.Node, func: FunctionNode): boolean {
  if (node === func) return false;
  const { parent } = node;
  return (ts.isTryStatement(parent) && parent.tryBlock === node) || isCaught(parent, func);
}
