/** What a table of a schema may lack, and its unique keys, indexes and collations. */
import type { DrizzleColumn } from "../../../cli/source/databases/drizzle-columns.js";
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import type { TableName } from "../../../runtime/adapters/schema.js";
import { identifying, missingKeys, type DriftKind } from "../drift.js";
import { columnText, exactText, titleOf, type LocalNames, type TableManner } from "./table-text.js";

/** What a table lacks, or has otherwise than the store needs it. */
export interface DrizzleGap {
  readonly kind: Exclude<DriftKind, "table">;
  readonly at: number;
  readonly what: string;
  /** What mends it. */
  readonly mended: (names: LocalNames) => string;
  /** The column that is not there. */
  readonly column?: string;
}

/** A table, and what it is held against. */
export interface JudgedTable {
  readonly name: TableName;
  readonly table: DrizzleSourceTable;
  readonly manner: TableManner;
}

/** Other unique keys under which rows are found just as well: those of the published adapter. */
const alsoUnique: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  VerificationToken: ["identifier", "token"],
  Authenticator: ["userId", "credentialID"],
};

/** MySQL makes an index for each reference. */
export function keyGaps(subject: JudgedTable, missing: readonly string[]): readonly DrizzleGap[] {
  const { name, table, manner } = subject;
  const refers = ({ calls }: DrizzleColumn) => calls.some((one) => one.name === "references");
  const references = manner.dialect === "mysql" ? table.columns.filter(refers).map(({ key }) => [key]) : [];
  const keys = missingKeys(name, {
    title: table.variable,
    unique: table.unique,
    indexes: [...table.indexes, ...references],
    alsoUnique: alsoUnique[name],
    missing,
  });
  return keys.map(({ kind, columns, what }): DrizzleGap => {
    const [only = "", ...others] = columns;
    const own = table.columns.find(({ key }) => key === only);
    const isColumn = kind === "unique" && others.length === 0;
    return {
      kind,
      at: own?.start ?? table.start,
      what,
      mended: isColumn ? uniqueColumn(subject, only, own) : keyLine(subject, kind, columns),
    };
  });
}

function uniqueColumn(
  { name, manner }: JudgedTable,
  column: string,
  own: DrizzleColumn | undefined,
): DrizzleGap["mended"] {
  const { written } = own ?? {};
  if (written?.endsWith(")")) return () => `${written}.unique()`;
  return (names) =>
    `${columnText({ table: name, column, manner }, { ...names, isExact: false }, own?.name)
      .replace(".primaryKey()", ".notNull()")
      .replace(".unique()", "")}.unique()`;
}

/** As an item of the list that the table has for keys, or with that list. */
function keyLine(
  { table, manner }: JudgedTable,
  kind: "index" | "unique",
  columns: readonly string[],
): DrizzleGap["mended"] {
  const parameter = table.extraParameter ?? "table";
  const members = columns.map((column) => `${parameter}.${column}`).join(", ");
  const end = kind === "index" ? "idx" : "key";
  const title = titleOf(manner, [table.name ?? table.variable, ...columns, end]);
  return ({ use }) => {
    const item = `${use(kind === "index" ? "index" : "uniqueIndex")}(${title}).on(${members})`;
    if (table.extra === "array") return item;
    return table.extra === "object" ? `${columns.join("")}Index: ${item}` : `(${parameter}) => [${item}]`;
  };
}

const folding = ["varchar", "char", "text", "tinytext", "mediumtext", "longtext"];

/** The collations that MySQL begins with take upper and lower case for the same. */
export function collationGaps({ name, table, manner }: JudgedTable): readonly DrizzleGap[] {
  if (manner.dialect !== "mysql") return [];
  return table.columns.flatMap((column): readonly DrizzleGap[] => {
    const { key, type = "", start: at, call, written } = column;
    if (!identifying[name]?.includes(key) || !folding.includes(type)) return [];
    const title = column.name === undefined ? "" : JSON.stringify(column.name);
    const exact = (written ?? `${key}: ${call}`).replace(call, () => `${exactText}(${title})`);
    const what = `${table.variable}.${key} takes upper and lower case for the same`;
    return [{ kind: "collation", at, what, mended: () => exact }];
  });
}
