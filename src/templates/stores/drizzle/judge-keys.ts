/** Unique keys, indexes and collations that a table lacks. */
import type { DrizzleColumn } from "../../../cli/source/databases/drizzle-columns.js";
import { tableOf, type TableName } from "../../../runtime/adapters/schema.js";
import { identifying } from "../drift.js";
import { columnText, exactText, snake } from "./builders.js";
import type { Subject, TableGap } from "./gap.js";

/** Other unique keys under which rows are found just as well: those of the published adapter. */
const alsoUnique: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  VerificationToken: ["identifier", "token"],
  Authenticator: ["userId", "credentialID"],
};

export function uniqueGaps(subject: Subject, missing: readonly string[]): readonly TableGap[] {
  const { name, table } = subject;
  const { unique, primaryKey, generatesKey } = tableOf(name);
  const wanted = generatesKey || primaryKey.length === 0 ? unique : [primaryKey, ...unique];
  return wanted.flatMap((columns): readonly TableGap[] => {
    if (missing.some((column) => columns.includes(column))) return [];
    const fitting = [columns, alsoUnique[name] ?? columns].map(sorted);
    if (table.unique.some((one) => fitting.includes(sorted(one)))) return [];
    const [only = "", ...others] = columns;
    const own = table.columns.find(({ key }) => key === only);
    const mended =
      others.length > 0 ? keyLine(subject, "uniqueIndex", columns) : uniqueColumn(subject, only, own);
    const what = `${table.variable} has no unique index on ${columns.join(", ")}`;
    return [{ kind: "unique", at: own?.start ?? table.start, what, mended }];
  });
}

const sorted = (columns: readonly string[]): string => [...columns].sort().join(" ");

function uniqueColumn(
  { name, manner }: Subject,
  column: string,
  own: DrizzleColumn | undefined,
): TableGap["mended"] {
  const { written } = own ?? {};
  if (written?.endsWith(")")) return () => `${written}.unique()`;
  const request = { table: name, column, manner, users: manner.users?.variable ?? "users", isExact: false };
  return ({ call }) =>
    `${columnText(request, call, own?.name).replace(".primaryKey()", ".notNull()").replace(".unique()", "")}.unique()`;
}

/** Those that begin with its columns serve as an index too, and MySQL makes one for each reference. */
export function indexGaps(subject: Subject, missing: readonly string[]): readonly TableGap[] {
  const { name, table, manner } = subject;
  const keys = [...table.unique, ...table.indexes];
  return tableOf(name).indexes.flatMap((columns): readonly TableGap[] => {
    if (missing.some((column) => columns.includes(column))) return [];
    const own = table.columns.find(({ key }) => key === columns[0]);
    const isReference = manner.dialect === "mysql" && own?.calls.some((one) => one.name === "references");
    if (isReference || keys.some((key) => columns.every((column, at) => key[at] === column))) return [];
    const what = `${table.variable} has no index on ${columns.join(", ")}`;
    return [
      { kind: "index", at: own?.start ?? table.start, what, mended: keyLine(subject, "index", columns) },
    ];
  });
}

/** As an item of the list that the table has for keys, or with that list. */
function keyLine(
  { table, manner }: Subject,
  kind: "index" | "uniqueIndex",
  columns: readonly string[],
): TableGap["mended"] {
  const parameter = table.extraParameter ?? "table";
  const members = columns.map((column) => `${parameter}.${column}`).join(", ");
  const parts = [table.name ?? table.variable, ...columns, kind === "index" ? "idx" : "key"];
  const title = parts.map((part) => (manner.isSnake ? snake(part) : part)).join("_");
  return ({ use }) => {
    const item = `${use(kind)}(${JSON.stringify(title)}).on(${members})`;
    if (table.extra === "array") return item;
    return table.extra === "object" ? `${columns.join("")}Index: ${item}` : `(${parameter}) => [${item}]`;
  };
}

const folding = ["varchar", "char", "text", "tinytext", "mediumtext", "longtext"];

/** The collations that MySQL begins with take upper and lower case for the same. */
export function collationGaps({ name, table, manner }: Subject): readonly TableGap[] {
  if (manner.dialect !== "mysql") return [];
  return table.columns.flatMap((column): readonly TableGap[] => {
    const { key, type = "", start: at, call, written } = column;
    if (!identifying[name]?.includes(key) || !folding.includes(type)) return [];
    const title = column.name === undefined ? "" : JSON.stringify(column.name);
    const exact = (written ?? `${key}: ${call}`).replace(call, () => `${exactText}(${title})`);
    const what = `${table.variable}.${key} takes upper and lower case for the same`;
    return [{ kind: "collation", at, what, mended: () => exact }];
  });
}
