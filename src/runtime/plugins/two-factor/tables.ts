/** What the plugin keeps: data alone, so that migrations and schemas are made from it. */
import type { RecordTable } from "../../types/records.js";

const key = { type: "key", required: true } as const;
const text = { type: "text", required: true } as const;
const integer = { type: "integer", required: true } as const;
const date = { type: "date", required: true } as const;

/** The authenticator app of a user. Times are milliseconds since 1970. */
export const secretTable: RecordTable = {
  name: "auth_two_factor_secret",
  columns: {
    userId: key,
    /** Sealed with AUTH_SECRET. */
    secret: text,
    /** Time step (RFC 6238) of the last code that was accepted. */
    lastStep: integer,
    /** Wrong answers in a row, and when the last one came. */
    failures: integer,
    failedAt: integer,
    /** The recovery codes that hold: those of one set. */
    codeSet: key,
    createdAt: date,
  },
  primaryKey: ["userId"],
  unique: [],
  indexes: [],
};

/** Recovery codes that were not used yet, as keyed hashes. */
export const recoveryTable: RecordTable = {
  name: "auth_two_factor_recovery",
  columns: { hash: key, userId: key, codeSet: key },
  primaryKey: ["hash"],
  unique: [],
  indexes: [["userId"]],
};

/** Browsers that are not asked for the factor for a while, by the hash of their cookie. */
export const browserTable: RecordTable = {
  name: "auth_two_factor_browser",
  columns: { hash: key, userId: key, createdAt: date, expires: date },
  primaryKey: ["hash"],
  unique: [],
  indexes: [["userId"], ["expires"]],
  expires: "expires",
};

/** When the factor was shown in a database session, by the hash of its token. `at`: milliseconds since 1970. */
export const sessionTable: RecordTable = {
  name: "auth_two_factor_session",
  columns: { hash: key, userId: key, amr: text, at: integer, expires: date },
  primaryKey: ["hash"],
  unique: [],
  indexes: [["userId"], ["expires"]],
  expires: "expires",
};

export const tables: readonly RecordTable[] = [secretTable, recoveryTable, browserTable, sessionTable];
