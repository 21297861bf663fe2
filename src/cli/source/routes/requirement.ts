/** What a guard asks for, read from the code. Loads the TypeScript parser. */
import type { WrittenRequirement } from "../../edit/requirement.js";
import { noOptions, valueOf, type Value } from "../names/values.js";
import { parse, ts } from "../syntax/syntax.js";

/** Whether what a guard is given asks for all of this. The way back is the page's own affair. */
export function requires(asked: Value, wanted: WrittenRequirement): boolean {
  return Object.entries({ ...wanted, redirectTo: undefined }).every(([name, value]) => {
    return value === undefined || textOf(asked, name) === String(value);
  });
}

/** What the argument of a guard says by itself. */
export const askedBy = (argument: ts.Expression | undefined): Value =>
  argument === undefined ? noOptions : valueOf(argument);

/** The text or the number that a member is set to; one in a list is that one. */
export function textOf(asked: Value, name: string): string | undefined {
  const value = asked.kind === "object" ? asked.members.get(name) : undefined;
  const [only, ...others] = value?.kind === "list" ? value.items : [value];
  return only?.kind === "text" && others.length === 0 ? only.text : undefined;
}

export const hasMember = (asked: Value, name: string): boolean =>
  asked.kind === "object" && asked.members.has(name);

/** The same of an object that is written out. */
export const textIn = (argument: ts.Expression | undefined, name: string): string | undefined =>
  textOf(askedBy(argument), name);

/** The path that a guard tells from others by itself: `auth.require({ path: "/dashboard" })`. */
export const pathOfGuard = (guard: ts.Expression): string | undefined =>
  ts.isCallExpression(guard) ? textIn(guard.arguments[0], "path") : undefined;

/** The same of a guard whose code is at hand. */
export function pathInGuard(code: string): string | undefined {
  const [statement] = parse(code, "guard.ts").statements;
  return statement && ts.isExpressionStatement(statement) ? pathOfGuard(statement.expression) : undefined;
}
