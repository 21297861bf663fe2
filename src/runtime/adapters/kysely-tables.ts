/** The tables of the Kysely store: their shape, and the migration that makes them. */
import { type ColumnDataType, type Expression, type Kysely, sql } from "kysely";
import { type Dialect, dialectOf, type StoredDate } from "./kysely-dialect.js";
import { tableNames, tableOf, type TableName } from "./schema.js";

/** The tables. `Kysely<AuthTables & MyTables>` is accepted too. */
// A type, not an interface: only that fits Kysely's `withTables`.
export type AuthTables = {
  User: {
    id: string;
    name: string | null;
    email: string | null;
    emailVerified: StoredDate | null;
    image: string | null;
  };
  Account: {
    id: string;
    userId: string;
    type: string;
    provider: string;
    providerAccountId: string;
    refresh_token: string | null;
    access_token: string | null;
    expires_at: number | null;
    token_type: string | null;
    scope: string | null;
    id_token: string | null;
    session_state: string | null;
  };
  Session: { id: string; userId: string; sessionToken: string; expires: StoredDate };
  VerificationToken: { identifier: string; token: string; expires: StoredDate };
  Authenticator: {
    credentialID: string;
    userId: string;
    providerAccountId: string;
    credentialPublicKey: string;
    counter: number;
    credentialDeviceType: string;
    credentialBackedUp: boolean | number;
    transports: string | null;
  };
};

type Db = Kysely<AuthTables>;
type ColumnType = ColumnDataType | Expression<unknown>;

/**
 * Makes the tables and their indexes where tables are missing; changes no column that is there. Where all of them are
 * there nothing is written, so that a role without the right to make tables will do. Several processes may start at
 * once: one makes the tables, the others wait. The unique indexes decide races: two first sign-ins of one person make
 * one user.
 *
 * @param connection your Kysely instance
 * @example await migrate(db)
 */
export async function migrate<Tables extends AuthTables>(connection: Kysely<Tables>): Promise<void> {
  const db = connection as unknown as Db;
  if (await isComplete(db)) return;
  const dialect = dialectOf(db);
  await underLock(db, dialect, (own) => makeTables(own, dialect));
}

/** One look at all of them, in the words of the connection: it may have a schema or plugins. */
async function isComplete(db: Db): Promise<boolean> {
  const look = db
    .selectFrom(["User", "Account", "Session", "VerificationToken", "Authenticator"])
    .select(sql`1`.as("one"))
    .limit(0);
  return look.execute().then(
    () => true,
    () => false,
  );
}

const lockSeconds = 60;

/** MySQL ends a transaction at every table that is made; SQLite has one writer at a time anyway. */
async function underLock(db: Db, { name }: Dialect, make: (own: Db) => Promise<void>): Promise<void> {
  if (name === "postgres") {
    return db.transaction().execute(async (run) => {
      await sql`select pg_advisory_xact_lock(hashtext('authwright.migrate'))`.execute(run);
      await make(run);
    });
  }
  if (name === "sqlite") return make(db);
  return db.connection().execute(async (run) => {
    const lock = sql`concat('authwright.', sha1(database()))`;
    const got = await sql<{ got: unknown }>`select get_lock(${lock}, ${lockSeconds}) as got`.execute(run);
    if (Number(got.rows[0]?.got) !== 1) throw new Error("migrate: another process is making the tables");
    try {
      await make(run);
    } finally {
      await sql`do release_lock(${lock})`.execute(run);
    }
  });
}

async function makeTables(db: Db, dialect: Dialect): Promise<void> {
  for (const name of tableNames) {
    // Tables of other adapters have other ids: a reference must be of the type that is there.
    const userId = name === "User" ? dialect.key : await typeOfUserId(db, dialect);
    await tableToMake(db, dialect, name, userId).execute();
  }
  await makeIndexes(db, dialect);
}

function tableToMake(db: Db, dialect: Dialect, name: TableName, userId: ColumnType) {
  const { columns, primaryKey, generatesKey, unique, userId: owner } = tableOf(name);
  const isUnique = (column: string) => unique.some((one) => one.length === 1 && one[0] === column);
  let table = db.schema.createTable(name).ifNotExists();
  for (const [column, { type, required }] of Object.entries(columns)) {
    table = table.addColumn(column, column === owner ? userId : dialect[type], (made) => {
      const isKey = primaryKey.includes(column);
      if (isKey && generatesKey) return made.primaryKey().defaultTo(dialect.newId);
      if (isKey) return made.primaryKey();
      const filled = required ? made.notNull() : made;
      return isUnique(column) ? filled.unique() : filled;
    });
  }
  for (const together of unique.filter((one) => one.length > 1))
    table = table.addUniqueConstraint(`${name}_${together.join("_")}_key`, [...together] as never);
  return owner === undefined
    ? table
    : table.addForeignKeyConstraint(`${name}_${owner}_fkey`, [owner] as never, "User", ["id"], (made) =>
        made.onDelete("cascade"),
      );
}

/** Who is removed takes rows along, and expired rows are looked for: without these each time by reading all rows. */
async function makeIndexes(db: Db, { name }: Dialect): Promise<void> {
  const wanted = tableNames.flatMap((table) => tableOf(table).indexes.map((columns) => ({ table, columns })));
  for (const { table, columns } of wanted) {
    const index = db.schema
      .createIndex(`${table}_${columns.join("_")}_idx`)
      .on(table)
      .columns([...columns]);
    if (name === "mysql") await index.execute().catch(unlessThere);
    else await index.ifNotExists().execute();
  }
}

/** MySQL knows no "if not exists" here. */
function unlessThere(error: { errno?: number }): void {
  const duplicateName = 1061;
  if (error.errno !== duplicateName) throw error;
}

async function typeOfUserId(db: Db, { name, key }: Dialect): Promise<ColumnType> {
  if (name === "sqlite") return key;
  if (name === "postgres") {
    const { rows } = await sql<{ type: string }>`
      select format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${regclass(db)}::regclass and attname = 'id'`.execute(db);
    return rows[0] === undefined ? key : sql.raw(rows[0].type);
  }
  const { rows } = await sql<{ type: string; charset: string | null; collation: string | null }>`
    select column_type as type, character_set_name as charset, collation_name as collation
    from information_schema.columns
    where table_schema = database() and table_name = 'User' and column_name = 'id'`.execute(db);
  const [id] = rows;
  if (id === undefined) return key;
  return sql.raw(
    id.charset === null ? id.type : `${id.type} character set ${id.charset} collate ${id.collation}`,
  );
}

/** The name of the table of users as the connection's plugins write it. */
const regclass = (db: Db): string =>
  /from (.+)$/.exec(db.selectFrom("User").select("id").compile().sql)?.[1] ?? '"User"';
