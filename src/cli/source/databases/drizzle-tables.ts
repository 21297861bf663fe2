/** Tables of a Drizzle schema in the files that declare them, with the place of everything. Executes nothing. */
import { objectOf } from "../configuration/config-literal.js";
import { chainOf, drizzleExport, readColumns, type DrizzleColumns } from "./drizzle-columns.js";
import type { Names, SourceText } from "../names/names.js";
import { placedList, type PlacedList } from "../syntax/placed-list.js";
import { returnedBy } from "../providers/provider-lists.js";
import { commonExports } from "./schema-code.js";
import { declarationOf, keyOf } from "../syntax/scopes.js";
import { ts, unwrap, visit } from "../syntax/syntax.js";

export type DrizzleDialect = "pg" | "mysql" | "sqlite";

/** What makes the tables: `pgTable`, `p.pgTable`, `createTable`, `people.table`. */
export interface TableMaker {
  readonly call: string;
  /** Where it is declared, when the project does that itself. */
  readonly home: { readonly file: string; readonly name: string } | undefined;
}

export interface DrizzleSourceTable extends DrizzleColumns {
  readonly file: string;
  readonly text: string;
  readonly dialect: DrizzleDialect;
  readonly maker: TableMaker;
  readonly variable: string;
  /** Name that the file exports it under. */
  readonly exported: string | undefined;
  /** Name in the database, without what a table creator puts in front of it. */
  readonly name: string | undefined;
  readonly start: number;
  /** The columns, where they are written in this table. */
  readonly list: PlacedList | undefined;
  /** Parameter that the builders are members of. */
  readonly parameter: string | undefined;
  /** Columns that no two rows share: of unique indexes and primary keys. */
  readonly unique: readonly (readonly string[])[];
  /** Columns of the indexes that are not unique. */
  readonly indexes: readonly (readonly string[])[];
  /** How indexes are given. */
  readonly extra: "array" | "object" | undefined;
  /** Parameter that the columns are members of there. */
  readonly extraParameter: string | undefined;
}

/** The tables that a file declares at its top. */
export function readTables(source: SourceText, names: Names): DrizzleSourceTable[] {
  const file = names.source(source);
  return file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap((declaration) => {
          const { name, initializer } = declaration;
          const table = initializer && ts.isIdentifier(name) && readTable(initializer, names);
          if (!table) return [];
          const exported = exportedName(file, statement, name.text);
          return [{ ...table, ...source, variable: name.text, exported, start: statement.getStart() }];
        })
      : [],
  );
}

function readTable(initializer: ts.Expression, names: Names) {
  const { root } = chainOf(initializer);
  if (!ts.isCallExpression(root)) return undefined;
  const called = unwrap(root.expression);
  const dialect = dialectOf(called, names);
  const [title, given, more] = root.arguments;
  if (!dialect || !title || !given) return undefined;
  const { object, parameter } = columnsObject(given, names);
  const read = object ? readColumns(object, { names, parameter }) : { columns: [], isOpen: true };
  const written = object && object.getSourceFile() === root.getSourceFile() && isWithin(object, root);
  return {
    ...read,
    dialect,
    maker: { call: called.getText(), home: homeOf(called, names) },
    name: ts.isStringLiteralLike(title) ? title.text : undefined,
    list: written ? placedList(object, object.properties) : undefined,
    parameter,
    ...readExtra(more, read, names),
  };
}

const isWithin = (inner: ts.Node, outer: ts.Node): boolean =>
  inner.getStart() >= outer.getStart() && inner.getEnd() <= outer.getEnd();

const makers: Readonly<Record<string, string>> = { pg: "pg", mysql: "mysql", sqlite: "sqlite" };

function dialectOf(called: ts.Expression, names: Names): DrizzleDialect | undefined {
  const direct = drizzleExport(called, names);
  if (direct) return direct.name === `${makers[direct.dialect]}Table` ? asDialect(direct.dialect) : undefined;
  // `people.table(…)` of a schema, and `pgTable.withRLS(…)`.
  if (ts.isPropertyAccessExpression(called)) {
    if (called.name.text === "withRLS") return dialectOf(called.expression, names);
    if (called.name.text === "table")
      return creatorDialect(called.expression, names, ["pgSchema", "mysqlSchema"]);
  }
  return creatorDialect(called, names, ["pgTableCreator", "mysqlTableCreator", "sqliteTableCreator"]);
}

/** The dialect of what a function of drizzle-orm made, such as `pgTableCreator((name) => …)`. */
function creatorDialect(
  maker: ts.Expression,
  names: Names,
  wanted: readonly string[],
): DrizzleDialect | undefined {
  const made = names.meaning(maker);
  if (made?.kind !== "node" || !ts.isCallExpression(made.node)) return undefined;
  const creator = drizzleExport(made.node.expression, names);
  return creator && wanted.includes(creator.name) ? asDialect(creator.dialect) : undefined;
}

const asDialect = (text: string): DrizzleDialect | undefined =>
  text === "pg" || text === "mysql" || text === "sqlite" ? text : undefined;

