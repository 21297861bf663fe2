import type { RecordTable } from "../../types/records.js";
import { sessionTables } from "../sessions/session-tables.js";

/** Who removes a way to sign in now: one at a time for each user, so that two tabs cannot remove the last two. */
export const accountChanges = {
  name: "auth_account_changes",
  columns: {
    userId: { type: "key", required: true },
    // Another one after each write.
    version: { type: "key", required: true },
    busyUntil: { type: "date" },
  },
  primaryKey: ["userId"],
  unique: [],
  indexes: [],
} as const satisfies RecordTable;

/** What users call their passkeys. */
export const passkeyNames = {
  name: "auth_account_passkeys",
  columns: {
    // SHA-256 of the credential id, which may be longer than a key.
    id: { type: "key", required: true },
    userId: { type: "key", required: true },
    name: { type: "text", required: true },
  },
  primaryKey: ["id"],
  unique: [],
  indexes: [["userId"]],
} as const satisfies RecordTable;

/** Users who are deleted when their time is over. */
export const accountDeletions = {
  name: "auth_account_deletions",
  columns: {
    userId: { type: "key", required: true },
    // The day of it, as 2030-01-31: jobs list a day.
    day: { type: "key", required: true },
    deleteAt: { type: "date", required: true },
  },
  primaryKey: ["userId"],
  unique: [],
  indexes: [["day"]],
} as const satisfies RecordTable;

/** When users used their ways to sign in. The plugin works without it. */
export const accountUses = {
  name: "auth_account_uses",
  columns: {
    // SHA-256 of the user, the provider and the account's id there, which may be longer than a key.
    id: { type: "key", required: true },
    userId: { type: "key", required: true },
    provider: { type: "text", required: true },
    // null: it was there before the table.
    addedAt: { type: "date" },
    usedAt: { type: "date", required: true },
    expires: { type: "date", required: true },
  },
  primaryKey: ["id"],
  unique: [],
  indexes: [["userId"], ["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

/** Where sessions began. The plugin works without it. */
export const sessionPlaces = {
  name: "auth_account_places",
  columns: {
    // As `auth_session_info` has it.
    id: { type: "key", required: true },
    userId: { type: "key", required: true },
    city: { type: "text" },
    country: { type: "text" },
    expires: { type: "date", required: true },
  },
  primaryKey: ["id"],
  unique: [],
  indexes: [["userId"], ["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

export const tables: readonly RecordTable[] = [
  ...sessionTables,
  accountChanges,
  passkeyNames,
  accountDeletions,
  accountUses,
  sessionPlaces,
];
