/** Load functions of SvelteKit that wait for their layout before all else. Loads the TypeScript parser. */
import type { FunctionWithBody } from "../../../cli/source/names/exported-functions.js";
import { elementOf } from "../../../cli/source/syntax/bindings.js";
import { holds } from "../../../cli/source/syntax/collect.js";
import { ts } from "../../../cli/source/syntax/syntax.js";

/** Whether a function waits for `parent()` by a statement of its own, before it waits for or gives back anything. */
export function isWaiting(load: ts.Node): boolean {
  const isFunction =
    ts.isArrowFunction(load) || ts.isFunctionExpression(load) || ts.isFunctionDeclaration(load);
  if (!isFunction || load.body === undefined || !ts.isBlock(load.body)) return false;
  const parent = parentOf(load);
  const first = load.body.statements.find((one) => holds(one, isStep));
  const waited = first && waitedIn(first);
  return (
    waited !== undefined &&
    ts.isCallExpression(waited) &&
    parent !== undefined &&
    waited.expression.getText() === parent
  );
}

const isStep = (node: ts.Node): boolean => ts.isAwaitExpression(node) || ts.isReturnStatement(node);

/** What `await parent();` and `const { team } = await parent();` wait for. */
function waitedIn(statement: ts.Statement): ts.Expression | undefined {
  const value = ts.isExpressionStatement(statement)
    ? statement.expression
    : ts.isVariableStatement(statement)
      ? statement.declarationList.declarations[0]?.initializer
      : undefined;
  return value && ts.isAwaitExpression(value) ? value.expression : undefined;
}

/** How the function calls `parent` of its event. */
function parentOf({ parameters: [event] }: FunctionWithBody): string | undefined {
  if (event === undefined) return undefined;
  if (ts.isIdentifier(event.name)) return `${event.name.text}.parent`;
  return ts.isObjectBindingPattern(event.name) ? elementOf(event.name, "parent")?.name.getText() : undefined;
}