/** The name at the front of what makes a table, and the file that declares it. */
function homeOf(called: ts.Expression, names: Names): TableMaker["home"] {
  if (drizzleExport(called, names)) return undefined;
  const front = ts.isPropertyAccessExpression(called) ? called.expression : called;
  const declaration = ts.isIdentifier(front) ? declarationOf(front) : undefined;
  if (!ts.isIdentifier(front) || !declaration) return undefined;
  if (!ts.isImportSpecifier(declaration))
    return { file: declaration.getSourceFile().fileName, name: front.text };
  const specifier = ts.findAncestor(declaration, ts.isImportDeclaration)?.moduleSpecifier;
  const module =
    specifier && ts.isStringLiteral(specifier) ? names.module(declaration, specifier.text) : undefined;
  return module && { file: module.fileName, name: (declaration.propertyName ?? declaration.name).text };
}

function columnsObject(given: ts.Expression, names: Names) {
  const value = unwrap(given);
  if (!ts.isArrowFunction(value) && !ts.isFunctionExpression(value))
    return { object: objectOf(value, names), parameter: undefined };
  const [only, ...others] = returnedBy(value);
  const object = only && others.length === 0 ? unwrap(only) : undefined;
  return {
    object: object && ts.isObjectLiteralExpression(object) ? object : undefined,
    parameter: value.parameters[0]?.name.getText(),
  };
}

/** Keys of the columns themselves, and of what follows them. */
function readExtra(more: ts.Expression | undefined, { columns }: DrizzleColumns, names: Names) {
  const own = columns
    .filter(({ calls }) => calls.some(({ name }) => name === "unique" || name === "primaryKey"))
    .map(({ key }) => [key]);
  const value = more && unwrap(more);
  const isFunction = value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
  const returned = isFunction ? returnedBy(value)[0] : value;
  const [extra, given] = itemsIn(returned && unwrap(returned));
  const keys = given.flatMap((one) => keyIn(one, names));
  return {
    unique: [...own, ...keys.filter(({ isUnique }) => isUnique).map((one) => one.columns)],
    indexes: keys.filter(({ isUnique }) => !isUnique).map((one) => one.columns),
    extra,
    extraParameter: isFunction ? value.parameters[0]?.name.getText() : undefined,
  };
}

function itemsIn(list: ts.Expression | undefined): [DrizzleSourceTable["extra"], readonly ts.Expression[]] {
  if (list && ts.isArrayLiteralExpression(list)) return ["array", list.elements];
  if (!list || !ts.isObjectLiteralExpression(list)) return [undefined, []];
  const values = list.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? [one.initializer] : []));
  return ["object", values];
}

const keyKinds: Readonly<Record<string, { readonly isUnique: boolean }>> = {
  uniqueIndex: { isUnique: true },
  unique: { isUnique: true },
  primaryKey: { isUnique: true },
  index: { isUnique: false },
};

/** The columns of `uniqueIndex("x").on(t.a)`, `unique().on(t.a, t.b)`, `primaryKey({ columns: [t.a] })`, `index().on(t.a)`. */
function keyIn(expression: ts.Expression, names: Names) {
  const { root, calls } = chainOf(expression);
  if (!ts.isCallExpression(root)) return [];
  const name = drizzleExport(root.expression, names)?.name ?? "";
  const kind = Object.hasOwn(keyKinds, name) ? keyKinds[name] : undefined;
  // An index over a part of the rows lets the others be alike.
  if (!kind || calls.some((one) => one.name === "where")) return [];
  const columns: string[] = [];
  const see = (node: ts.Node) => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && !isCalled(node))
      columns.push(node.name.text);
  };
  visit(name === "primaryKey" ? argumentsOf(root) : unwrap(expression), see);
  return [{ ...kind, columns }];
}

/** The list `columns` of a primary key, or the whole call. */
function argumentsOf(call: ts.CallExpression): ts.Node {
  const [options] = call.arguments;
  if (!options || !ts.isObjectLiteralExpression(options)) return call;
  return options.properties.find((one) => keyOf(one.name) === "columns") ?? call;
}

const isCalled = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && node.parent.expression === node;

/** `export const users`, `export { users as people }`, `module.exports = { users }`, `exports.users = users`. */
function exportedName(
  { statements }: ts.SourceFile,
  { modifiers }: ts.VariableStatement,
  variable: string,
): string | undefined {
  if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return variable;
  for (const statement of statements) {
    if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier && statement.exportClause) {
      const { exportClause } = statement;
      const found = ts.isNamedExports(exportClause)
        ? exportClause.elements.find((one) => (one.propertyName ?? one.name).text === variable)
        : undefined;
      if (found) return found.name.text;
    }
    const members = commonExports(statement);
    const found = members?.properties.find((one) =>
      ts.isShorthandPropertyAssignment(one)
        ? one.name.text === variable
        : ts.isPropertyAssignment(one) && one.initializer.getText() === variable,
    );
    if (found) return keyOf(found.name);
  }
  return undefined;
}
