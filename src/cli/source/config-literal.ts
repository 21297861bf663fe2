import type { Names } from "./names.js";
import { returnedBy } from "./provider-lists.js";
import { ts, unwrap } from "./syntax.js";

/** The one object that an expression stands for. */
export function objectOf(node: ts.Node, names: Names, depth = 0): ts.ObjectLiteralExpression | undefined {
  if (depth > 12) return undefined;
  if (ts.isFunctionLike(node)) {
    const [value, ...others] = returnedBy(node);
    return value && others.length === 0 ? objectOf(value, names, depth + 1) : undefined;
  }
  if (ts.isVariableDeclaration(node)) return node.initializer && objectOf(node.initializer, names, depth + 1);
  if (!ts.isExpression(node)) return undefined;
  const value = unwrap(node);
  if (ts.isObjectLiteralExpression(value)) return value;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) {
    const [returned, ...others] = returnedBy(value);
    return returned && others.length === 0 ? objectOf(returned, names, depth + 1) : undefined;
  }
  if (ts.isCallExpression(value)) {
    const [argument] = value.arguments;
    return argument && objectOf(argument, names, depth + 1);
  }
  const meaning = names.meaning(value);
  return meaning?.kind === "node" && meaning.node !== value
    ? objectOf(meaning.node, names, depth + 1)
    : undefined;
}
