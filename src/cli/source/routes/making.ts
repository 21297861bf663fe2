/** What makes applications and routers, and the chains of calls behind it that move them below a path. */
import { plainText, type TextReader } from "../names/texts.js";
import { chainOf } from "../names/values.js";
import { ts, unwrap } from "../syntax/syntax.js";
import { memberValue, pathOf, sum } from "./route-arguments.js";

export interface MadeApplication {
  readonly name: string;
  readonly prefix: string | undefined;
  readonly isRouter: boolean;
}

export interface MovingCall {
  readonly on: ts.Expression;
  readonly path: ts.Expression | undefined;
  readonly start: number;
}

/**
 * The first call of `basePath` in a chain that begins with an application that is there, or with one that is made and
 * gets something in front of it: `new Hono().use(guard).basePath("/api")`.
 */
export function movingCall(value: ts.Expression): MovingCall | undefined {
  const inner = unwrap(value);
  if (!ts.isCallExpression(inner) || !ts.isPropertyAccessExpression(inner.expression)) return undefined;
  const { expression: on, name } = inner.expression;
  const isMoving = name.text === "basePath" && (ts.isIdentifier(unwrap(on)) || makingIn(on) !== undefined);
  return isMoving ? { on, path: inner.arguments[0], start: name.getStart() } : movingCall(on);
}

/** What makes the application of a chain that adds something to it and moves it nowhere. */
export function makingIn(chain: ts.Expression): ts.NewExpression | undefined {
  const call = unwrap(chain);
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  if (call.expression.name.text === "basePath") return undefined;
  const on = unwrap(call.expression.expression);
  return ts.isNewExpression(on) ? on : makingIn(on);
}

/** Whether calls are added to an application between its making and its first `basePath`: it has no variable. */
export function isMovedLater(made: ts.NewExpression): boolean {
  let at: ts.Node = made;
  for (let calls = 0; ; calls += 1) {
    const { parent }: ts.Node = at;
    if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(parent.parent)) return false;
    if (parent.name.text === "basePath") return calls > 0;
    at = parent.parent;
  }
}

/** What makes an application or a router, through calls behind it: `new Hono().basePath("/api")`. */
export function makerOf(value: ts.Expression, textOf: TextReader): MadeApplication | undefined {
  if (!ts.isCallExpression(value) && !ts.isNewExpression(value)) return undefined;
  const { expression: callee, arguments: given } = value;
  const required = requireIn(callee);
  if (required !== undefined) return { name: required, prefix: "", isRouter: isRouterName(callee) };
  if (ts.isPropertyAccessExpression(callee) && !ts.isIdentifier(callee.expression)) {
    const inner = makerOf(unwrap(callee.expression), textOf);
    return inner && callee.name.text === "basePath"
      ? { ...inner, prefix: sum(inner.prefix, pathOf(given?.[0], textOf)) }
      : inner;
  }
  const name = callee.getText().split(".")[0] ?? "";
  const prefix = pathOf(memberValue(given?.[0], "prefix"), textOf);
  return { name, prefix, isRouter: isRouterName(callee) };
}

/** `express.Router`, `require("koa-router")`. */
function isRouterName(callee: ts.Expression): boolean {
  const { from, steps } = chainOf(callee);
  const first = "module" in from ? from.module : from.name;
  return [first, ...steps].some((name) => name.toLowerCase().endsWith("router"));
}

/** The package of `require("express")`, or of a member of it. */
function requireIn(callee: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(callee)) return requireIn(callee.expression);
  const isRequire = ts.isCallExpression(callee) && callee.expression.getText() === "require";
  return isRequire && callee.arguments[0] ? plainText(callee.arguments[0]) : undefined;
}
