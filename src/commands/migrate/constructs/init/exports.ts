/** What a file of next-auth 4 exports: handlers, and names that are called differently inside. */
import { ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import type { Range } from "../../../../cli/plan/plan.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";

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
