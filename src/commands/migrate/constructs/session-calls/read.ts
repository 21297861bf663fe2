/** Calls of next-auth 4: `NextAuth(options)`, `getServerSession(…, options)`, and the options themselves. */
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import type { Range } from "../../../../cli/plan/plan.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { readHandlerExport, readOddity, readRenamedExports } from "../init/read.js";
import type { HandlerExport, Oddity } from "../init/read.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";

/** One argument of a call. */
export interface Argument extends Range {
  /** It is nothing but this name. */
  readonly name?: string;
  /** `x.req` or `x.res`: the name in front. */
  readonly of?: { readonly object: string; readonly member: string };
  readonly isObject: boolean;
}

export interface SessionCall extends Range {
  readonly callee: Range;
  readonly args: readonly Argument[];
  /** `call() as Own`: where a type of the app begins that the result is taken for. */
  readonly takenFor?: number;
}

/** A call of `NextAuth`, with what becomes of its result. */
export interface InitCall extends SessionCall {
  readonly statement: Range;
  /**
   * default: `export default NextAuth(…)`. commonjs: `module.exports = NextAuth(…)`. variable: `const handler =
   * NextAuth(…)`. called: `NextAuth(…)(req, res)`. used: the form of version 5.
   */
  readonly result: "default" | "commonjs" | "variable" | "called" | "used" | "other";
  /** Where the handler is called on the spot, or through its variable. */
  readonly answers: readonly SessionCall[];
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

/** A function that stands for `getServerSession` with options. */
export interface Wrapper extends Declared {
  readonly options: string;
  /** Where the call inside starts. */
  readonly call: number;
}

export interface Calls {
  readonly inits: readonly InitCall[];
  readonly sessions: readonly SessionCall[];
  /** Calls of the client's functions with a request, which only next-auth 4 takes. */
  readonly clientCalls: readonly SessionCall[];
  readonly declared: readonly Declared[];
  /** `function auth(...args) { return getServerSession(...args, options) }` */
  readonly wrappers: readonly Wrapper[];
  readonly made: readonly MadeNames[];
  /** Every name at the top of the file. */
  readonly topNames: ReadonlySet<string>;
  /** Local names of exports that are called differently: `export default x`, `export { x as y }`. */
  readonly exportedAs: ReadonlyMap<string, string>;
  /**
   * `export { handler as GET, handler as POST }`, `export const GET = handler`, `export default handler`, by the variable
   * they export.
   */
  readonly handlerExports: readonly HandlerExport[];
  /** How often each name is used, imports and exports aside. */
  readonly uses: ReadonlyMap<string, number>;
  /** Members of the options that this runtime reads differently. */
  readonly oddities: readonly Oddity[];
}

/** `const { handlers, auth } = NextAuth(options)`, whoever wrote it. */
export interface MadeNames {
  readonly options: string;
  readonly names: readonly string[];
}

/** Local names of the functions that a file has from the old packages. */
export interface CalleeNames {
  readonly init: ReadonlySet<string>;
  readonly session: ReadonlySet<string>;
  readonly client: ReadonlySet<string>;
}

export function locateCalls(text: string, fileName: string, names: CalleeNames): Calls {
  const source = parse(text, fileName);
  const { statements } = source;
  const called = (callees: ReadonlySet<string>): ts.CallExpression[] =>
    collect(source, (node) =>
      ts.isCallExpression(node) && callees.has(calleeName(node) ?? "") ? [node] : [],
    );
  return {
    inits: called(names.init).map((node) => readInit(node, source)),
    sessions: called(names.session).map(readCall),
    clientCalls: called(names.client)
      .filter((node) => node.arguments.length > 0)
      .map(readCall),
    declared: statements.flatMap(readVariables),
    wrappers: statements.flatMap((one) => readWrapper(one, names.session) ?? []),
    made: statements.flatMap(readMade),
    topNames: new Set(statements.flatMap(namesOf)),
    exportedAs: new Map(statements.flatMap(readRenamedExports)),
    handlerExports: statements.flatMap((one) => readHandlerExport(one) ?? []),
    uses: countUses(source),
    oddities: collect(source, readOddity),
  };
}

function countUses(source: ts.SourceFile): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const name of collect(source, (node) => (ts.isIdentifier(node) && isUse(node) ? [node.text] : [])))
    uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** `name(…)`, and `name.default(…)` as CommonJS has it. */
function calleeName({ expression }: ts.CallExpression): string | undefined {
  const called = unwrap(expression);
  if (ts.isIdentifier(called)) return called.text;
  const isDefault = ts.isPropertyAccessExpression(called) && called.name.text === "default";
  return isDefault && ts.isIdentifier(called.expression) ? called.expression.text : undefined;
}

function readCall(node: ts.CallExpression): SessionCall {
  const takenFor = assertedType(node);
  return {
    ...rangeOf(node),
    callee: { start: node.getStart(), end: calleeEnd(node) },
    args: node.arguments.map(readArgument),
    ...(takenFor && { takenFor: takenFor.getStart() }),
  };
}

