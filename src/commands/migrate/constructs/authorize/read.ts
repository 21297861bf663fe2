/** What `authorize` of a credentials provider does with its arguments, which had other types in next-auth 4. */
import type { Range } from "../../../../cli/plan/plan.js";
import { packageName } from "../../../../cli/formats/own-package.js";
import { declarationOf } from "../../../../cli/source/syntax/scopes.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import { memberName, memberOf } from "../init/read.js";
import { authorizesIn, functionNamed } from "../sign-in/read.js";
import { thrownIn } from "../sign-in/thrown.js";

export interface AuthorizeUses {
  /** `req.headers.host`, `req.headers?.["user-agent"]`: what stands behind `headers`, and the name as an expression. */
  readonly headers: readonly (Range & { readonly name: string; readonly optional: boolean })[];
  /** Other uses of the request that a `Request` answers differently, by their source. */
  readonly others: readonly (Range & { readonly source: string })[];
  /** The first field of the form that is read, where types are checked. */
  readonly fields: readonly (Range & { readonly source: string })[];
  /** `const { email } = credentials` where types are checked: the name taken apart, and the fields. */
  readonly takenApart: readonly (Range & { readonly fields: readonly string[] })[];
  /** The first `user.id` of the callbacks and of functions that take a `User` that nothing has checked, where types are. */
  readonly userIds: readonly Range[];
  /** The app says that users have an id: `declare module "next-auth" { interface User { id: string } }`. */
  readonly declaresUserId: boolean;
}

export function locateAuthorize(text: string, fileName: string): AuthorizeUses {
  const source = parse(text, fileName);
  const isTyped = /\.[cm]?tsx?$/.test(fileName);
  const functions = collect(source, readAuthorize);
  const requests = functions.flatMap((one) => usesOf(one, 1));
  const fields = isTyped ? functions.map((one) => usesOf(one, 0).filter(isField)[0]) : [];
  return {
    headers: requests.flatMap(headerOf),
    others: requests.flatMap(otherUse),
    fields: fields.flatMap((one) => (one ? [{ ...rangeOf(one.parent), source: one.parent.getText() }] : [])),
    takenApart: isTyped ? functions.flatMap((one) => usesOf(one, 0).flatMap(readTakenApart)) : [],
    userIds: isTyped ? collect(source, readUserId).slice(0, 1) : [],
    declaresUserId: collect(source, (node) => (isUserWithId(node) ? [node] : [])).length > 0,
  };
}

type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

const isFunction = (node: ts.Node | undefined): node is FunctionNode =>
  node !== undefined &&
  (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node));

function readAuthorize(node: ts.Node): FunctionNode[] {
  if (!ts.isObjectLiteralElementLike(node) || memberName(node) !== "authorize") return [];
  const found = memberOf(node.parent, "authorize");
  return isFunction(found) ? [found] : [];
}

/** Uses of a parameter, where it has a type that is not written out and a plain name. */
function usesOf(func: FunctionNode, index: number): ts.Identifier[] {
  const name = func.parameters[index]?.name;
  if (!name || !ts.isIdentifier(name) || !func.body) return [];
  return collect(func.body, (node) => {
    const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    return ts.isIdentifier(node) && node.text === name.text && !isMember ? [node] : [];
  });
}

const isPlainName = (name: string): boolean => ts.isIdentifierStart(name.codePointAt(0) ?? 0, undefined);

const isField = ({ parent }: ts.Identifier): boolean =>
  ts.isPropertyAccessExpression(parent) && isTakenAsText(parent);

/** `const { email, password } = credentials`, without rest and without a type that is written out. */
function readTakenApart(credentials: ts.Identifier): AuthorizeUses["takenApart"] {
  const { parent } = credentials;
  if (!ts.isVariableDeclaration(parent) || parent.type || !ts.isObjectBindingPattern(parent.name)) return [];
  const { elements } = parent.name;
  const fields = elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
  const isPlain = elements.every(({ dotDotDotToken }) => !dotDotDotToken) && fields.every(isPlainName);
  return isPlain && fields.length > 0 ? [{ ...rangeOf(credentials), fields }] : [];
}

