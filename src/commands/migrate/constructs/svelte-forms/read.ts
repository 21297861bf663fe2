/** Where `@auth/sveltekit/components` is used in markup, and what its props say. */
import { keyOf } from "../../../../cli/source/syntax/scopes.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";

export const formComponents = ["SignIn", "SignOut"] as const;

/** Of `@auth/sveltekit/components`. */
export type FormComponent = (typeof formComponents)[number];

/** The path in `options={{ redirectTo: "/path" }}`; undefined: the options say something else. */
export function redirectIn(value: string | undefined): string | undefined {
  const [statement] = parse(`(${(value ?? "").slice(1, -1)})`, "options.ts").statements;
  const object = statement && ts.isExpressionStatement(statement) ? unwrap(statement.expression) : undefined;
  const [only, ...others] = object && ts.isObjectLiteralExpression(object) ? object.properties : [];
  if (only === undefined || others.length > 0 || keyOf(only.name) !== "redirectTo") return undefined;
  const path = ts.isPropertyAssignment(only) ? unwrap(only.initializer) : only;
  return ts.isStringLiteralLike(path) ? path.text : undefined;
}
