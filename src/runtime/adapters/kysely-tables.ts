/** The tables of the Kysely store: their shape, how each database spells it, and the migration that makes them. */
import type { ColumnDataType, Kysely } from "kysely";

/** SQLite has no date type and gets ISO 8601 text, which sorts as time does. */
export type StoredDate = Date | string;

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

/** What differs between databases. */
export interface Dialect {
  /** Dates have a column type of their own. */
  readonly dates: boolean;
  readonly booleans: boolean;
  /** A DELETE can return what it deleted. */
  readonly returning: boolean;
  /** Text that is part of an index needs a length. */
  readonly key: ColumnDataType;
  readonly date: ColumnDataType;
}

/** Told by the name of Kysely's adapter for the database: it has no other. */
export function dialectOf(db: Kysely<AuthTables>): Dialect {
  const { adapter } = db.getExecutor();
  const name = adapter.constructor.name.toLowerCase();
  const returning = adapter.supportsReturning;
  if (name.includes("mysql")) {
    return { dates: true, booleans: true, returning, key: "varchar(255)", date: "datetime(3)" };
  }
  if (name.includes("postgres") || name.includes("pglite")) {
    return { dates: true, booleans: true, returning, key: "text", date: "timestamptz" };
  }
  return { dates: false, booleans: false, returning, key: "text", date: "text" };
}

/**
 * Makes the tables and their unique indexes where they are missing; changes nothing that is there.
 * The indexes decide races: two first sign-ins of one person make one user.
 *
 * @param connection your Kysely instance
 * @example await migrate(db)
 */
export async function migrate<Tables extends AuthTables>(connection: Kysely<Tables>): Promise<void> {
  const db = connection as unknown as Kysely<AuthTables>;
  const { key, date, booleans } = dialectOf(db);
  const table = (name: keyof AuthTables) => db.schema.createTable(name).ifNotExists();

  await table("User")
    .addColumn("id", key, (column) => column.primaryKey())
    .addColumn("name", "text")
    .addColumn("email", key, (column) => column.unique())
    .addColumn("emailVerified", date)
    .addColumn("image", "text")
    .execute();
  const owner = ["userId"] as const;
  await table("Account")
    .addColumn("id", key, (column) => column.primaryKey())
    .addColumn("userId", key, (column) => column.notNull())
    .addColumn("type", key, (column) => column.notNull())
    .addColumn("provider", key, (column) => column.notNull())
    .addColumn("providerAccountId", key, (column) => column.notNull())
    .addColumn("refresh_token", "text")
    .addColumn("access_token", "text")
    .addColumn("expires_at", "bigint")
    .addColumn("token_type", "text")
    .addColumn("scope", "text")
    .addColumn("id_token", "text")
    .addColumn("session_state", "text")
    .addUniqueConstraint("Account_provider_providerAccountId_key", ["provider", "providerAccountId"])
    .addForeignKeyConstraint("Account_userId_fkey", [...owner], "User", ["id"], (key_) =>
      key_.onDelete("cascade"),
    )
    .execute();
  await table("Session")
    .addColumn("id", key, (column) => column.primaryKey())
    .addColumn("userId", key, (column) => column.notNull())
    .addColumn("sessionToken", key, (column) => column.notNull().unique())
    .addColumn("expires", date, (column) => column.notNull())
    .addForeignKeyConstraint("Session_userId_fkey", [...owner], "User", ["id"], (key_) =>
      key_.onDelete("cascade"),
    )
    .execute();
  await table("VerificationToken")
    .addColumn("identifier", key, (column) => column.notNull())
    .addColumn("token", key, (column) => column.notNull().unique())
    .addColumn("expires", date, (column) => column.notNull())
    .execute();
  await table("Authenticator")
    .addColumn("credentialID", key, (column) => column.primaryKey())
    .addColumn("userId", key, (column) => column.notNull())
    .addColumn("providerAccountId", key, (column) => column.notNull())
    .addColumn("credentialPublicKey", "text", (column) => column.notNull())
    .addColumn("counter", "integer", (column) => column.notNull())
    .addColumn("credentialDeviceType", "text", (column) => column.notNull())
    .addColumn("credentialBackedUp", booleans ? "boolean" : "integer", (column) => column.notNull())
    .addColumn("transports", "text")
    .addForeignKeyConstraint("Authenticator_userId_fkey", [...owner], "User", ["id"], (key_) =>
      key_.onDelete("cascade"),
    )
    .execute();
}