const conversions: ReadonlySet<string> = new Set(["String", "Boolean", "Number"]);

/** A value whose type counts: given to a function, into an object, to a name, or asked for a member. */
function isTakenAsText(value: ts.Node): boolean {
  const { parent } = value;
  if (ts.isNonNullExpression(parent)) return isTakenAsText(parent);
  if (ts.isCallExpression(parent))
    return parent.expression !== value && !conversions.has(parent.expression.getText());
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === value;
  const isAssigned = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssigned || ts.isPropertyAssignment(parent);
}

/** `headers` of the request, when this identifier is in front of it. */
function headersOf(request: ts.Identifier): ts.PropertyAccessExpression | undefined {
  const access = ts.isNonNullExpression(request.parent) ? request.parent.parent : request.parent;
  return ts.isPropertyAccessExpression(access) && access.name.text === "headers" ? access : undefined;
}

function headerOf(request: ts.Identifier): AuthorizeUses["headers"] {
  const headers = headersOf(request);
  const outer = headers?.parent;
  const access = outer && ts.isNonNullExpression(outer) ? outer.parent : outer;
  if (!headers || !access) return [];
  const range = { start: headers.getEnd(), end: access.getEnd() };
  if (ts.isElementAccessExpression(access)) {
    const optional = access.questionDotToken !== undefined;
    return [{ ...range, name: access.argumentExpression.getText(), optional }];
  }
  const isHeader = ts.isPropertyAccessExpression(access) && !headersMembers.has(access.name.text);
  if (!isHeader) return [];
  return [{ ...range, name: `"${access.name.text}"`, optional: access.questionDotToken !== undefined }];
}

const headersMembers: ReadonlySet<string> = new Set(["get", "has", "forEach"]);

/** `req.headers.get("host")`, as a `Request` has it. */
function asksHeaders(request: ts.Identifier): boolean {
  const outer = headersOf(request)?.parent;
  return outer !== undefined && ts.isPropertyAccessExpression(outer) && headersMembers.has(outer.name.text);
}

/** Members that a `Request` has as well, with the same meaning. */
const sharedMembers: ReadonlySet<string> = new Set(["method", "url"]);

function otherUse(request: ts.Identifier): AuthorizeUses["others"] {
  if (headerOf(request).length > 0 || asksHeaders(request)) return [];
  const { parent } = request;
  const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined;
  if (member !== undefined && sharedMembers.has(member)) return [];
  const place = member === undefined ? request : parent;
  return [{ ...rangeOf(place), source: place.getText() }];
}

/** `user.id` of the user that a callback is given. */
function readUserId(node: ts.Node): Range[] {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== "id") return [];
  if (!ts.isIdentifier(node.expression) || node.expression.text !== "user") return [];
  const isSub = ts.isBinaryExpression(node.parent) && node.parent.left.getText() === "token.sub";
  if (isSub || !isTakenAsText(node)) return [];
  const user = declarationOf(node.expression);
  const isUser = user !== undefined && (isInCallback(user) || isTypedUser(user));
  return isUser && !isChecked(node) ? [rangeOf(node)] : [];
}

/** `user: User` */
const isTypedUser = (node: ts.Node): boolean => ts.isParameter(node) && node.type?.getText() === "User";

/** In `jwt` or `signIn` of `callbacks`: a session of a store has the row, whose id is always there. */
function isInCallback(node: ts.Node): boolean {
  if (ts.isSourceFile(node)) return false;
  const name = ts.isObjectLiteralElementLike(node) ? memberName(node) : undefined;
  const { parent } = node;
  const isCallback = (name === "jwt" || name === "signIn") && ts.isPropertyAssignment(parent.parent);
  return (isCallback && memberName(parent.parent) === "callbacks") || isInCallback(parent);
}

