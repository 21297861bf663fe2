/** The tables of the Kysely store: their shape, and the migration that makes them. */
import { type Kysely, sql } from "kysely";
import { databaseOf, namesOf } from "./kysely-dialect.js";
import { type ColumnType, type Table, tableNames, tableOf, type TableName } from "./schema.js";
import { type SqlDatabase, sqlTypes } from "./sql-schema.js";

/** SQLite has no date type and gets ISO 8601 text, which sorts as time does. */
type StoredDate = Date | string;

/** The tables. `Kysely<AuthTables & MyTables>` is accepted too. */
// A type, not an interface: only that fits Kysely's `withTables`.
export type AuthTables = {
  /** People. */
  User: {
    /** Key. */
    id: string;
    /** Name to show. */
    name: string | null;
    /** Unique, in lower case. */
    email: string | null;
    /** When the address was proved by a mail. */
    emailVerified: StoredDate | null;
    /** Address of a picture. */
    image: string | null;
  };
  /** Ways to sign in. `provider` and `providerAccountId` together are unique. */
  Account: {
    /** Key; nothing asks for it. */
    id: string;
    /** Owner. */
    userId: string;
    /** Type of the provider. */
    type: string;
    /** Id of the provider. */
    provider: string;
    /** Id of the person there. */
    providerAccountId: string;
    /** For a new access token. A secret. */
    refresh_token: string | null;
    /** For the provider's API. A secret. */
    access_token: string | null;
    /** End of the access token, in seconds since 1970. */
    expires_at: number | null;
    /** In lower case, mostly `bearer`. */
    token_type: string | null;
    /** Granted scopes, with blanks between them. */
    scope: string | null;
    /** Who signed in, signed by the provider. */
    id_token: string | null;
    /** State of the session at the provider (OpenID Connect Session Management). */
    session_state: string | null;
  };
  /** Sessions of the strategy "database". */
  Session: {
    /** Key; nothing asks for it. */
    id: string;
    /** Who is signed in. */
    userId: string;
    /** What the cookie holds. A secret; unique. */
    sessionToken: string;
    /** End of the session. */
    expires: StoredDate;
  };
  /** Mailed links and codes. `identifier` and `token` together are unique. */
  VerificationToken: {
    /** Address that the mail went to. */
    identifier: string;
    /** The token hashed with the secret. */
    token: string;
    /** End of the link. */
    expires: StoredDate;
  };
  /** Passkeys. */
  Authenticator: {
    /** Key: the credential's id, base64. */
    credentialID: string;
    /** Owner. */
    userId: string;
    /** Id of the account that belongs to it. */
    providerAccountId: string;
    /** Public key, base64. */
    credentialPublicKey: string;
    /** Count of signatures. */
    counter: number;
    /** `singleDevice` or `multiDevice`. */
    credentialDeviceType: string;
    /** Whether it is synchronised; 0 or 1 in SQLite and MySQL. */
    credentialBackedUp: boolean | number;
    /** How the authenticator is reached, with commas between. */
    transports: string | null;
  };
};

type Db = Kysely<AuthTables>;

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
  await makeMissing(
    connection,
    tableNames.map((name) => ({ ...tableOf(name), name })),
  );
}

type NamedTable = Table & { readonly name: string };

/** Makes tables with their indexes, those of the core or one of a plugin, where one is missing. */
export async function makeMissing<Tables extends AuthTables>(
  connection: Kysely<Tables>,
  tables: readonly NamedTable[],
): Promise<void> {
  const db = connection as unknown as Db;
  if (await areThere(db, tables)) return;
  const database = databaseOf(db);
  await underLock(db, database, async (own) => {
    for (const table of tables) {
      // Tables of other adapters have other ids: a reference must be of the type that is there.
      const userId = table.userId && (await typeOfUserId(own, database));
      await tableToMake(own, database, table, userId).execute();
    }
    await makeIndexes(own, database, tables);
  });
}

