import type { Names } from "../names/names.js";
import { returnedBy } from "../providers/provider-lists.js";
import { ts, unwrap } from "../syntax/syntax.js";

/** The one object that an expression stands for. */
export function objectOf(node: ts.Node, names: Names, depth = 0): ts.ObjectLiteralExpression | undefined {
  if (depth > 12) return undefined;
  const value = ts.isExpression(node) ? unwrap(node) : node;
  if (ts.isObjectLiteralExpression(value)) return value;
  const source = sourceOf(value, names);
  return source && objectOf(source, names, depth + 1);
}

/** Where the value of a node comes from: what a function returns, a variable holds, a call is given, a name means. */
function sourceOf(node: ts.Node, names: Names): ts.Node | undefined {
  if (ts.isFunctionLike(node)) {
    const [value, ...others] = returnedBy(node);
    return others.length === 0 ? value : undefined;
  }
  if (ts.isVariableDeclaration(node)) return node.initializer;
  if (!ts.isExpression(node)) return undefined;
  if (ts.isCallExpression(node)) return handedThrough(node) ?? meantBy(node.expression, names);
  return meantBy(node, names);
}

/** What a wrapper returns: what it is given, and of objects that are joined the last, which overrides the others. */
function handedThrough({ expression, arguments: given }: ts.CallExpression): ts.Node | undefined {
  return expression.getText() === "Object.assign" ? given[given.length - 1] : given[0];
}

function meantBy(node: ts.Expression, names: Names): ts.Node | undefined {
  const meaning = names.meaning(node);
  return meaning?.kind === "node" && meaning.node !== node ? meaning.node : undefined;
}
