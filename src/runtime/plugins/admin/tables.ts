/** The tables of the back office. None of them opens anything by itself: `grants.ts`, `bans.ts` say when a row counts. */
import type { RecordTable } from "../../types/records.js";

const requiredKey = { type: "key", required: true } as const;
const requiredText = { type: "text", required: true } as const;
const requiredDate = { type: "date", required: true } as const;

/** Who is an administrator; written from the terminal alone. */
export const grantTable = {
  name: "auth_admin_grant",
  columns: {
    userId: requiredKey,
    // Who sat at the terminal, as its system calls them; nobody's id.
    grantedBy: requiredText,
    createdAt: requiredDate,
  },
  primaryKey: ["userId"],
  unique: [],
  indexes: [],
} as const satisfies RecordTable;

/** Who may not sign in. */
export const banTable = {
  name: "auth_admin_ban",
  columns: {
    // Of a user who was deleted: `h:`, and a hash of what they signed in with.
    userId: requiredKey,
    reason: requiredText,
    // Id of the administrator; null: the terminal.
    bannedBy: { type: "key" },
    createdAt: requiredDate,
    // null: until it is taken back.
    expires: { type: "date" },
  },
  primaryKey: ["userId"],
  unique: [],
  indexes: [["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

/** Who has acted for whom, and until when. */
export const impersonationTable = {
  name: "auth_admin_impersonation",
  columns: {
    // It begins with the time.
    id: requiredKey,
    adminId: requiredKey,
    userId: requiredKey,
    reason: requiredText,
    // Of the administrator's own session.
    sessionHash: requiredKey,
    createdAt: requiredDate,
    endsAt: requiredDate,
    // null: by then.
    endedAt: { type: "date" },
    expires: requiredDate,
  },
  primaryKey: ["id"],
  unique: [["sessionHash"]],
  indexes: [["adminId"], ["userId"], ["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

export const tables: readonly RecordTable[] = [grantTable, banTable, impersonationTable];
