/** Calls of next-auth 4: `NextAuth(options)`, `getServerSession(…, options)`, and the options themselves. */
import { parse, ts, unwrap, visit } from "../../source/syntax.js";
import { rangeOf } from "./index.js";
import type { Range } from "../../plan/plan.js";

/** One argument of a call. */
export interface Argument extends Range {
  /** It is nothing but this name. */
  readonly name?: string;
  /** `x.req` or `x.res`: the name in front. */
  readonly of?: { readonly object: string; readonly member: string };
  readonly isObject: boolean;
}

export interface Call extends Range {
  readonly callee: Range;
  readonly args: readonly Argument[];
}

/** A call of `NextAuth`, with what becomes of its result. */
export interface InitCall extends Call {
  readonly statement: Range;
  /**
   * default: `export default NextAuth(…)`. commonjs: `module.exports = NextAuth(…)`. variable: `const handler =
   * NextAuth(…)`. used: the form of version 5.
   */
  readonly result: "default" | "commonjs" | "variable" | "used" | "other";
  /** The variable's name. */
  readonly variable?: string;
  /** From the first character of the statement to the call. */
  readonly lead: Range;
}

/** A variable at the top of the file. */
export interface Declared {
  readonly name: string;
  readonly statement: Range;
  readonly exported: boolean;
}

export interface Calls {
  readonly inits: readonly InitCall[];
  readonly sessions: readonly Call[];
  /** Calls of the client's functions with a request, which only next-auth 4 takes. */
  readonly clientCalls: readonly Call[];
  readonly declared: readonly Declared[];
  /** `function auth(...args) { return getServerSession(...args, options) }` */
  readonly wrappers: readonly (Declared & { readonly options: string; readonly call: number })[];
  /** Every name at the top of the file. */
  readonly topNames: ReadonlySet<string>;
  /** Local names of exports that are called differently: `export default x`, `export { x as y }`. */
  readonly exportedAs: ReadonlyMap<string, string>;
  /**
   * `export { handler as GET, handler as POST }`, `export const GET = handler`, `export default handler`, by the variable
   * they export.
   */
  readonly handlerExports: readonly (Range & {
    readonly variable: string;
    readonly names: readonly string[];
  })[];
  /** How often each name is used, imports and exports aside. */
  readonly uses: ReadonlyMap<string, number>;
  /** Members of the options that this runtime reads differently. */
  readonly oddities: readonly { readonly offset: number; readonly name: string }[];
}

/** Local names of the functions that a file has from the old packages. */
export interface CalleeNames {
  readonly init: ReadonlySet<string>;
  readonly session: ReadonlySet<string>;
  readonly client: ReadonlySet<string>;
}

export function locateCalls(text: string, fileName: string, names: CalleeNames): Calls {
  const source = parse(text, fileName);
  const found = {
    inits: [] as InitCall[],
    sessions: [] as Call[],
    clientCalls: [] as Call[],
    declared: [] as Declared[],
    wrappers: [] as (Declared & { options: string; call: number })[],
    topNames: new Set<string>(),
    exportedAs: new Map<string, string>(),
    handlerExports: [] as (Range & { variable: string; names: string[] })[],
    uses: new Map<string, number>(),
    oddities: [] as { offset: number; name: string }[],
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) readVariables(statement, found.declared);
    for (const name of namesOf(statement)) found.topNames.add(name);
    const wrapper = readWrapper(statement, names.session);
    if (wrapper) found.wrappers.push(wrapper);
    for (const [exported, local] of readRenamedExports(statement)) found.exportedAs.set(exported, local);
    const exports = readHandlerExport(statement);
    if (exports) found.handlerExports.push(exports);
  }
  visit(source, (node) => {
    if (ts.isIdentifier(node) && isUse(node)) found.uses.set(node.text, (found.uses.get(node.text) ?? 0) + 1);
    if (ts.isPropertyAssignment(node)) {
      const name = node.name.getText();
      const isOption = (one: ts.ObjectLiteralElementLike) => one.name?.getText() === "providers";
      const odd = name === "httpOptions" || (name === "logger" && node.parent.properties.some(isOption));
      if (odd) found.oddities.push({ offset: node.getStart(), name });
    }
    if (!ts.isCallExpression(node)) return;
    const callee = calleeName(node);
    if (callee === undefined) return;
    if (names.init.has(callee)) found.inits.push({ ...readCall(node), ...resultOf(node) });
    if (names.session.has(callee)) found.sessions.push(readCall(node));
    if (names.client.has(callee) && node.arguments.length > 0) found.clientCalls.push(readCall(node));
  });
  return found;
}

/** `name(…)`, and `name.default(…)` as CommonJS has it. */
function calleeName({ expression }: ts.CallExpression): string | undefined {
  const called = unwrap(expression);
  if (ts.isIdentifier(called)) return called.text;
  const isDefault = ts.isPropertyAccessExpression(called) && called.name.text === "default";
  return isDefault && ts.isIdentifier(called.expression) ? called.expression.text : undefined;
}

function readCall(node: ts.CallExpression): Call {
  return {
    ...rangeOf(node),
    callee: { start: node.getStart(), end: calleeEnd(node) },
    args: node.arguments.map(readArgument),
  };
}

/** Type arguments go together with the name. */
const calleeEnd = (node: ts.CallExpression): number =>
  node.typeArguments
    ? node.getSourceFile().text.indexOf(">", node.typeArguments.end) + 1
    : node.expression.getEnd();

