/** The tables that a database has: columns and indexes, in the words of one dialect each. */
import type { SqlDatabase } from "../../runtime/adapters/sql-schema.js";
import type { DatabaseTables, FoundIndex, FoundTable } from "../../templates/stores/found-table.js";
import type { Connection, DriverRow } from "./connection.js";

interface Reader {
  /** Rows of `table`, `column`, `type`. */
  readonly columns: (names: string) => string;
  /** Rows of `table`, `index`, `column`, `unique`, in the order of the columns. */
  readonly indexes: (names: string) => string;
  readonly place: (at: number) => string;
}

const readers: Readonly<Record<SqlDatabase, Reader>> = {
  postgres: {
    place: (at) => `$${at + 1}`,
    columns: (names) =>
      `select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as "type"
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where pg_table_is_visible(c.oid) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and c.relname in (${names})`,
    indexes: (names) =>
      `select c.relname as "table", i.indexrelid::text as "index", a.attname as "column", i.indisunique as "unique"
       from pg_index i join pg_class c on c.oid = i.indrelid
       cross join lateral unnest(i.indkey::int2[]) with ordinality as k (num, at)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
       where pg_table_is_visible(c.oid) and i.indisvalid and i.indpred is null and i.indexprs is null
       and k.at <= i.indnkeyatts and c.relname in (${names}) order by i.indexrelid, k.at`,
  },
  mysql: {
    place: () => "?",
    columns: (names) =>
      `select table_name as \`table\`, column_name as \`column\`,
       concat(column_type, if(character_set_name is null, '', concat(' character set ', character_set_name, ' collate ', collation_name))) as \`type\`
       from information_schema.columns where table_schema = database() and table_name in (${names})`,
    indexes: (names) =>
      `select table_name as \`table\`, index_name as \`index\`, column_name as \`column\`, non_unique = 0 and sub_part is null as \`unique\`
       from information_schema.statistics where table_schema = database() and table_name in (${names})
       order by table_name, index_name, seq_in_index`,
  },
  sqlite: {
    place: () => "?",
    columns: (names) =>
      `select m.name as "table", c.name as "column", c.type as "type"
       from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and lower(m.name) in (${names})`,
    indexes: (names) =>
      `select m.name as "table", l.name as "index", c.name as "column", l."unique" as "unique", c.seqno as "at"
       from sqlite_master m join pragma_index_list(m.name) l join pragma_index_info(l.name) c
       where m.type = 'table' and l.partial = 0 and lower(m.name) in (${names})
       union all select m.name, '', c.name, 1, c.pk
       from sqlite_master m join pragma_table_info(m.name) c
       where m.type = 'table' and c.pk > 0 and lower(m.name) in (${names}) order by 1, 2, 5`,
  },
};

/**
 * @param connection the open database
 * @param names tables to look for
 */
export async function readTables(connection: Connection, names: readonly string[]): Promise<DatabaseTables> {
  const { columns, indexes, place } = readers[connection.database];
  const fold = await foldOf(connection);
  const asked = connection.database === "sqlite" ? names.map((name) => name.toLowerCase()) : names;
  const places = asked.map((_, at) => place(at)).join(", ");
  const twice = connection.database === "sqlite" ? [...asked, ...asked] : asked;
  const columnRows = await connection.query(columns(places), asked);
  const indexRows = await connection.query(indexes(places), twice);
  return new Map(
    names.flatMap((name): [string, FoundTable][] => {
      const isIt = (row: DriverRow) => fold(String(row["table"])) === fold(name);
      const own = columnRows.filter(isIt);
      const found = own[0] && String(own[0]["table"]);
      if (found === undefined) return [];
      const types = own.map((row) => [String(row["column"]), String(row["type"])] as const);
      return [[name, { name: found, columns: new Map(types), indexes: indexesOf(indexRows.filter(isIt)) }]];
    }),
  );
}

/** Names of tables that are one: SQLite ignores case, MySQL where the file system does. */
async function foldOf(connection: Connection): Promise<(name: string) => string> {
  const lower = (name: string) => name.toLowerCase();
  if (connection.database === "sqlite") return lower;
  if (connection.database === "postgres") return (name) => name;
  const [row] = await connection.query("select @@lower_case_table_names as folds");
  return Number(row?.["folds"]) === 0 ? (name) => name : lower;
}

function indexesOf(rows: readonly DriverRow[]): readonly FoundIndex[] {
  const byName = new Map<string, DriverRow[]>();
  for (const row of rows) {
    const name = String(row["index"]);
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  return [...byName.values()].map((members) => ({
    columns: members.map((row) => String(row["column"])),
    unique: members.every((row) => row["unique"] === true || Number(row["unique"]) === 1),
  }));
}