/** The type of `call() as T` and `(await call()) as T`, unless everything can be taken for it. */
function assertedType({ parent }: ts.Node): ts.TypeNode | undefined {
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return assertedType(parent);
  const type = ts.isAsExpression(parent) ? parent.type : undefined;
  return type && type.kind !== ts.SyntaxKind.AnyKeyword && type.kind !== ts.SyntaxKind.UnknownKeyword
    ? type
    : undefined;
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

/** `NextAuth(…)`, with the calls of what it gives. */
function readInit(node: ts.CallExpression, source: ts.SourceFile): InitCall {
  const result = resultOf(node);
  const outer = outermost(node).parent;
  const ofVariable = collect(source, (one) =>
    ts.isCallExpression(one) && calleeName(one) === (result.variable ?? "") ? [one] : [],
  );
  const called = result.result === "called" && ts.isCallExpression(outer) ? [outer] : ofVariable;
  return { ...readCall(node), ...result, answers: called.map(readCall) };
}

type Result = Pick<InitCall, "statement" | "result" | "variable" | "lead">;

function resultOf(call: ts.CallExpression): Result {
  const outer = outermost(call);
  let statement: ts.Node = outer;
  while (!ts.isSourceFile(statement.parent) && !ts.isBlock(statement.parent)) statement = statement.parent;
  return {
    statement: rangeOf(statement),
    lead: { start: statement.getStart(), end: call.getStart() },
    ...useOf(outer, statement),
  };
}

/** The expression with its parentheses, `as` and `satisfies`. */
function outermost(node: ts.Node): ts.Node {
  const { parent } = node;
  const isAround =
    ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent);
  return isAround ? outermost(parent) : node;
}

function useOf(outer: ts.Node, statement: ts.Node): Pick<InitCall, "result" | "variable"> {
  const { parent } = outer;
  if (ts.isCallExpression(parent) && parent.expression === outer) return { result: "called" };
  if (ts.isExportAssignment(parent) && !parent.isExportEquals) return { result: "default" };
  if (ts.isPropertyAccessExpression(parent)) return { result: "used" };
  if (ts.isBinaryExpression(parent) && parent.left.getText() === "module.exports")
    return { result: "commonjs" };
  if (!ts.isVariableDeclaration(parent)) return { result: "other" };
  if (!ts.isIdentifier(parent.name)) return { result: "used" };
  const list = parent.parent;
  const alone =
    ts.isVariableDeclarationList(list) && list.declarations.length === 1 && ts.isSourceFile(statement.parent);
  return alone ? { result: "variable", variable: parent.name.text } : { result: "other" };
}

/** A function that hands whatever it gets on to `getServerSession`, with the options behind. */
function readWrapper(statement: ts.Statement, callees: ReadonlySet<string>): Wrapper | undefined {
  if (!ts.isFunctionDeclaration(statement) || !statement.name || statement.parameters.length !== 1)
    return undefined;
  const has = (keyword: ts.SyntaxKind) => statement.modifiers?.some(({ kind }) => kind === keyword) ?? false;
  const value = onlyResult(statement);
  const call = value && unwrap(value);
  if (has(ts.SyntaxKind.DefaultKeyword) || !call || !ts.isCallExpression(call)) return undefined;
  const [spread, options] = call.arguments;
  if (!callees.has(calleeName(call) ?? "") || !spread || !ts.isSpreadElement(spread)) return undefined;
  if (!options || !ts.isIdentifier(options)) return undefined;
  return {
    name: statement.name.text,
    statement: rangeOf(statement),
    exported: has(ts.SyntaxKind.ExportKeyword),
    options: options.text,
    call: call.getStart(),
  };
}

/** What a function returns, when that is all it does. */
function onlyResult({ body }: ts.FunctionDeclaration): ts.Expression | undefined {
  const [only, ...others] = body?.statements ?? [];
  return only && others.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined;
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

function readMade(statement: ts.Statement): MadeNames[] {
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const call = initializer && unwrap(initializer);
    if (!ts.isObjectBindingPattern(name) || !call || !ts.isCallExpression(call)) return [];
    const [options] = call.arguments;
    if (!options || !ts.isIdentifier(options)) return [];
    return [{ options: options.text, names: name.elements.map((one) => one.name.getText()) }];
  });
}

function readVariables(statement: ts.Statement): Declared[] {
  if (!ts.isVariableStatement(statement)) return [];
  const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  return statement.declarationList.declarations.flatMap(({ name }) =>
    ts.isIdentifier(name) ? [{ name: name.text, statement: rangeOf(statement), exported }] : [],
  );
}

/** Is this a use of the name, not its declaration, import, export or a member of something else? */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name !== node;
  return !(ts.isVariableDeclaration(parent) && parent.name === node);
}