/** One look at all of them, in the words of the connection: it may have a schema or plugins. */
async function areThere(db: Db, tables: readonly NamedTable[]): Promise<boolean> {
  const look = db
    .selectFrom(tables.map(({ name }) => name as TableName))
    .select(sql`1`.as("one"))
    .limit(0);
  return look.execute().then(
    () => true,
    () => false,
  );
}

const lockSeconds = 60;

/** MySQL ends a transaction at every table that is made; SQLite has one writer at a time anyway. */
async function underLock(db: Db, database: SqlDatabase, make: (own: Db) => Promise<void>): Promise<void> {
  if (database === "postgres") {
    return db.transaction().execute(async (run) => {
      await sql`select pg_advisory_xact_lock(hashtext('authwright.migrate'))`.execute(run);
      await make(run);
    });
  }
  if (database === "sqlite") return make(db);
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

/** @param userId type of the column with the owner, where there are users */
function tableToMake(
  db: Db,
  database: SqlDatabase,
  { name, columns, primaryKey, generatesKey, unique, userId: owner }: NamedTable,
  userId: string | undefined,
) {
  const types = sqlTypes[database];
  const isAlone = primaryKey.length === 1;
  const isUnique = (column: string) => unique.some((one) => one.length === 1 && one[0] === column);
  let table = db.schema.createTable(name).ifNotExists();
  for (const [column, { type, required }] of Object.entries(columns)) {
    const written = (column === owner ? userId : undefined) ?? typeOf(database, type);
    table = table.addColumn(column, sql.raw(written), (made) => {
      const isKey = isAlone && primaryKey.includes(column);
      if (isKey && generatesKey) return made.primaryKey().defaultTo(sql.raw(types.newId));
      if (isKey) return made.primaryKey();
      const filled = required ? made.notNull() : made;
      return isUnique(column) ? filled.unique() : filled;
    });
  }
  if (!isAlone && primaryKey.length > 0)
    table = table.addPrimaryKeyConstraint(`${name}_pkey`, [...primaryKey] as never);
  for (const together of unique.filter((one) => one.length > 1))
    table = table.addUniqueConstraint(`${name}_${together.join("_")}_key`, [...together] as never);
  return owner === undefined
    ? table
    : table.addForeignKeyConstraint(`${name}_${owner}_fkey`, [owner] as never, "User", ["id"], (made) =>
        made.onDelete("cascade"),
      );
}

/** A database's own character set may be unable to hold a name, and may fold what is part of an index. */
function typeOf(database: SqlDatabase, type: ColumnType): string {
  const { [type]: written, end } = sqlTypes[database];
  return type === "key" || type === "text" ? `${written} ${end}`.trimEnd() : written;
}

/** Who is removed takes rows along, and expired rows are looked for: without these each time by reading all rows. */
async function makeIndexes(db: Db, database: SqlDatabase, tables: readonly NamedTable[]): Promise<void> {
  const wanted = tables.flatMap(({ name: table, indexes }) => indexes.map((columns) => ({ table, columns })));
  for (const { table, columns } of wanted) {
    const index = db.schema
      .createIndex(`${table}_${columns.join("_")}_idx`)
      .on(table)
      .columns([...columns]);
    if (database === "mysql") await index.execute().catch(unlessThere);
    else await index.ifNotExists().execute();
  }
}

/** MySQL knows no "if not exists" here. */
function unlessThere(error: { errno?: number }): void {
  const duplicateName = 1061;
  if (error.errno !== duplicateName) throw error;
}

async function typeOfUserId(db: Db, database: SqlDatabase): Promise<string | undefined> {
  if (database === "sqlite") return undefined;
  if (database === "postgres") {
    const { rows } = await sql<{ type: string }>`
      select format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${namesOf(db as never).table("User")}::regclass and attname = 'id'`.execute(db);
    return rows[0]?.type;
  }
  const { rows } = await sql<{ type: string; charset: string | null; collation: string | null }>`
    select column_type as type, character_set_name as charset, collation_name as collation
    from information_schema.columns
    where table_schema = database() and table_name = 'User' and column_name = 'id'`.execute(db);
  const [id] = rows;
  return (
    id && (id.charset === null ? id.type : `${id.type} character set ${id.charset} collate ${id.collation}`)
  );
}