function readArgument(node: ts.Expression): Argument {
  const value = unwrap(node);
  const of =
    ts.isPropertyAccessExpression(value) && ts.isIdentifier(value.expression)
      ? { object: value.expression.text, member: value.name.text }
      : undefined;
  return {
    ...rangeOf(node),
    ...(ts.isIdentifier(value) && { name: value.text }),
    ...(of && { of }),
    isObject: ts.isObjectLiteralExpression(value),
  };
}

function resultOf(call: ts.CallExpression): Pick<InitCall, "statement" | "result" | "variable" | "lead"> {
  let outer: ts.Node = call;
  while (
    ts.isParenthesizedExpression(outer.parent) ||
    ts.isAsExpression(outer.parent) ||
    ts.isSatisfiesExpression(outer.parent)
  )
    outer = outer.parent;
  let statement: ts.Node = outer;
  while (!ts.isSourceFile(statement.parent) && !ts.isBlock(statement.parent)) statement = statement.parent;
  const shared = {
    statement: rangeOf(statement),
    lead: { start: statement.getStart(), end: call.getStart() },
  };
  const { parent } = outer;
  if (ts.isExportAssignment(parent) && !parent.isExportEquals) return { ...shared, result: "default" };
  if (ts.isPropertyAccessExpression(parent)) return { ...shared, result: "used" };
  if (ts.isBinaryExpression(parent) && parent.left.getText() === "module.exports")
    return { ...shared, result: "commonjs" };
  if (!ts.isVariableDeclaration(parent)) return { ...shared, result: "other" };
  if (!ts.isIdentifier(parent.name)) return { ...shared, result: "used" };
  const list = parent.parent;
  const alone =
    ts.isVariableDeclarationList(list) && list.declarations.length === 1 && ts.isSourceFile(statement.parent);
  return alone
    ? { ...shared, result: "variable", variable: parent.name.text }
    : { ...shared, result: "other" };
}

/** A function that hands whatever it gets on to `getServerSession`, with the options behind. */
function readWrapper(statement: ts.Statement, callees: ReadonlySet<string>) {
  if (!ts.isFunctionDeclaration(statement) || !statement.name || statement.parameters.length !== 1)
    return undefined;
  const [only, ...others] = statement.body?.statements ?? [];
  if (!only || others.length > 0 || !ts.isReturnStatement(only) || !only.expression) return undefined;
  const call = unwrap(only.expression);
  if (!ts.isCallExpression(call) || !callees.has(calleeName(call) ?? "")) return undefined;
  const [spread, options] = call.arguments;
  if (!spread || !ts.isSpreadElement(spread) || !options || !ts.isIdentifier(options)) return undefined;
  const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
  if (isDefault) return undefined;
  const name = statement.name.text;
  return { name, statement: rangeOf(statement), exported, options: options.text, call: call.getStart() };
}

function readRenamedExports(statement: ts.Statement): (readonly [string, string])[] {
  if (ts.isExportAssignment(statement)) {
    const value = unwrap(statement.expression);
    return !statement.isExportEquals && ts.isIdentifier(value) ? [["default", value.text]] : [];
  }
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return [];
  const list = statement.exportClause;
  if (!list || !ts.isNamedExports(list)) return [];
  return list.elements.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.flatMap((one) => (ts.isBindingElement(one) ? [one.name.getText()] : [])),
    );
  }
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return [statement.name?.text ?? ""];
  if (!ts.isImportDeclaration(statement)) return [];
  const { name, namedBindings } = statement.importClause ?? {};
  const named =
    namedBindings && ts.isNamedImports(namedBindings)
      ? namedBindings.elements.map((one) => one.name.text)
      : [];
  return [...(name ? [name.text] : []), ...named];
}

function readVariables(statement: ts.VariableStatement, into: Declared[]): void {
  const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  for (const { name } of statement.declarationList.declarations) {
    if (ts.isIdentifier(name)) into.push({ name: name.text, statement: rangeOf(statement), exported });
  }
}

function readHandlerExport(statement: ts.Statement) {
  if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
    const value = unwrap(statement.expression);
    return ts.isIdentifier(value)
      ? { ...rangeOf(statement), variable: value.text, names: ["default"] }
      : undefined;
  }
  if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier) {
    const list = statement.exportClause;
    if (!list || !ts.isNamedExports(list)) return undefined;
    const variables = new Set(list.elements.map(({ propertyName, name }) => (propertyName ?? name).text));
    const [variable] = variables;
    if (variable === undefined || variables.size > 1) return undefined;
    return { ...rangeOf(statement), variable, names: list.elements.map(({ name }) => name.text) };
  }
  if (!ts.isVariableStatement(statement)) return undefined;
  const [only, ...others] = statement.declarationList.declarations;
  if (
    !only?.initializer ||
    others.length > 0 ||
    !ts.isIdentifier(only.name) ||
    !ts.isIdentifier(only.initializer)
  )
    return undefined;
  if (only.name.text !== "GET" && only.name.text !== "POST") return undefined;
  return { ...rangeOf(statement), variable: only.initializer.text, names: [only.name.text] };
}

/** Is this a use of the name, not its declaration, import, export or a member of something else? */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name !== node;
  return !(ts.isVariableDeclaration(parent) && parent.name === node);
}
