/** Columns of a Drizzle table: the calls that each one is built with. Nothing of it is executed. */
import { keyOf } from "../syntax/scopes.js";
import { objectOf } from "../configuration/config-literal.js";
import type { Names } from "../names/names.js";
import { returnedBy } from "../providers/provider-lists.js";
import { ts, unwrap } from "../syntax/syntax.js";

/** `.references(() => users.id)`: the name, and what stands in its brackets. */
export interface DrizzleCall {
  readonly name: string;
  readonly args: string;
}

export interface DrizzleColumn {
  /** Property of the table object. */
  readonly key: string;
  /** Name in the database, where it is written. */
  readonly name: string | undefined;
  /** Builder as drizzle-orm names it; undefined: one of the project's own. */
  readonly type: string | undefined;
  /** Builder as it is called: `text`, `p.text`, `citext`. */
  readonly builder: string;
  /** Options of the builder, as they are written. */
  readonly options: string | undefined;
  readonly calls: readonly DrizzleCall[];
  /** The first call with its brackets: `text("email")`. */
  readonly call: string;
  /** Where the property stands, or what spreads it in. */
  readonly start: number;
  /** The property as it is written; undefined: something spreads it in. */
  readonly written: string | undefined;
}

export interface DrizzleColumns {
  readonly columns: readonly DrizzleColumn[];
  /** Something is spread in that cannot be read. */
  readonly isOpen: boolean;
}

/** What columns are read with. */
export interface ColumnScope {
  readonly names: Names;
  /** Parameter that the builders are members of: `(t) => ({ id: t.uuid() })`. */
  readonly parameter: string | undefined;
}

const maxDepth = 8;
const core = /^drizzle-orm\/(pg|mysql|sqlite)-core(?:\/|$)/;

/** What drizzle-orm exports that an expression stands for, with its dialect. */
export function drizzleExport(
  node: ts.Node,
  names: Names,
): { readonly dialect: string; readonly name: string } | undefined {
  const meaning = names.meaning(node);
  if (meaning?.kind !== "outside") return undefined;
  const dialect = core.exec(meaning.specifier)?.[1];
  return dialect === undefined ? undefined : { dialect, name: meaning.name };
}

/** The columns in an object literal, with those that it spreads in. */
export function readColumns(
  object: ts.ObjectLiteralExpression,
  scope: ColumnScope,
  depth = 0,
): DrizzleColumns {
  const parts = object.properties.map((property): DrizzleColumns => {
    if (ts.isSpreadAssignment(property)) return spreadColumns(property, scope, depth);
    const key = keyOf(property.name);
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    const built = value && readBuilt(value, scope, depth);
    if (key === undefined || !built) return { columns: [], isOpen: key === undefined };
    const written = property.getText();
    return { columns: [{ key, ...built, start: property.getStart(), written }], isOpen: false };
  });
  return {
    columns: parts.flatMap(({ columns }) => columns),
    isOpen: parts.some(({ isOpen }) => isOpen),
  };
}

function spreadColumns(property: ts.SpreadAssignment, scope: ColumnScope, depth: number): DrizzleColumns {
  const value = unwrap(property.expression);
  const spread = spreadObject(value, scope.names);
  if (!spread || depth > maxDepth) return { columns: [], isOpen: true };
  const read = readColumns(spread, scope, depth + 1);
  const start = property.getStart();
  return { ...read, columns: read.columns.map((column) => ({ ...column, start, written: undefined })) };
}

/** `...timestamps`, `...timestamps()`. */
function spreadObject(value: ts.Expression, names: Names): ts.ObjectLiteralExpression | undefined {
  if (!ts.isCallExpression(value)) return objectOf(value, names);
  const made = names.meaning(value.expression);
  return made?.kind === "node" && ts.isFunctionLike(made.node) ? objectOf(made.node, names) : undefined;
}

type Built = Omit<DrizzleColumn, "key" | "start" | "written">;

function readBuilt(expression: ts.Expression, scope: ColumnScope, depth: number): Built | undefined {
  const { root, calls } = chainOf(expression);
  if (depth > maxDepth) return undefined;
  if (!ts.isCallExpression(root)) {
    const meaning = scope.names.meaning(root);
    const value = meaning?.kind === "node" && ts.isExpression(meaning.node) ? meaning.node : undefined;
    const built = value && value !== root ? readBuilt(value, scope, depth + 1) : undefined;
    return built && { ...built, calls: [...built.calls, ...calls] };
  }
  const name = root.arguments.find(ts.isStringLiteralLike)?.text;
  const inner = helperResult(root.expression, scope.names);
  const built = inner && readBuilt(inner, scope, depth + 1);
  if (built) return { ...built, name: name ?? built.name, calls: [...built.calls, ...calls] };
  return {
    name,
    type: builderName(root.expression, scope),
    builder: root.expression.getText(),
    call: root.getText(),
    options: root.arguments.find(ts.isObjectLiteralExpression)?.getText(),
    calls,
  };
}

/** `text("a").notNull()`: the first call, and those behind it. */
export function chainOf(expression: ts.Expression): {
  readonly root: ts.Expression;
  readonly calls: readonly DrizzleCall[];
} {
  const calls: DrizzleCall[] = [];
  let root = unwrap(expression);
  while (ts.isCallExpression(root) && ts.isPropertyAccessExpression(root.expression)) {
    const before = unwrap(root.expression.expression);
    if (!ts.isCallExpression(before)) break;
    const args = root.arguments.map((one) => one.getText()).join(", ");
    calls.unshift({ name: root.expression.name.text, args });
    root = before;
  }
  return { root, calls };
}

function builderName(called: ts.Expression, { names, parameter }: ColumnScope): string | undefined {
  if (ts.isPropertyAccessExpression(called) && called.expression.getText() === parameter)
    return called.name.text;
  return drizzleExport(called, names)?.name;
}

/** What a function of the project returns, such as `const id = () => uuid().primaryKey()`. */
function helperResult(called: ts.Expression, names: Names): ts.Expression | undefined {
  const meaning = names.meaning(called);
  if (meaning?.kind !== "node" || !ts.isFunctionLike(meaning.node)) return undefined;
  const [value, ...others] = returnedBy(meaning.node);
  return others.length === 0 ? value : undefined;
}
