/** How an app of next-auth 4 says why a sign-in failed: what `authorize` throws, and what its forms read. */
import { memberName, memberOf } from "../init/read.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import type { Range } from "../../../../cli/plan/plan.js";
import { thrownIn, type FunctionNode, type Thrown } from "./thrown.js";
import { firstWord } from "../../../../cli/source/names/code-names.js";

/** A member of what `signIn` of the client gives. */
export interface SignInMember extends Range {
  readonly member: "error" | "ok" | "status";
  /** The variable, `?.` and all. */
  readonly object: string;
  readonly optional: boolean;
  /** `!result.ok`, where it is judged: from its sign on. */
  readonly negation?: Range;
  /** `result.ok && !result.error`, as a whole. */
  readonly doubled?: Range;
  readonly use:
    | { readonly kind: "compared"; readonly literal: string; readonly other: Range }
    /** With a constant, as it is written. */
    | { readonly kind: "matched"; readonly constant: string }
    | { readonly kind: "judged" | "value" | "switched" | "taken" };
}

export interface SignInPlaces {
  readonly thrown: readonly Thrown[];
  /** `authorize` is a function of another file, called so here. */
  readonly elsewhere: readonly (Range & { readonly name: string })[];
  readonly answers: readonly SignInMember[];
  /** Errors that addresses have which the file writes: `"/login?error=blocked"`. */
  readonly addressed: readonly string[];
  /** `error` read from the address of a page. */
  readonly addresses: readonly Range[];
  /** The first error type that has another name now. */
  readonly renamed: { readonly word: string; readonly offset: number } | undefined;
}

export function locateSignIn(text: string, fileName: string, signIns: ReadonlySet<string>): SignInPlaces {
  const source = parse(text, fileName);
  return {
    thrown: collect(source, (node) => thrownAt(node, source)),
    elsewhere: collect(source, (node) => {
      const isMissing = isAuthorize(node) && !authorizeOf(node, source) && isCredentials(node.parent);
      if (!isMissing) return [];
      const value = ts.isPropertyAssignment(node) ? unwrap(node.initializer) : node.name;
      return [{ ...rangeOf(node), name: value?.getText() ?? "" }];
    }),
    answers: collect(source, (node) => {
      return ts.isCallExpression(node) && signIns.has(node.expression.getText()) ? answersOf(node) : [];
    }),
    addressed: collect(source, (node) => (ts.isStringLiteralLike(node) ? addressedIn(node.text) : [])),
    addresses: collect(source, (node) => (isAddress(node) ? [rangeOf(node)] : [])),
    renamed: firstWord(text, fileName, renamedErrors),
  };
}

const renamedErrors: ReadonlySet<string> = new Set(
  "OAuthSignin OAuthCallback OAuthCreateAccount EmailCreateAccount EmailSignin".split(" "),
);

const isAuthorize = (node: ts.Node): node is ts.ObjectLiteralElementLike =>
  ts.isObjectLiteralElementLike(node) && memberName(node) === "authorize";

/** Functions that are the `authorize` of a provider. */
export const authorizesIn = (source: ts.SourceFile): FunctionNode[] =>
  collect(source, (node) => {
    const found = isAuthorize(node) ? authorizeOf(node, source) : undefined;
    return found ? [found] : [];
  });

const authorizeOf = (node: ts.Node, source: ts.SourceFile): FunctionNode | undefined =>
  functionOf(memberOf(node.parent, "authorize"), source);

/** What the `authorize` or the `callbacks.signIn` that stands here throws. */
function thrownAt(node: ts.Node, source: ts.SourceFile): Thrown[] {
  if (isAuthorize(node)) {
    const found = authorizeOf(node, source);
    return found ? thrownIn(found, "authorize") : [];
  }
  if (!ts.isPropertyAssignment(node) || memberName(node) !== "callbacks") return [];
  const found = functionOf(memberOf(unwrap(node.initializer), "signIn"), source);
  return found ? thrownIn(found, "signIn") : [];
}

/** Beside `credentials`, or given to a factory of that name. */
const isCredentials = (object: ts.Node): boolean =>
  memberOf(object, "credentials") !== undefined ||
  (ts.isCallExpression(object.parent) &&
    object.parent.expression.getText().toLowerCase().includes("credentials"));

function functionOf(value: ts.Node | undefined, source: ts.SourceFile): FunctionNode | undefined {
  if (!value) return undefined;
  if (ts.isFunctionLike(value)) return value as FunctionNode;
  const name = ts.isIdentifier(value)
    ? value.text
    : ts.isShorthandPropertyAssignment(value)
      ? value.name.text
      : "";
  return functionNamed(name, source);
}

/** A function of the file itself, by its name. */
export function functionNamed(name: string, source: ts.SourceFile): FunctionNode | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    const own = statement.declarationList.declarations.find((one) => one.name.getText() === name);
    const initializer = own?.initializer && unwrap(own.initializer);
    if (initializer && ts.isFunctionLike(initializer)) return initializer as FunctionNode;
  }
  return undefined;
}

/** Uses of the result: `const result = await signIn(…)`, `signIn(…).then((result) => …)`. */
function answersOf(call: ts.CallExpression): SignInMember[] {
  const { parent } = call;
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === "then")
    return answersOfThen(parent.parent);
  const outer = outermost(call);
  let scope: ts.Node = outer;
  while (!ts.isSourceFile(scope) && !ts.isFunctionLike(scope)) scope = scope.parent;
  const set = outer.parent;
  if (ts.isVariableDeclaration(set)) return usesOf(set.name, scope);
  const isSet = ts.isBinaryExpression(set) && set.right === outer && ts.isIdentifier(set.left);
  return isSet ? usesOf(set.left, scope) : [];
}

