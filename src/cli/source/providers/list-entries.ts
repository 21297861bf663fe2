/** The providers in the elements of a list, with their conditions. */
import { ts, unwrap } from "../syntax/syntax.js";

/** A list, or the arguments of a `push`. */
export type Holder = ts.ArrayLiteralExpression | ts.CallExpression;

export interface Entry {
  /** The element of the list, with its condition. */
  readonly element: ts.Expression;
  /** The provider in it. */
  readonly value: ts.Expression;
  readonly holder: Holder;
  /** The element is another provider when its condition does not hold. */
  readonly either: boolean;
}

/** `null`, `undefined`, `false` and what else stands for no provider. */
export function isNone(expression: ts.Expression): boolean {
  const value = unwrap(expression);
  return (
    value.kind === ts.SyntaxKind.NullKeyword ||
    value.kind === ts.SyntaxKind.FalseKeyword ||
    (ts.isIdentifier(value) && value.text === "undefined") ||
    (ts.isStringLiteral(value) && value.text === "")
  );
}

/** The provider, or the two, in an element of a list. */
export function entriesOf(element: ts.Expression, holder: Holder): Entry[] {
  const value = unwrap(element);
  if (ts.isBinaryExpression(value)) {
    const guarded = value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    return [{ element, value: unwrap(guarded ? value.right : value.left), holder, either: !guarded }];
  }
  if (!ts.isConditionalExpression(value)) return [{ element, value, holder, either: false }];
  const arms = [value.whenTrue, value.whenFalse].filter((arm) => !isNone(arm));
  return arms.map((arm) => ({ element, value: unwrap(arm), holder, either: arms.length > 1 }));
}
