/** The guard of next-auth 4: what `next-auth/middleware` is used for in a file. */
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import type { Range } from "../../../../cli/plan/plan.js";
import { mentions } from "../../../../cli/source/names/code-names.js";

/** A function with its parameter and body. */
export interface Func extends Range {
  readonly isAsync: boolean;
  /** The parameter list between the parentheses; of a bare parameter the name. */
  readonly params: Range;
  readonly bare: boolean;
  /** Local names of `{ token, req }`, or undefined when the parameter is something else. */
  readonly takes: { readonly token?: string; readonly req?: string } | undefined;
  /** The only parameter, when it is a plain name. */
  readonly name?: string;
  /** An expression, or a block with its braces. */
  readonly body: Range;
  readonly isBlock: boolean;
  /** What it returns, when that is all it does. */
  readonly value?: Range;
  /** A method `authorized({ token }) { … }`. */
  readonly isMethod: boolean;
}

/** The object that `withAuth` gets. */
export interface GuardOptions {
  readonly open: number;
  readonly empty: boolean;
  readonly secret?: Range;
  readonly signIn?: Range;
  /** It has `cookies`, `jwt`, or callbacks that cannot be read. */
  readonly cookies: boolean;
  readonly callbacks?: { readonly open: number };
  readonly authorized?: Func | "unreadable";
}

export type Guard =
  /** `export { default } from "next-auth/middleware"` */
  | { readonly kind: "plain"; readonly at: Range; readonly exportedAs: string }
  | {
      readonly kind: "call";
      readonly at: Range;
      readonly callee: Range;
      readonly handler?: Func;
      readonly options?: GuardOptions;
    }
  /** `export default withAuth` */
  | { readonly kind: "name"; readonly at: Range }
  | { readonly kind: "other"; readonly at: Range };

export interface GuardPlace {
  readonly guards: readonly Guard[];
  /** The file says which paths it is for. */
  readonly hasMatcher: boolean;
  /** Uses of `request.nextauth.token`. */
  readonly tokens: readonly Range[];
  /** Statements that do nothing but give it a name. */
  readonly tokenNames: readonly (Range & { readonly name: string })[];
  /** Other uses of `request.nextauth`. */
  readonly strange: readonly Range[];
}

const guardModule = "next-auth/middleware";

export function locateGuard(text: string, fileName: string, locals: ReadonlySet<string>): GuardPlace {
  const source = parse(text, fileName);
  const accesses = collect(source, (node) =>
    ts.isPropertyAccessExpression(node) && node.name.text === "nextauth" ? [node] : [],
  );
  const named = accesses.filter((node) => readTokenName(node) !== undefined);
  const others = accesses.filter((node) => !named.includes(node));
  return {
    guards: collect(source, (node) => readGuard(node, locals)),
    hasMatcher: mentions(text, fileName, "matcher"),
    tokens: others.filter(isToken).map(({ parent }) => rangeOf(parent)),
    tokenNames: named.flatMap((node) => readTokenName(node) ?? []),
    strange: others.filter((node) => !isToken(node)).map(rangeOf),
  };
}

/** `request.nextauth` of `request.nextauth.token` */
const isToken = ({ parent, expression }: ts.PropertyAccessExpression): boolean =>
  ts.isPropertyAccessExpression(parent) && parent.name.text === "token" && ts.isIdentifier(expression);

function readGuard(node: ts.Node, locals: ReadonlySet<string>): Guard[] {
  if (ts.isExportDeclaration(node)) return readReexport(node);
  if (!ts.isIdentifier(node) || !locals.has(node.text)) return [];
  const { parent } = node;
  if (ts.isImportClause(parent) || ts.isImportSpecifier(parent)) return [];
  if (ts.isExportAssignment(parent)) return [{ kind: "name", at: rangeOf(node) }];
  const isCalled = ts.isCallExpression(parent) && parent.expression === node;
  return [isCalled ? readCall(parent) : { kind: "other", at: rangeOf(node) }];
}

/** `export { default } from "next-auth/middleware"` */
function readReexport(node: ts.ExportDeclaration): Guard[] {
  const { moduleSpecifier, exportClause } = node;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== guardModule)
    return [];
  const [only, ...others] = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [];
  const isPlain = only && others.length === 0 && (only.propertyName ?? only.name).text === "default";
  return [
    isPlain
      ? { kind: "plain", at: rangeOf(node), exportedAs: only.name.text }
      : { kind: "other", at: rangeOf(node) },
  ];
}

/** `const token = request.nextauth.token` and `const { token } = request.nextauth`, alone in their statement. */
function readTokenName(access: ts.PropertyAccessExpression): (Range & { name: string }) | undefined {
  const taken = ts.isPropertyAccessExpression(access.parent) && access.parent.name.text === "token";
  const declaration = declarationOf(taken ? access.parent : access);
  const statement = declaration?.parent.parent;
  if (!declaration || !statement || !ts.isIdentifier(access.expression)) return undefined;
  const name = taken ? declaration.name : tokenOf(declaration.name);
  return name && ts.isIdentifier(name) ? { ...rangeOf(statement), name: name.text } : undefined;
}