/** The expression with its `await`, `as` and parentheses. */
function outermost(node: ts.Node): ts.Node {
  const { parent } = node;
  const isAround =
    ts.isAwaitExpression(parent) || ts.isAsExpression(parent) || ts.isParenthesizedExpression(parent);
  return isAround ? outermost(parent) : node;
}

/** `.then((result) => …)` */
function answersOfThen(node: ts.Node): SignInMember[] {
  const then = ts.isCallExpression(node) ? node.arguments[0] : undefined;
  const name = then && ts.isFunctionLike(then) ? then.parameters[0]?.name : undefined;
  return name && then ? usesOf(name, then) : [];
}

const members: readonly string[] = ["error", "ok", "status"];

function usesOf(name: ts.Node, scope: ts.Node): SignInMember[] {
  if (ts.isObjectBindingPattern(name)) return name.elements.flatMap((one) => takenBy(one, scope));
  return collect(scope, (node) => {
    if (!ts.isPropertyAccessExpression(node)) return [];
    const object = unwrap(node.expression);
    const member = node.name.text;
    if (!isMember(member) || !ts.isIdentifier(object) || object.text !== name.getText()) return [];
    const optional = node.questionDotToken !== undefined;
    const answer = { ...rangeOf(node), member, object: node.expression.getText(), optional };
    return [{ ...answer, use: useOf(node), ...negationOf(node), ...doubledBy(node, object.text) }];
  });
}

/** `const { error } = await signIn(…)` */
function takenBy(element: ts.BindingElement, scope: ts.Node): SignInMember[] {
  const member = (element.propertyName ?? element.name).getText();
  if (!isMember(member)) return [];
  const uses = usesOfName(element.name, scope);
  const isJudged = member === "error" && uses.every((one) => useOf(one).kind === "judged");
  const kind = isJudged ? "judged" : "taken";
  return [{ ...rangeOf(element), member, object: "", optional: false, use: { kind } }];
}

/** Where a name is read that this one declares. */
const usesOfName = (name: ts.Node, scope: ts.Node): ts.Identifier[] =>
  collect(scope, (node) =>
    ts.isIdentifier(node) &&
    node !== name &&
    node.text === name.getText() &&
    !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
      ? [node]
      : [],
  );

const isMember = (name: string): name is SignInMember["member"] => members.includes(name);

/** `&&` with what says the same of the error. */
function doubledBy(node: ts.PropertyAccessExpression, object: string): Pick<SignInMember, "doubled"> {
  const { parent } = node;
  const isAnd =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  if (!isAnd || node.name.text !== "ok") return {};
  const other = unwrap(parent.left === node ? parent.right : parent.left).getText();
  return [`!${object}.error`, `!${object}?.error`].includes(other) ? { doubled: rangeOf(parent) } : {};
}

function negationOf({ parent }: ts.Node): Pick<SignInMember, "negation"> {
  const isNegation = ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken;
  return isNegation && useOf(parent).kind === "judged" ? { negation: rangeOf(parent) } : {};
}

function useOf(node: ts.Expression): SignInMember["use"] {
  const { parent } = node;
  if (ts.isSwitchStatement(parent) || ts.isElementAccessExpression(parent)) return { kind: "switched" };
  if (ts.isBinaryExpression(parent)) return useBeside(node, parent);
  const judged =
    ts.isIfStatement(parent) ||
    ts.isPrefixUnaryExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  return { kind: judged ? "judged" : "value" };
}

/** A name that may hold a text, `ErrorCode.Locked`. */
const isConstant = (value: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(value) || (ts.isIdentifier(value) && value.text !== "undefined");

/** As one side of an operator. */
function useBeside(node: ts.Node, { left, right, operatorToken }: ts.BinaryExpression): SignInMember["use"] {
  const sign = operatorToken.getText();
  const isLeft = left === node;
  const other = isLeft ? right : left;
  if (["==", "!=", "===", "!=="].includes(sign))
    return ts.isStringLiteralLike(other)
      ? { kind: "compared", literal: other.text, other: rangeOf(other) }
      : isConstant(other)
        ? { kind: "matched", constant: other.getText() }
        : { kind: "judged" };
  return { kind: sign === "&&" && isLeft ? "judged" : "value" };
}

function addressedIn(text: string): string[] {
  if (!text.includes("error=")) return [];
  const error = new URLSearchParams(text.slice(text.indexOf("?") + 1)).get("error");
  return error ? [error] : [];
}

/** `searchParams.get("error")`, `searchParams.error`, `router.query.error` */
function isAddress(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === "error" && ["searchParams", "query"].includes(lastName(node.expression) ?? "");
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [first] = node.arguments;
  const reads = node.expression.name.text === "get" && first && ts.isStringLiteralLike(first);
  const from = node.expression.expression.getText().toLowerCase();
  return reads === true && first.text === "error" && ["params", "query"].some((word) => from.includes(word));
}

/** `a.b` and `(await a.b)` → b, `a` → a */
function lastName(node: ts.Expression): string | undefined {
  const value = unwrap(node);
  if (ts.isPropertyAccessExpression(value)) return value.name.text;
  return ts.isIdentifier(value) ? value.text : undefined;
}
