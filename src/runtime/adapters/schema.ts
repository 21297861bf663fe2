/**
 * The tables of a store as data. Adapters, migrations, written schemas, checks for drift and the conformance kit read
 * them here. Within a major version no column is added, changed or required.
 */

import type { RecordTable } from "../types/records.js";
import type { ColumnType, Table } from "../types/table.js";

export type { Column, ColumnType, Table } from "../types/table.js";

const key = { type: "key" } as const;
const text = { type: "text" } as const;
const date = { type: "date" } as const;
const required = <T extends ColumnType>(type: T) => ({ type, required: true }) as const;

/** The tables that every store has. */
export const coreTables = {
  User: {
    columns: { id: required("key"), name: text, email: key, emailVerified: date, image: text },
    primaryKey: ["id"],
    generatesKey: true,
    unique: [["email"]],
    indexes: [],
  },
  Account: {
    columns: {
      id: required("key"),
      userId: required("key"),
      type: required("key"),
      provider: required("key"),
      providerAccountId: required("key"),
      refresh_token: text,
      access_token: text,
      expires_at: { type: "integer" },
      token_type: text,
      scope: text,
      id_token: text,
      session_state: text,
    },
    primaryKey: ["id"],
    generatesKey: true,
    unique: [["provider", "providerAccountId"]],
    indexes: [["userId"]],
    userId: "userId",
  },
  Session: {
    columns: {
      id: required("key"),
      userId: required("key"),
      sessionToken: required("key"),
      expires: required("date"),
    },
    primaryKey: ["id"],
    generatesKey: true,
    unique: [["sessionToken"]],
    indexes: [["userId"], ["expires"]],
    userId: "userId",
  },
  VerificationToken: {
    columns: { identifier: required("key"), token: required("key"), expires: required("date") },
    primaryKey: [],
    unique: [["token"]],
    indexes: [["expires"]],
  },
  Authenticator: {
    columns: {
      credentialID: required("key"),
      userId: required("key"),
      providerAccountId: required("key"),
      credentialPublicKey: required("text"),
      counter: required("integer"),
      credentialDeviceType: required("text"),
      credentialBackedUp: required("boolean"),
      transports: text,
    },
    primaryKey: ["credentialID"],
    unique: [],
    indexes: [["userId"]],
    userId: "userId",
  },
} as const satisfies Readonly<Record<string, Table>>;

/** Name of a table as adapters and Prisma models have it. */
export type TableName = keyof typeof coreTables;

/** Tables whose rows are over at a time, and the column that names one of them. */
export const expiring = { Session: "sessionToken", VerificationToken: "token" } as const satisfies Partial<
  Record<TableName, string>
>;

export type Expiring = keyof typeof expiring;

export const tableNames = Object.keys(coreTables) as readonly TableName[];

/** The table as its data type: for code that goes through columns by name. */
export const tableOf = (name: TableName): Table => coreTables[name];

/** Tables whose rows belong to a user. */
export const ownedTables: readonly TableName[] = tableNames.filter((name) => tableOf(name).userId);

/** What processes share. Its ends are milliseconds since 1970. */
const sharedTable: RecordTable = {
  name: "auth_shared",
  columns: {
    key: required("key"),
    count: required("integer"),
    expires: required("integer"),
  },
  primaryKey: ["key"],
  unique: [],
  indexes: [["expires"]],
  expires: "expires",
};

/** Every optional table of this package itself. `auth db cleanup` removes the rows of those with a column of ends. */
export const recordTables: readonly RecordTable[] = [sharedTable];
