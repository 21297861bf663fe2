/** What a connection of Kysely says of its database. */
import { type Kysely, sql } from "kysely";
import type { Row } from "./rows/rows.js";
import type { SqlDatabase } from "./sql-schema.js";

/** Kysely's types do not narrow a generic set of tables. */
export type AnyTables = Kysely<Record<string, Row>>;

/** Told by a statement as the connection writes it: bundlers rename classes, such as that of its adapter. */
export function databaseOf<Tables>(db: Kysely<Tables>): SqlDatabase {
  const { sql: written } = sql`${sql.ref("a")} = ${1}`.compile(db);
  if (written.includes("`")) return "mysql";
  return written.includes("$1") ? "postgres" : "sqlite";
}

/** Names as the connection writes them: it may have a schema, or plugins that rename. */
export function namesOf(db: AnyTables) {
  const written = (table: string, column: string) => {
    const { sql: statement } = db.selectFrom(table).select(column).compile();
    const [, columns = "", from = ""] = /^select (.+) from (.+)$/s.exec(statement) ?? [];
    return { columns, from };
  };
  return {
    table: keptBy((name) => written(name, "id").from),
    column: keptBy((name) => written("User", name).columns),
  };
}

/** The same function, which is asked once for each name. */
function keptBy(write: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name) ?? write(name);
    known.set(name, found);
    return found;
  };
}