/** Something in the same function has asked for it: `if (!user.id) return`, `if (user.id) …`, `user.id && …`. */
function isChecked(id: ts.Node): boolean {
  for (let node = id; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (ts.isIfStatement(parent) && parent.thenStatement === node && holds(parent.expression)) return true;
    if (ts.isConditionalExpression(parent) && parent.whenTrue === node && holds(parent.condition))
      return true;
    if (ts.isBinaryExpression(parent) && parent.right === node && isAnd(parent) && holds(parent.left))
      return true;
    if (!ts.isBlock(parent)) continue;
    const above = parent.statements.slice(
      0,
      parent.statements.findIndex((one) => one === node),
    );
    if (above.some((one) => ts.isIfStatement(one) && isLeft(one.thenStatement) && fails(one.expression)))
      return true;
  }
  return false;
}

/** `user.id`, `user?.id` */
const isIdText = (value: ts.Expression): boolean => ["user.id", "user?.id"].includes(value.getText());

const isAnd = ({ operatorToken }: ts.BinaryExpression): boolean =>
  operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;

/** Whether a condition is only true with an id. */
function holds(condition: ts.Expression): boolean {
  const value = unwrap(condition);
  if (ts.isBinaryExpression(value) && isAnd(value)) return holds(value.left) || holds(value.right);
  return isIdText(value);
}

/** Whether a condition is always true without one. */
function fails(condition: ts.Expression): boolean {
  const value = unwrap(condition);
  if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.BarBarToken)
    return fails(value.left) || fails(value.right);
  return (
    ts.isPrefixUnaryExpression(value) &&
    value.operator === ts.SyntaxKind.ExclamationToken &&
    isIdText(unwrap(value.operand))
  );
}

/** The statement ends the function. */
function isLeft(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
}

const userModules: ReadonlySet<string> = new Set([
  "next-auth",
  "@auth/core",
  "@auth/core/types",
  packageName,
]);

/** The interface of an augmentation, with an id of its own or of a type of the app. */
function isUserWithId(node: ts.Node): boolean {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== "User") return false;
  const module = node.parent.parent;
  if (!ts.isModuleDeclaration(module) || !userModules.has(module.name.text)) return false;
  const extended = node.heritageClauses?.flatMap(({ types }) => types.map((one) => one.getText())) ?? [];
  return (
    extended.some((name) => name !== "DefaultUser") ||
    node.members.some((one) => one.name?.getText() === "id" && !one.questionToken)
  );
}

// What `authorize` calls, and what functions throw: a thrown text may come from one call further.

/** A function that `authorize` calls by its plain name. */
export interface Called {
  readonly name: string;
  readonly offset: number;
}

/** Each name once, at its first call; calls below a `try` are left out: their errors may end there. */
export function locateCalled(text: string, fileName: string): readonly Called[] {
  const calls = authorizesIn(parse(text, fileName)).flatMap((authorize) =>
    collect(authorize, (node): Called[] =>
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && !isTried(node, authorize)
        ? [{ name: node.expression.text, offset: node.getStart() }]
        : [],
    ),
  );
  return calls.filter(({ name }, at) => calls.findIndex((one) => one.name === name) === at);
}

const isTried = (node: ts.Node, top: ts.Node): boolean =>
  node !== top &&
  ((ts.isTryStatement(node.parent) && node.parent.tryBlock === node) || isTried(node.parent, top));

/** Where a function of a file throws an error that is none of the library's: its offset. "unseen": it is not there. */
export function locateThrow(
  text: string,
  fileName: string,
  name: string,
  isKnown: (error: string) => boolean,
): number | "unseen" | undefined {
  const source = parse(text, fileName);
  const found = name === "default" ? defaultFunction(source) : functionNamed(name, source);
  if (!found) return "unseen";
  return thrownIn(found, "authorize").find(
    ({ error, caught }) => error !== undefined && !caught && !isKnown(error),
  )?.start;
}

function defaultFunction(source: ts.SourceFile): ts.FunctionLikeDeclaration | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && isDefault(statement)) return statement;
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
      return functionNamed(statement.expression.text, source);
  }
  return undefined;
}

const isDefault = ({ modifiers }: ts.FunctionDeclaration): boolean =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
