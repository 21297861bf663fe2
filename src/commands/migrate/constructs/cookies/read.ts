/** Cookies of next-auth 4 that an app's own code names. */
import { memberName } from "../init/read.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import type { Range } from "../../../../cli/plan/plan.js";
import { spaceAfter } from "../../../../cli/source/text/layout.js";

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

const isOldName = (name: string): boolean => /^(?:__(?:Secure|Host)-)?next-auth\./.test(name);
const hasOldName = (name: string): boolean =>
  /next-auth\.(?:$|session|csrf|callback|pkce|state|nonce)/.test(name);
const clearing = /^(?:delete|remove|clearCookie|deleteCookie|removeCookie|destroyCookie)$/;
const writing = /^(?:set|cookie|setCookie)$/;

/** Every text that names a cookie of next-auth 4, but for those that `cookies` of the options keep. */
export const locateCookieNames = (text: string, fileName: string): CookieName[] =>
  collect(parse(text, fileName), (node) => {
    const literal = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateTail(node);
    const loose = literal && hasOldName(node.text);
    if (!loose || isKept(node)) return [];
    const whole = ts.isStringLiteralLike(node) && isOldName(node.text);
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
  collect(call, (node) => (isEnding(node) ? [node] : [])).length > 0;

/** `maxAge: 0`, `value: ""`, `expires: new Date(0)` */
function isEnding(node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node)) return false;
  const name = memberName(node);
  const value = unwrap(node.initializer);
  if (name === "maxAge") return ["0", "-1"].includes(value.getText());
  if (name === "value") return ts.isStringLiteralLike(value) && value.text === "";
  const [date] = name === "expires" && ts.isNewExpression(value) ? (value.arguments ?? []) : [];
  if (date === undefined) return false;
  return date.getText() === "0" || (ts.isStringLiteralLike(date) && date.text.includes("1970"));
}

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
  const behind = member.getEnd() + spaceAfter(text, member.getEnd());
  const comma = text[behind] === "," ? behind + 1 : undefined;
  const above = text.slice(0, member.getStart()).trimEnd();
  return {
    kind: "tokenName",
    member:
      comma === undefined
        ? { start: above.endsWith(",") ? above.length - 1 : member.getStart(), end: member.getEnd() }
        : { start: member.getFullStart(), end: comma },
  };
}
