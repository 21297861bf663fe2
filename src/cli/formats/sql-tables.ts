/** The tables that migrations in SQL make, one after the other. What is not known of a statement changes nothing. */
import { bracketed, isMark, splitCommas, sqlStatements, type SqlToken } from "./sql-text.js";

export interface SqlColumn {
  readonly file: string;
  readonly start: number;
  /** As it is written, in lower case. */
  readonly type: string;
  readonly collation: string | undefined;
  readonly isRequired: boolean;
}

export interface SqlKey {
  /** Name of its index; undefined: the database gives one. */
  readonly name: string | undefined;
  readonly kind: "unique" | "index" | "reference";
  readonly columns: readonly string[];
}

export interface SqlTable {
  readonly file: string;
  readonly start: number;
  readonly columns: Map<string, SqlColumn>;
  readonly keys: SqlKey[];
  collation: string | undefined;
}

/** Tables by their names; without quotes a name is as it is written. */
export type SqlTables = Map<string, SqlTable>;

interface Statement {
  readonly tables: SqlTables;
  readonly file: string;
  /** The statement in words, upper case where it is not quoted. */
  readonly words: readonly string[];
  readonly tokens: readonly SqlToken[];
}

/**
 * @param files migrations in the order in which they run
 * @param fold names without quotes are in lower case
 */
export function readSqlTables(
  files: readonly { readonly file: string; readonly text: string }[],
  fold: boolean,
): SqlTables {
  const tables: SqlTables = new Map();
  for (const { file, text } of files)
    for (const tokens of sqlStatements(text, fold)) {
      const words = tokens.map(wordOf);
      const run = statements[words[0] ?? ""];
      run?.({ tables, file, words, tokens });
    }
  return tables;
}

const wordOf = ({ kind, value }: SqlToken): string => (kind === "word" ? value.toUpperCase() : "");

const statements: Readonly<Record<string, (statement: Statement) => void>> = {
  CREATE(statement) {
    const at = statement.words.indexOf("TABLE");
    if (at !== -1 && at < 4) createTable(statement, nameAfter(statement, at));
    else if (statement.words.slice(0, 3).includes("INDEX")) createIndex(statement);
  },
  ALTER(statement) {
    if (statement.words[1] !== "TABLE") return;
    const { name, next } = nameAfter(statement, 1);
    const table = statement.tables.get(name);
    if (table)
      for (const action of splitCommas(statement.tokens.slice(next))) alterTable(statement, name, action);
  },
  DROP({ tables, words: [, kind], tokens }) {
    const { name } = nameAfter({ tokens }, 1);
    if (kind === "TABLE") tables.delete(name);
    if (kind === "INDEX")
      for (const { keys } of tables.values()) removeKeys(keys, (one) => one.name === name);
  },
};

const fillers = ["IF", "NOT", "EXISTS", "ONLY", "CONCURRENTLY"];

/** A name with a schema in front of it is the name. */
function nameAfter({ tokens }: Pick<Statement, "tokens">, at: number) {
  let next = at + 1;
  while (tokens[next]?.kind === "word" && fillers.includes(tokens[next]?.value.toUpperCase() ?? ""))
    next += 1;
  while (tokens[next + 1] && isMark(tokens[next + 1] as SqlToken, ".")) next += 2;
  return { name: tokens[next]?.value ?? "", next: next + 1 };
}

function createTable(
  { tables, file, tokens }: Statement,
  { name, next }: ReturnType<typeof nameAfter>,
): void {
  const body = bracketed(tokens, next);
  // Made from a question: its columns are unknown.
  if (!body || tables.has(name)) return;
  const { start = 0 } = tokens[0] ?? {};
  const table = { file, start, columns: new Map(), keys: [], collation: collationIn(body.behind) };
  tables.set(name, table);
  for (const item of splitCommas(body.inside)) addItem(table, file, item);
}

function createIndex({ tables, words, tokens }: Statement): void {
  const on = words.indexOf("ON");
  const { name, next } = nameAfter({ tokens }, on);
  const list = bracketed(tokens, next);
  const columns = list && wholeColumns(list.inside);
  // Of a part of the rows, or of expressions.
  if (on === -1 || !columns || list.behind.some((one) => wordOf(one) === "WHERE")) return;
  const at = words.indexOf("INDEX");
  const own = on > at + 1 ? nameAfter({ tokens }, at).name : undefined;
  tables.get(name)?.keys.push({ name: own, kind: words.includes("UNIQUE") ? "unique" : "index", columns });
}

/** Names in the brackets of a key; undefined where one is an expression or the beginning of a text. */
function wholeColumns(inside: readonly SqlToken[]): readonly string[] | undefined {
  const parts = splitCommas(inside);
  const isWhole = parts.every((part) => !part.some((one) => isMark(one, "(")));
  return isWhole ? parts.map(([first]) => first?.value ?? "") : undefined;
}

/** A column, or a key of the table. */
function addItem(table: SqlTable, file: string, item: readonly SqlToken[]): void {
  const words = item.map(wordOf);
  const named = words[0] === "CONSTRAINT";
  const at = named ? 2 : 0;
  const kind = keyKinds[words[at] ?? ""];
  if (kind === undefined) return words[0] === "CHECK" ? undefined : addColumn(table, file, item);
  const list = bracketed(item, at);
  const columns = list && wholeColumns(list.inside);
  const first = item.findIndex((one, index) => index > at && (one.kind === "name" || isMark(one, "(")));
  const own = item[first]?.kind === "name" && kind !== "reference" ? item[first]?.value : undefined;
  if (columns) table.keys.push({ name: named ? item[1]?.value : own, kind, columns });
}

