/** Cookies of next-auth 4 that an app's own code names. */
import { memberName } from "./options.js";
import { collect } from "./collect.js";
import { rangeOf } from "./modules.js";
import { parse, ts, unwrap } from "../../source/syntax.js";
import type { Range } from "../../plan/plan.js";

/** Text between the quotes. */
export interface CookieName extends Range {
  readonly name: string;
  readonly form:
    | { readonly kind: "plain" }
    /** Read or looked for: `x.get("…")`, `x["…"]`, `x.has("…")`. */
    | { readonly kind: "read"; readonly whole: Range; readonly joined: "??" | "||" }
    /** A statement that takes the cookie away. */
    | { readonly kind: "cleared"; readonly statement: Range }
    /** One text of a list. */
    | { readonly kind: "listed"; readonly literal: Range }
    /** Behind `cookieName` of getToken, which knows the names by itself. */
    | { readonly kind: "tokenName"; readonly member: Range };
}

const oldName = /^(?:__(?:Secure|Host)-)?next-auth\./;
const clearing = /^(?:delete|remove|clearCookie|deleteCookie|removeCookie|destroyCookie)$/;
const writing = /^(?:set|cookie|setCookie)$/;

/** Every text that names a cookie of next-auth 4, but for those that `cookies` of the options keep. */
export const locateCookieNames = (text: string, fileName: string): CookieName[] =>
  collect(parse(text, fileName), (node) => {
    const literal = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateTail(node);
    const loose = literal && /next-auth\.(?:$|session|csrf|callback|pkce|state|nonce)/.test(node.text);
    if (!loose || isKept(node)) return [];
    const whole = ts.isStringLiteralLike(node) && oldName.test(node.text);
    const form = whole ? formOf(node, text) : undefined;
    const range = { start: node.getStart() + 1, end: node.getEnd() - 1 };
    return [{ name: node.text, ...range, form: form ?? { kind: "plain" } }];
  });

/** Below `cookies` of the options: a name of the app's own. */
function isKept(node: ts.Node): boolean {
  for (let outer = node.parent; !ts.isSourceFile(outer); outer = outer.parent) {
    if (ts.isPropertyAssignment(outer) && memberName(outer) === "cookies") return true;
    if (ts.isFunctionLike(outer) || ts.isStatement(outer)) return false;
  }
  return false;
}

function formOf(literal: ts.StringLiteralLike, text: string): CookieName["form"] | undefined {
  const { parent } = literal;
  const token = tokenName(literal, text);
  if (token) return token;
  if (ts.isArrayLiteralExpression(parent) && parent.elements.every(ts.isStringLiteralLike))
    return { kind: "listed", literal: rangeOf(literal) };
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === literal) {
    const isRead = !ts.isDeleteExpression(parent.parent) && !isAssigned(parent);
    return isRead ? { kind: "read", whole: rangeOf(parent), joined: "??" } : undefined;
  }
  const call = callOf(literal);
  return call && formOfCall(call);
}

function formOfCall(call: ts.CallExpression): CookieName["form"] | undefined {
  const callee = unwrap(call.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  if ((name === "get" || name === "has") && call.arguments.length === 1)
    return { kind: "read", whole: rangeOf(call), joined: name === "get" ? "??" : "||" };
  const clears = clearing.test(name) || (writing.test(name) && isEmptied(call));
  const statement = clears ? statementOf(call) : undefined;
  return statement && { kind: "cleared", statement: rangeOf(statement) };
}

/** The call whose argument this is, or `{ name: "…" }` in it. */
function callOf(literal: ts.Node): ts.CallExpression | undefined {
  const named = ts.isPropertyAssignment(literal.parent) && memberName(literal.parent) === "name";
  const argument = named ? literal.parent.parent : literal;
  const { parent } = argument;
  return ts.isCallExpression(parent) && parent.expression !== argument ? parent : undefined;
}

const isAssigned = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** An empty value, or an end in the past. */
const isEmptied = (call: ts.CallExpression): boolean =>
  call.arguments.some((one) => ts.isStringLiteralLike(one) && one.text === "") ||
  /\b(?:maxAge:\s*(?:0|-1)\b|value:\s*(?:""|'')|expires:\s*new Date\((?:0|["'][^"']*1970))/.test(
    call.getText(),
  );

/** The statement that is this call and nothing else, in a block. */
function statementOf(call: ts.CallExpression): ts.Statement | undefined {
  const outer = ts.isAwaitExpression(call.parent) ? call.parent : call;
  const { parent } = outer;
  if (!ts.isExpressionStatement(parent)) return undefined;
  return ts.isBlock(parent.parent) || ts.isSourceFile(parent.parent) ? parent : undefined;
}

/** `cookieName: "…"`, or one name for https and one for http. */
function tokenName(literal: ts.StringLiteralLike, text: string): CookieName["form"] | undefined {
  const value = ts.isConditionalExpression(literal.parent) ? literal.parent : literal;
  const isSession = (node: ts.Node) =>
    ts.isStringLiteralLike(node) && node.text.endsWith("next-auth.session-token");
  if (ts.isConditionalExpression(value) && !(isSession(value.whenTrue) && isSession(value.whenFalse)))
    return undefined;
  const member = value.parent;
  if (!ts.isPropertyAssignment(member) || memberName(member) !== "cookieName") return undefined;
  const object = member.parent;
  const call = object.parent;
  const isGetToken = ts.isCallExpression(call) && call.expression.getText() === "getToken";
  if (!isGetToken || !ts.isObjectLiteralExpression(object)) return undefined;
  // From the comma in front, or with the one behind.
  const comma = /^\s*,/.exec(text.slice(member.getEnd()))?.[0].length;
  const before = /,\s*$/.exec(text.slice(0, member.getStart()))?.[0].length ?? 0;
  return {
    kind: "tokenName",
    member:
      comma === undefined
        ? { start: member.getStart() - before, end: member.getEnd() }
        : { start: member.getFullStart(), end: member.getEnd() + comma },
  };
}
