/** What the plugin keeps. */
import type { RecordTable } from "../../types/records.js";
import { sessionTables } from "../sessions/session-tables.js";

const key = { type: "key" } as const;
const requiredKey = { type: "key", required: true } as const;
const requiredText = { type: "text", required: true } as const;
const requiredDate = { type: "date", required: true } as const;

/** The password of a user. `version` counts up with each change: of several changes at once one wins. */
export const passwordTable: RecordTable = {
  name: "auth_password_hash",
  columns: {
    userId: requiredKey,
    hash: requiredText,
    userName: key,
    version: { type: "integer", required: true },
    changedAt: requiredDate,
  },
  primaryKey: ["userId"],
  unique: [["userName"]],
  indexes: [],
};

/** Sign-ups whose address nobody has proven yet; several may wait for one address. */
export const signUpTable: RecordTable = {
  name: "auth_password_sign_up",
  columns: {
    token: requiredKey,
    email: requiredKey,
    hash: requiredText,
    name: { type: "text" },
    userName: key,
    browser: key,
    expires: requiredDate,
  },
  primaryKey: ["token"],
  unique: [],
  indexes: [["email"], ["expires"]],
  expires: "expires",
};

/** Links to choose a new password, and to confirm a new address, by the hashes of their tokens. */
export const linkTable: RecordTable = {
  name: "auth_password_link",
  columns: {
    token: requiredKey,
    userId: requiredKey,
    email: requiredKey,
    newEmail: key,
    version: { type: "integer", required: true },
    expires: requiredDate,
  },
  primaryKey: ["token"],
  unique: [],
  indexes: [["userId"], ["email"], ["expires"]],
  expires: "expires",
};

export const tables: readonly RecordTable[] = [...sessionTables, passwordTable, signUpTable, linkTable];
