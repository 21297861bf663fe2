/** What a guard asks for, read from the code. Loads the TypeScript parser. */
import type { WrittenRequirement } from "../edit/requirement.js";
import { keyOf } from "./scopes.js";
import { ts, unwrap } from "./syntax.js";

/** Whether the argument of a guard asks for all of this. The way back is the page's own affair. */
export function requires(argument: ts.Expression | undefined, wanted: WrittenRequirement): boolean {
  const object = argument && unwrap(argument);
  const members = object && ts.isObjectLiteralExpression(object) ? object.properties : [];
  return Object.entries({ ...wanted, redirectTo: undefined }).every(([name, value]) => {
    const member = members.find((one) => keyOf(one.name) === name);
    return value === undefined || (member !== undefined && textOf(member) === String(value));
  });
}

function textOf(member: ts.ObjectLiteralElementLike): string | undefined {
  const value = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;
  return value && (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) ? value.text : undefined;
}
