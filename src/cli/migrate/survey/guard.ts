/** The guard of next-auth 4: what `next-auth/middleware` is used for in a file. */
import { parse, ts, unwrap, visit } from "../../source/syntax.js";
import { rangeOf } from "./index.js";
import type { Range } from "../../plan/plan.js";

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

export type Guard =
  /** `export { default } from "next-auth/middleware"` */
  | { readonly kind: "plain"; readonly at: Range; readonly exportedAs: string }
  | {
      readonly kind: "call";
      readonly at: Range;
      readonly callee: Range;
      readonly handler?: Func;
      readonly options?: {
        readonly open: number;
        readonly empty: boolean;
        readonly secret?: Range;
        readonly signIn?: Range;
        readonly cookies: boolean;
        readonly callbacks?: { readonly open: number };
        readonly authorized?: Func | "unreadable";
      };
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
  const guards: Guard[] = [];
  const tokens: Range[] = [];
  const tokenNames: (Range & { name: string })[] = [];
  const strange: Range[] = [];
  visit(source, (node) => {
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      if (node.moduleSpecifier.text !== guardModule) return;
      const list =
        node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
      const [only, ...others] = list;
      const plain =
        only !== undefined && others.length === 0 && (only.propertyName ?? only.name).text === "default";
      guards.push(
        plain
          ? { kind: "plain", at: rangeOf(node), exportedAs: only.name.text }
          : { kind: "other", at: rangeOf(node) },
      );
    }
    if (ts.isPropertyAccessExpression(node) && node.name.text === "nextauth") {
      const named = readTokenName(node);
      const { parent } = node;
      if (named) tokenNames.push(named);
      else if (
        ts.isPropertyAccessExpression(parent) &&
        parent.name.text === "token" &&
        ts.isIdentifier(node.expression)
      )
        tokens.push(rangeOf(parent));
      else strange.push(rangeOf(node));
    }
    if (!ts.isIdentifier(node) || !locals.has(node.text)) return;
    const { parent } = node;
    if (ts.isImportClause(parent) || ts.isImportSpecifier(parent)) return;
    if (ts.isExportAssignment(parent)) guards.push({ kind: "name", at: rangeOf(node) });
    else if (ts.isCallExpression(parent) && parent.expression === node) guards.push(readCall(parent));
    else guards.push({ kind: "other", at: rangeOf(node) });
  });
  return { guards, hasMatcher: /\bmatcher\b/.test(text), tokens, tokenNames, strange };
}

/** `const token = request.nextauth.token` and `const { token } = request.nextauth`, alone in their statement. */
function readTokenName(access: ts.PropertyAccessExpression): (Range & { name: string }) | undefined {
  const taken = ts.isPropertyAccessExpression(access.parent) && access.parent.name.text === "token";
  let value: ts.Node = taken ? access.parent : access;
  while (ts.isAsExpression(value.parent) || ts.isNonNullExpression(value.parent)) value = value.parent;
  const declaration = value.parent;
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  const list = declaration.parent;
  if (!ts.isVariableDeclarationList(list) || list.declarations.length > 1) return undefined;
  const statement = list.parent;
  if (!ts.isVariableStatement(statement) || !ts.isIdentifier(access.expression)) return undefined;
  const { name } = declaration;
  if (taken) return ts.isIdentifier(name) ? { ...rangeOf(statement), name: name.text } : undefined;
  const [only, ...others] = ts.isObjectBindingPattern(name) ? name.elements : [];
  const plain =
    only && others.length === 0 && !only.initializer && !only.dotDotDotToken && ts.isIdentifier(only.name);
  if (!plain || (only.propertyName ?? only.name).getText() !== "token") return undefined;
  return { ...rangeOf(statement), name: only.name.getText() };
}

function readCall(call: ts.CallExpression): Guard {
  const other = { kind: "other", at: rangeOf(call) } as const;
  const values = call.arguments.map(unwrap);
  const [first, second, ...more] = values;
  const handler = first && isFunction(first) ? readFunction(first) : undefined;
  const object = handler ? second : first;
  if (more.length > 0 || (!handler && second) || (object && !ts.isObjectLiteralExpression(object)))
    return other;
  const base = {
    kind: "call",
    at: rangeOf(call),
    callee: rangeOf(call.expression),
    ...(handler && { handler }),
  } as const;
  if (!object || !ts.isObjectLiteralExpression(object)) return base;
  const pages = valueOf(object, "pages");
  const signIn = pages && ts.isObjectLiteralExpression(pages) ? valueOf(pages, "signIn") : undefined;
  const callbacks = valueOf(object, "callbacks");
  const secret = valueOf(object, "secret");
  const plainCallbacks = callbacks && ts.isObjectLiteralExpression(callbacks) ? callbacks : undefined;
  const authorized = plainCallbacks && member(plainCallbacks, "authorized");
  const func =
    authorized &&
    (ts.isMethodDeclaration(authorized)
      ? authorized
      : ts.isPropertyAssignment(authorized)
        ? unwrap(authorized.initializer)
        : undefined);
  return {
    ...base,
    options: {
      open: object.getStart(),
      empty: object.properties.length === 0,
      ...(secret && { secret: rangeOf(secret) }),
      ...(signIn && { signIn: rangeOf(signIn) }),
      cookies:
        ["cookies", "jwt"].some((name) => member(object, name) !== undefined) ||
        (callbacks !== undefined && !plainCallbacks),
      ...(plainCallbacks && { callbacks: { open: plainCallbacks.getStart() } }),
      ...(authorized && { authorized: func && isFunction(func) ? readFunction(func) : "unreadable" }),
    },
  };
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