const keyKinds: Readonly<Record<string, SqlKey["kind"] | undefined>> = {
  PRIMARY: "unique",
  UNIQUE: "unique",
  FOREIGN: "reference",
  INDEX: "index",
  KEY: "index",
};

const afterType =
  "NOT NULL DEFAULT PRIMARY UNIQUE REFERENCES CHECK CONSTRAINT GENERATED AUTO_INCREMENT AUTOINCREMENT COLLATE COMMENT ON USING AFTER FIRST KEY AS STORAGE".split(
    " ",
  );

function addColumn(table: SqlTable, file: string, [name, ...rest]: readonly SqlToken[]): void {
  if (!name) return;
  const said = rest.map(wordOf);
  const end = said.findIndex((word) => afterType.includes(word));
  const type = rest.slice(0, end === -1 ? rest.length : end).map(({ value }) => value.toLowerCase());
  const not = said.indexOf("NOT");
  table.columns.set(name.value, {
    file,
    start: name.start,
    type: type.join(" "),
    collation: collationIn(rest),
    isRequired: said.includes("PRIMARY") || (not !== -1 && said[not + 1] === "NULL"),
  });
  const key = (kind: SqlKey["kind"]) => table.keys.push({ name: undefined, kind, columns: [name.value] });
  if (said.includes("PRIMARY") || said.includes("UNIQUE")) key("unique");
  if (said.includes("REFERENCES")) key("reference");
}

/** `collate utf8mb4_bin`, `collate = utf8mb4_bin`, `character set binary`. */
function collationIn(tokens: readonly SqlToken[]): string | undefined {
  const at = tokens.findIndex((one) => wordOf(one) === "COLLATE");
  const [first, second] = tokens.slice(at + 1);
  const found = first && isMark(first, "=") ? second : first;
  if (at !== -1) return found?.value.toLowerCase();
  return tokens.some(({ kind, value }) => kind === "word" && value.toLowerCase() === "binary")
    ? "binary"
    : undefined;
}

type Action = (part: {
  statement: Statement;
  name: string;
  table: SqlTable;
  rest: readonly SqlToken[];
}) => void;

const isColumnWord = (one: SqlToken | undefined): boolean => one !== undefined && wordOf(one) === "COLUMN";

/** Without `COLUMN` and `IF NOT EXISTS`. */
function itemOf(rest: readonly SqlToken[]): readonly SqlToken[] {
  const from = isColumnWord(rest[0]) ? 1 : 0;
  const { next } = nameAfter({ tokens: rest }, from - 1);
  return rest.slice(next - 1);
}

const actions: Readonly<Record<string, Action>> = {
  ADD({ statement, table, rest }) {
    const item = itemOf(rest);
    const several = item[0] && isMark(item[0], "(") ? bracketed(item, 0) : undefined;
    for (const one of several ? splitCommas(several.inside) : [item]) addItem(table, statement.file, one);
  },
  DROP({ table, rest }) {
    const said = wordOf(rest[0] ?? { kind: "mark", value: "", start: 0 });
    const isKey = ["CONSTRAINT", "INDEX", "KEY"].includes(said);
    const { name } = nameAfter({ tokens: rest }, isKey || said === "COLUMN" ? 0 : -1);
    if (!isKey) table.columns.delete(name);
    removeKeys(table.keys, (one) => (isKey ? one.name === name : one.columns.includes(name)));
  },
  MODIFY: ({ statement, table, rest }) => addColumn(table, statement.file, itemOf(rest)),
  CHANGE({ statement, table, rest }) {
    const [old, ...item] = itemOf(rest);
    renameColumn(table, old?.value ?? "", item[0]?.value ?? "");
    addColumn(table, statement.file, item);
  },
  ALTER({ table, rest }) {
    const [name, ...more] = itemOf(rest);
    const column = table.columns.get(name?.value ?? "");
    const at = more.findIndex((one) => wordOf(one) === "TYPE");
    if (!name || !column || at === -1) return;
    const said = more.slice(at + 1);
    const end = said.findIndex((one) => afterType.includes(wordOf(one)));
    const type = said.slice(0, end === -1 ? said.length : end).map(({ value }) => value.toLowerCase());
    table.columns.set(name.value, { ...column, type: type.join(" ") });
  },
  RENAME({ statement, name, table, rest }) {
    const to = rest.findIndex((one) => wordOf(one) === "TO");
    const target = rest[to + 1]?.value;
    if (to === -1 || target === undefined) return;
    if (to > 0) return renameColumn(table, rest[to - 1]?.value ?? "", target);
    statement.tables.delete(name);
    statement.tables.set(target, table);
  },
  CONVERT({ table, rest }) {
    table.collation = collationIn(rest) ?? table.collation;
    for (const [name, column] of table.columns) table.columns.set(name, { ...column, collation: undefined });
  },
};

function alterTable(statement: Statement, name: string, [first, ...rest]: readonly SqlToken[]): void {
  const table = statement.tables.get(name);
  const action = first && actions[wordOf(first)];
  if (table) action?.({ statement, name, table, rest });
}

function renameColumn({ columns, keys }: SqlTable, from: string, to: string): void {
  const column = columns.get(from);
  if (!column || from === to) return;
  columns.delete(from);
  columns.set(to, column);
  for (const [at, key] of keys.entries())
    keys[at] = { ...key, columns: key.columns.map((name) => (name === from ? to : name)) };
}

function removeKeys(keys: SqlKey[], isGone: (key: SqlKey) => boolean): void {
  keys.splice(0, keys.length, ...keys.filter((key) => !isGone(key)));
}
