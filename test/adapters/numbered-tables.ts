/** Tables whose ids the database counts, as apps have them that began with another library. */
import { sql, type Kysely } from "kysely";
import { boolean, integer, pgTable, serial, text, timestamp } from "drizzle-orm/pg-core";
import type { AuthTables } from "../../src/runtime/adapters/kysely.js";

export const execute = (db: Kysely<AuthTables>, statement: string): Promise<unknown> =>
  sql.raw(statement).execute(db);

interface Words {
  readonly quote: string;
  readonly id: string;
  readonly number: string;
  readonly key: string;
  readonly text: string;
  readonly date: string;
  readonly names: readonly [string, string, string, string, string];
}

const sqlNames = ["users", "accounts", "sessions", "verification_token", "authenticators"] as const;
const modelNames = ["User", "Account", "Session", "VerificationToken", "Authenticator"] as const;

function tables({ quote: q, id, number, key, text: words, date, names }: Words): string[] {
  const [user, account, session, token, authenticator] = names.map((name) => q + name + q);
  const owner = `${q}userId${q} ${number} not null`;
  return [
    `create table ${user} (id ${id}, name ${words}, email ${key} unique, ${q}emailVerified${q} ${date} null, image ${words})`,
    `create table ${account} (id ${id}, ${owner}, type ${key} not null, provider ${key} not null, ${q}providerAccountId${q} ${key} not null, refresh_token ${words}, access_token ${words}, expires_at bigint, id_token ${words}, scope ${words}, session_state ${words}, token_type ${words}, unique (provider, ${q}providerAccountId${q}))`,
    `create table ${session} (id ${id}, ${owner}, expires ${date} not null, ${q}sessionToken${q} ${key} not null unique)`,
    `create table ${token} (identifier ${key} not null, expires ${date} not null, token ${key} not null, primary key (identifier, token))`,
    `create table ${authenticator} (${q}credentialID${q} ${key} not null unique, ${owner}, ${q}providerAccountId${q} ${key} not null, ${q}credentialPublicKey${q} ${words} not null, counter integer not null, ${q}credentialDeviceType${q} ${words} not null, ${q}credentialBackedUp${q} boolean not null, transports ${words})`,
  ];
}

const postgresWords = {
  quote: '"',
  id: "serial primary key",
  number: "integer",
  key: "text",
  text: "text",
  date: "timestamptz",
};
const mariadbWords = {
  quote: "`",
  id: "integer auto_increment primary key",
  number: "integer",
  key: "varchar(255) character set utf8mb4 collate utf8mb4_bin",
  text: "mediumtext character set utf8mb4",
  date: "datetime(3)",
};
const libsqlWords = {
  quote: '"',
  id: "integer primary key autoincrement",
  number: "integer",
  key: "text",
  text: "text",
  date: "text",
};

export const postgres = tables({ ...postgresWords, names: sqlNames });
export const mariadb = tables({ ...mariadbWords, names: sqlNames });
export const kyselyPostgres = tables({ ...postgresWords, names: modelNames });
export const kyselyMariadb = tables({ ...mariadbWords, names: modelNames });
export const kyselyLibsql = tables({ ...libsqlWords, names: modelNames });

/** The same tables as those of {@link postgres}, for Drizzle. */
export const drizzleTables = {
  usersTable: pgTable("users", {
    id: serial("id").primaryKey(),
    name: text("name"),
    email: text("email").unique(),
    emailVerified: timestamp("emailVerified", { mode: "date", withTimezone: true }),
    image: text("image"),
  }),
  accountsTable: pgTable("accounts", {
    userId: integer("userId").notNull(),
    type: text("type").notNull(),
    provider: text("provider").notNull(),
    providerAccountId: text("providerAccountId").notNull(),
    refresh_token: text("refresh_token"),
    access_token: text("access_token"),
    expires_at: integer("expires_at"),
    token_type: text("token_type"),
    scope: text("scope"),
    id_token: text("id_token"),
    session_state: text("session_state"),
  }),
  sessionsTable: pgTable("sessions", {
    id: serial("id").primaryKey(),
    sessionToken: text("sessionToken").notNull(),
    userId: integer("userId").notNull(),
    expires: timestamp("expires", { mode: "date", withTimezone: true }).notNull(),
  }),
  verificationTokensTable: pgTable("verification_token", {
    identifier: text("identifier").notNull(),
    token: text("token").notNull(),
    expires: timestamp("expires", { mode: "date", withTimezone: true }).notNull(),
  }),
  authenticatorsTable: pgTable("authenticators", {
    credentialID: text("credentialID").notNull(),
    userId: integer("userId").notNull(),
    providerAccountId: text("providerAccountId").notNull(),
    credentialPublicKey: text("credentialPublicKey").notNull(),
    counter: integer("counter").notNull(),
    credentialDeviceType: text("credentialDeviceType").notNull(),
    credentialBackedUp: boolean("credentialBackedUp").notNull(),
    transports: text("transports"),
  }),
};
