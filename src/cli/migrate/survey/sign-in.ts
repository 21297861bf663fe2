/** How an app of next-auth 4 says why a sign-in failed: what `authorize` throws, and what its forms read. */
import { memberName, memberOf } from "./options.js";
import { rangeOf } from "./index.js";
import { parse, ts, unwrap, visit } from "../../source/syntax.js";
import type { Range } from "../../plan/plan.js";

/** `throw new Error(text)` */
export interface Thrown extends Range {
  readonly from: "authorize" | "signIn";
  /** What stands behind `throw`. */
  readonly value: Range;
  /** The argument, as it is written. */
  readonly text?: string;
  /** The argument, where it is a literal. */
  readonly literal?: string;
  /** The name of the error's class. */
  readonly error: string;
  /** In a `try`, whose `catch` may read the message. */
  readonly caught: boolean;
}

/** A member of what `signIn` of the client gives. */
export interface Answer extends Range {
  readonly member: "error" | "ok" | "status";
  /** The variable, `?.` and all. */
  readonly object: string;
  readonly optional: boolean;
  readonly use:
    | { readonly kind: "compared"; readonly literal: string; readonly other: Range }
    | { readonly kind: "judged" | "value" | "switched" | "taken" };
}

export interface SignInPlaces {
  readonly thrown: readonly Thrown[];
  /** `authorize` is a function of another file. */
  readonly elsewhere: readonly Range[];
  readonly answers: readonly Answer[];
  /** `error` read from the address of a page. */
  readonly addresses: readonly Range[];
}

export function locateSignIn(text: string, fileName: string, signIns: ReadonlySet<string>): SignInPlaces {
  const source = parse(text, fileName);
  const places = {
    thrown: [] as Thrown[],
    elsewhere: [] as Range[],
    answers: [] as Answer[],
    addresses: [] as Range[],
  };
  visit(source, (node) => {
    if (ts.isObjectLiteralElementLike(node) && memberName(node) === "authorize") {
      const found = functionOf(memberOf(node.parent, "authorize"), source);
      if (found) places.thrown.push(...thrownIn(found, "authorize"));
      else if (isCredentials(node.parent)) places.elsewhere.push(rangeOf(node));
    }
    if (ts.isPropertyAssignment(node) && memberName(node) === "callbacks") {
      const found = functionOf(memberOf(unwrap(node.initializer), "signIn"), source);
      if (found) places.thrown.push(...thrownIn(found, "signIn"));
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && signIns.has(node.expression.text))
      places.answers.push(...answersOf(node));
    if (isAddress(node)) places.addresses.push(rangeOf(node));
  });
  return places;
}

/** Beside `credentials`, or given to a factory of that name. */
const isCredentials = (object: ts.Node): boolean =>
  memberOf(object, "credentials") !== undefined ||
  (ts.isCallExpression(object.parent) && /credentials/i.test(object.parent.expression.getText()));

type FunctionNode = ts.FunctionLikeDeclaration;

function functionOf(value: ts.Node | undefined, source: ts.SourceFile): FunctionNode | undefined {
  if (!value) return undefined;
  if (ts.isFunctionLike(value)) return value as FunctionNode;
  const name = ts.isIdentifier(value)
    ? value.text
    : ts.isShorthandPropertyAssignment(value)
      ? value.name.text
      : "";
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    const own = statement.declarationList.declarations.find((one) => one.name.getText() === name);
    const initializer = own?.initializer && unwrap(own.initializer);
    if (initializer && ts.isFunctionLike(initializer)) return initializer as FunctionNode;
  }
  return undefined;
}

