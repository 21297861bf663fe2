import { sessionTables } from "../plugins/sessions/session-tables.js";
import type { RecordTable } from "../types/records.js";

/** Which session began with which one of the provider, and which of those are over. */
export const sessionProvider = {
  name: "auth_session_provider",
  columns: {
    // As `auth_session_info` has it; of a logout a hash of its own.
    id: { type: "key", required: true },
    // null: a logout, which stops sign-ins that are under way.
    userId: { type: "key" },
    provider: { type: "key", required: true },
    issuer: { type: "text", required: true },
    // SHA-256 of provider, issuer and `sub`.
    subject: { type: "key" },
    // SHA-256 of provider, issuer and `sid`.
    sid: { type: "key" },
    // When the provider made the ID token, or the logout token.
    issuedAt: { type: "date", required: true },
    expires: { type: "date", required: true },
  },
  primaryKey: ["id"],
  unique: [],
  indexes: [["subject"], ["sid"], ["userId"], ["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

/** What `backchannelLogout` needs: sessions of strategy "jwt" end by the shared ones. */
export const tables: readonly RecordTable[] = [...sessionTables, sessionProvider];
