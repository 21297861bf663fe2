/** What a guard asks for, read from the code. Loads the TypeScript parser. */
import type { WrittenRequirement } from "../../edit/requirement.js";
import { keyOf } from "../syntax/scopes.js";
import { parse, ts, unwrap } from "../syntax/syntax.js";

/** Whether the argument of a guard asks for all of this. The way back is the page's own affair. */
export function requires(argument: ts.Expression | undefined, wanted: WrittenRequirement): boolean {
  return Object.entries({ ...wanted, redirectTo: undefined }).every(([name, value]) => {
    return value === undefined || textIn(argument, name) === String(value);
  });
}

/** The text or the number that a member of an object is set to, where it stands there as such. */
export function textIn(argument: ts.Expression | undefined, name: string): string | undefined {
  const object = argument && unwrap(argument);
  const members = object && ts.isObjectLiteralExpression(object) ? object.properties : [];
  const member = members.find((one) => keyOf(one.name) === name);
  return member && textOf(member);
}

/** The path that a guard tells from others by itself: `auth.require({ path: "/dashboard" })`. */
export const pathOfGuard = (guard: ts.Expression): string | undefined =>
  ts.isCallExpression(guard) ? textIn(guard.arguments[0], "path") : undefined;

function textOf(member: ts.ObjectLiteralElementLike): string | undefined {
  const value = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;
  return value && (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) ? value.text : undefined;
}

/** The same of a guard whose code is at hand. */
export function pathInGuard(code: string): string | undefined {
  const [statement] = parse(code, "guard.ts").statements;
  return statement && ts.isExpressionStatement(statement) ? pathOfGuard(statement.expression) : undefined;
}