/** The only declaration of a statement, with this value. */
function declarationOf(value: ts.Node): ts.VariableDeclaration | undefined {
  const { parent } = value;
  if (ts.isAsExpression(parent) || ts.isNonNullExpression(parent)) return declarationOf(parent);
  if (!ts.isVariableDeclaration(parent) || !ts.isVariableDeclarationList(parent.parent)) return undefined;
  const isAlone = parent.parent.declarations.length === 1 && ts.isVariableStatement(parent.parent.parent);
  return isAlone ? parent : undefined;
}

/** The local name that `{ token }` or `{ token: name }` gives. */
function tokenOf(pattern: ts.BindingName): ts.BindingName | undefined {
  const [only, ...others] = ts.isObjectBindingPattern(pattern) ? pattern.elements : [];
  if (!only || others.length > 0 || only.initializer || only.dotDotDotToken) return undefined;
  return (only.propertyName ?? only.name).getText() === "token" ? only.name : undefined;
}

function readCall(call: ts.CallExpression): Guard {
  const [first, second, ...more] = call.arguments.map(unwrap);
  const handler = first && isFunction(first) ? readFunction(first) : undefined;
  const object = handler ? second : first;
  const isKnown = object === undefined || ts.isObjectLiteralExpression(object);
  if (more.length > 0 || (!handler && second) || !isKnown) return { kind: "other", at: rangeOf(call) };
  return {
    kind: "call",
    at: rangeOf(call),
    callee: rangeOf(call.expression),
    ...(handler && { handler }),
    ...(object && { options: readOptions(object) }),
  };
}

function readOptions(object: ts.ObjectLiteralExpression): GuardOptions {
  const pages = valueOf(object, "pages");
  const signIn = pages && ts.isObjectLiteralExpression(pages) ? valueOf(pages, "signIn") : undefined;
  const given = valueOf(object, "callbacks");
  const callbacks = given && ts.isObjectLiteralExpression(given) ? given : undefined;
  const secret = valueOf(object, "secret");
  const authorized = callbacks && member(callbacks, "authorized");
  const isUnreadable = given !== undefined && !callbacks;
  return {
    open: object.getStart(),
    empty: object.properties.length === 0,
    ...(secret && { secret: rangeOf(secret) }),
    ...(signIn && { signIn: rangeOf(signIn) }),
    cookies: isUnreadable || ["cookies", "jwt"].some((name) => member(object, name) !== undefined),
    ...(callbacks && { callbacks: { open: callbacks.getStart() } }),
    ...(authorized && { authorized: readMember(authorized) }),
  };
}

function readMember(node: ts.ObjectLiteralElementLike): Func | "unreadable" {
  const value = ts.isPropertyAssignment(node) ? unwrap(node.initializer) : node;
  return isFunction(value) ? readFunction(value) : "unreadable";
}

type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

const isFunction = (node: ts.Node): node is FunctionNode =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node);

const member = (object: ts.ObjectLiteralExpression, name: string) =>
  object.properties.find((one) => one.name?.getText().replace(/["']/g, "") === name);

function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = member(object, name);
  return found && ts.isPropertyAssignment(found) ? unwrap(found.initializer) : undefined;
}

function readFunction(node: FunctionNode): Func {
  const body = node.body ?? node;
  const [parameter, ...others] = node.parameters;
  const text = node.getSourceFile().text;
  const params = { start: node.parameters.pos, end: node.parameters.end };
  const plain =
    parameter && others.length === 0 && ts.isIdentifier(parameter.name) ? parameter.name.text : undefined;
  const value = onlyValue(body);
  return {
    ...rangeOf(node),
    ...(value && { value: rangeOf(value) }),
    isAsync: node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false,
    params,
    bare: !text.slice(node.getStart(), params.start).endsWith("("),
    takes: others.length === 0 ? readPattern(parameter) : undefined,
    ...(plain !== undefined && { name: plain }),
    body: rangeOf(body),
    isBlock: ts.isBlock(body),
    isMethod: ts.isMethodDeclaration(node),
  };
}

function onlyValue(body: ts.Node): ts.Node | undefined {
  if (!ts.isBlock(body)) return body;
  const [only, ...others] = body.statements;
  return only && others.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined;
}

function readPattern(parameter: ts.ParameterDeclaration | undefined): Func["takes"] {
  if (!parameter) return {};
  if (!ts.isObjectBindingPattern(parameter.name) || parameter.type) return undefined;
  const takes: { token?: string; req?: string } = {};
  for (const { propertyName, name, initializer } of parameter.name.elements) {
    const key = (propertyName ?? name).getText();
    if (initializer || !ts.isIdentifier(name) || (key !== "token" && key !== "req")) return undefined;
    takes[key] = name.text;
  }
  return takes;
}