function thrownIn(func: FunctionNode, from: Thrown["from"]): Thrown[] {
  const found: Thrown[] = [];
  visit(func, (node) => {
    if (!ts.isThrowStatement(node)) return;
    const value = unwrap(node.expression);
    if (!ts.isNewExpression(value)) return;
    const [first] = value.arguments ?? [];
    let outer: ts.Node = node;
    while (
      outer !== func &&
      !(ts.isBlock(outer) && ts.isTryStatement(outer.parent) && outer.parent.tryBlock === outer)
    )
      outer = outer.parent;
    found.push({
      ...rangeOf(node),
      from,
      value: rangeOf(value),
      ...(first && { text: first.getText() }),
      ...(first && ts.isStringLiteralLike(first) && { literal: first.text }),
      error: value.expression.getText(),
      caught: outer !== func,
    });
  });
  return found;
}

/** Uses of the result: `const result = await signIn(…)`, `signIn(…).then((result) => …)`. */
function answersOf(call: ts.CallExpression): Answer[] {
  const { parent } = call;
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === "then") {
    const then = ts.isCallExpression(parent.parent) ? parent.parent.arguments[0] : undefined;
    const name = then && ts.isFunctionLike(then) ? then.parameters[0]?.name : undefined;
    return name && then ? usesOf(name, then) : [];
  }
  let outer: ts.Node = call;
  while (
    ts.isAwaitExpression(outer.parent) ||
    ts.isAsExpression(outer.parent) ||
    ts.isParenthesizedExpression(outer.parent)
  )
    outer = outer.parent;
  let scope: ts.Node = outer;
  while (!ts.isSourceFile(scope) && !ts.isFunctionLike(scope)) scope = scope.parent;
  if (ts.isVariableDeclaration(outer.parent)) return usesOf(outer.parent.name, scope);
  const set = outer.parent;
  const isSet = ts.isBinaryExpression(set) && set.right === outer && ts.isIdentifier(set.left);
  return isSet ? usesOf(set.left, scope) : [];
}

const members: readonly string[] = ["error", "ok", "status"];

function usesOf(name: ts.Node, scope: ts.Node): Answer[] {
  const found: Answer[] = [];
  if (ts.isObjectBindingPattern(name)) {
    for (const element of name.elements) {
      const member = (element.propertyName ?? element.name).getText();
      if (isMember(member))
        found.push({ ...rangeOf(element), member, object: "", optional: false, use: { kind: "taken" } });
    }
    return found;
  }
  visit(scope, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !isMember(node.name.text)) return;
    const object = unwrap(node.expression);
    if (!ts.isIdentifier(object) || object.text !== name.getText()) return;
    found.push({
      ...rangeOf(node),
      member: node.name.text,
      object: node.expression.getText(),
      optional: node.questionDotToken !== undefined,
      use: useOf(node),
    });
  });
  return found;
}

const isMember = (name: string): name is Answer["member"] => members.includes(name);

function useOf(node: ts.PropertyAccessExpression): Answer["use"] {
  const { parent } = node;
  if (ts.isSwitchStatement(parent) || ts.isElementAccessExpression(parent)) return { kind: "switched" };
  if (ts.isBinaryExpression(parent)) {
    const sign = parent.operatorToken.getText();
    const other = parent.left === node ? parent.right : parent.left;
    if (/^[!=]==?$/.test(sign))
      return ts.isStringLiteralLike(other)
        ? { kind: "compared", literal: other.text, other: rangeOf(other) }
        : { kind: "judged" };
    if (sign === "&&" || ((sign === "||" || sign === "??") && parent.left !== node))
      return { kind: parent.left === node ? "judged" : "value" };
    return { kind: "value" };
  }
  const judged =
    ts.isIfStatement(parent) ||
    ts.isPrefixUnaryExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  return { kind: judged ? "judged" : "value" };
}

/** `searchParams.get("error")`, `searchParams.error`, `router.query.error` */
function isAddress(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return (
      node.name.text === "error" && /(?:^|\.|\()(?:searchParams|query)\)?$/.test(node.expression.getText())
    );
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [first] = node.arguments;
  const reads = node.expression.name.text === "get" && first && ts.isStringLiteralLike(first);
  return (
    reads === true && first.text === "error" && /params|query/i.test(node.expression.expression.getText())
  );
}
