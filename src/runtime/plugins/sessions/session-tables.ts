/**
 * Tables that several plugins share: whichever of them is in use keeps them. Their names are no plugin's own, so that two
 * plugins write the same rows.
 */
import type { RecordTable } from "../../types/records.js";

/** One row for each session: where and when it is used. No token is in it. */
export const sessionInfo = {
  name: "auth_session_info",
  columns: {
    // SHA-256 of the session token, or of the id that a session of strategy "jwt" keeps from sign-in to sign-out.
    id: { type: "key", required: true },
    // Of a token that the session goes on by: the session's own row.
    userId: { type: "key", required: true },
    device: { type: "text" },
    addressRange: { type: "text" },
    createdAt: { type: "date", required: true },
    // When the person was asked; 1970-01-01: the provider does not say. Null: as createdAt.
    askedAt: { type: "date", isLater: true },
    lastSeen: { type: "date", required: true },
    endedAt: { type: "date" },
    expires: { type: "date", required: true },
  },
  primaryKey: ["id"],
  unique: [],
  indexes: [["userId"], ["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

/** Counted up when all sessions of a user end: tokens with an earlier number are over. Nobody has a row before that. */
export const sessionEpochs = {
  name: "auth_session_epochs",
  columns: {
    userId: { type: "key", required: true },
    epoch: { type: "integer", required: true },
    // The one session with an earlier number that goes on.
    keptId: { type: "key" },
    // Of a user who was deleted: until then there may be tokens.
    expires: { type: "date" },
  },
  primaryKey: ["userId"],
  unique: [],
  indexes: [["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

/** Whether a table is shared: its name is none of a plugin. */
export const isSharedTable = (name: string): boolean =>
  name === sessionInfo.name || name === sessionEpochs.name;

export const sessionTables: readonly RecordTable[] = [sessionInfo, sessionEpochs];
