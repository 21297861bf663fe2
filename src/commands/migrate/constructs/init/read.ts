/** The options object of an app: what those who read the session cookie elsewhere have to know of it. */
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import type { Range } from "../../../../cli/plan/plan.js";
import { onOneLine } from "../../../../cli/source/text/layout.js";

export interface OptionMember extends Range {
  /** The value on one line, without comments. */
  readonly text: string;
  /** Made of literals and the environment only: the same text means the same in another file. */
  readonly isFixed: boolean;
}

export interface AppOptions extends Range {
  readonly members: Readonly<Record<string, OptionMember>>;
  /** `...base` may say anything. */
  readonly hasSpread: boolean;
  /** Name of the session cookie, where it is a literal. */
  readonly cookieName?: string;
  /** `pages.error`, where it is a literal. */
  readonly errorPage?: string;
}

const optionNames = new Set([
  ..."adapter allowDangerousEmailAccountLinking basePath callbacks cookies debug events experimental jwt".split(
    " ",
  ),
  ..."logger pages providers redirectProxyUrl secret session theme trustHost useSecureCookies".split(" "),
]);

/** Objects that are options of an app, by what they have beside `providers`. */
export const locateOptions = (text: string, fileName: string): AppOptions[] =>
  collect(parse(text, fileName), (node) => {
    if (!ts.isObjectLiteralExpression(node)) return [];
    const names = node.properties.map(memberName);
    const isOptions =
      names.includes("providers") && names.every((name) => name === undefined || optionNames.has(name));
    return isOptions ? [readOptions(node)] : [];
  });

export const memberName = (member: ts.ObjectLiteralElementLike): string | undefined =>
  member.name && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name))
    ? member.name.text
    : undefined;

/** The value of a member: of `a: value`, of `a() { … }` and of the shorthand `a`. */
export function memberOf(object: ts.Node | undefined, name: string): ts.Node | undefined {
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined;
  const found = object.properties.find((one) => memberName(one) === name);
  return found && ts.isPropertyAssignment(found) ? unwrap(found.initializer) : found;
}

function readOptions(node: ts.ObjectLiteralExpression): AppOptions {
  const printer = ts.createPrinter({ removeComments: true });
  const members = node.properties.flatMap((member) => {
    const name = memberName(member);
    if (name === undefined) return [];
    const value = ts.isPropertyAssignment(member) ? member.initializer : member;
    const printed = printer.printNode(ts.EmitHint.Unspecified, value, node.getSourceFile());
    const fixed = ts.isPropertyAssignment(member) && isFixed(value);
    return [[name, { ...rangeOf(value), text: onOneLine(printed), isFixed: fixed }] as const];
  });
  const cookie = memberOf(memberOf(memberOf(node, "cookies"), "sessionToken"), "name");
  const page = memberOf(memberOf(node, "pages"), "error");
  return {
    ...rangeOf(node),
    members: Object.fromEntries(members),
    hasSpread: node.properties.some(ts.isSpreadAssignment),
    ...(cookie && ts.isStringLiteralLike(cookie) && { cookieName: cookie.text }),
    ...(page && ts.isStringLiteralLike(page) && { errorPage: page.text }),
  };
}

const isFixed = (value: ts.Node): boolean =>
  collect(value, (node) => (isOpen(node) ? [node] : [])).length === 0;

/** Does this node make a value differ from file to file? */
function isOpen(node: ts.Node): boolean {
  if (ts.isSpreadAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isFunctionLike(node))
    return true;
  if (!ts.isIdentifier(node) || node.text === "process" || node.text === "undefined") return false;
  const { parent } = node;
  const isName =
    (ts.isPropertyAssignment(parent) || ts.isPropertyAccessExpression(parent)) && parent.name === node;
  // `as const` is written as a type reference.
  return !isName && !ts.isTypeReferenceNode(parent);
}

// What a file of next-auth 4 exports: handlers, and names that are called differently inside.

/** A statement that exports a handler under one name or several. */
export interface HandlerExport extends Range {
  readonly variable: string;
  readonly names: readonly string[];
}

/** `export default x` and `export { x as y }`: exported and local names. */
export function readRenamedExports(statement: ts.Statement): (readonly [string, string])[] {
  if (ts.isExportAssignment(statement)) {
    const value = unwrap(statement.expression);
    return !statement.isExportEquals && ts.isIdentifier(value) ? [["default", value.text]] : [];
  }
  return listedExports(statement).map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]);
}

/** `export { … }` of the file's own names. */
function listedExports(statement: ts.Statement): readonly ts.ExportSpecifier[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return [];
  const list = statement.exportClause;
  return list && ts.isNamedExports(list) ? list.elements : [];
}

export function readHandlerExport(statement: ts.Statement): HandlerExport | undefined {
  const found = defaultExport(statement) ?? listExport(statement) ?? methodExport(statement);
  return found && { ...rangeOf(statement), ...found };
}

type Exported = Omit<HandlerExport, keyof Range>;

/** `export default handler` */
function defaultExport(statement: ts.Statement): Exported | undefined {
  if (!ts.isExportAssignment(statement) || statement.isExportEquals) return undefined;
  const value = unwrap(statement.expression);
  return ts.isIdentifier(value) ? { variable: value.text, names: ["default"] } : undefined;
}

/** `export { handler as GET, handler as POST }` */
function listExport(statement: ts.Statement): Exported | undefined {
  const elements = listedExports(statement);
  const variables = new Set(elements.map(({ propertyName, name }) => (propertyName ?? name).text));
  const [variable] = variables;
  if (variable === undefined || variables.size > 1) return undefined;
  return { variable, names: elements.map(({ name }) => name.text) };
}

/** `export const GET = handler` */
function methodExport(statement: ts.Statement): Exported | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const [only, ...others] = statement.declarationList.declarations;
  const value = only?.initializer;
  if (!only || !value || others.length > 0 || !ts.isIdentifier(only.name) || !ts.isIdentifier(value))
    return undefined;
  const { text } = only.name;
  return text === "GET" || text === "POST" ? { variable: value.text, names: [text] } : undefined;
}

// Members of the options that this runtime reads differently.

export interface Oddity {
  readonly offset: number;
  readonly name: string;
}

/** `httpOptions`, and `logger` beside `providers`. */
export function readOddity(node: ts.Node): Oddity[] {
  if (!ts.isPropertyAssignment(node)) return [];
  const name = node.name.getText();
  const isOption = (one: ts.ObjectLiteralElementLike) => one.name?.getText() === "providers";
  const isLogger = name === "logger" && node.parent.properties.some(isOption);
  const isOdd = name === "httpOptions" || (isLogger && !takesErrors(node.initializer));
  return isOdd ? [{ offset: node.getStart(), name }] : [];
}

/** `error(error)` of a logger that is written out: it had been `error(code, metadata)`. */
function takesErrors(logger: ts.Expression): boolean {
  const error = memberOf(logger, "error");
  if (!error || !(ts.isFunctionLike(error) || ts.isMethodDeclaration(error))) return false;
  const [first, ...others] = error.parameters;
  return first !== undefined && others.length === 0 && first.name.getText() !== "code";
}
