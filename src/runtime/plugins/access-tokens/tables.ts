import type { RecordTable } from "../../types/records.js";

/** The newest tokens of a user at a provider, and who renews them now. */
export const accessTokens = {
  name: "auth_access_tokens",
  columns: {
    userId: { type: "key", required: true },
    provider: { type: "key", required: true },
    providerAccountId: { type: "key", required: true },
    // Another one after each write: whoever saw an older one writes nothing.
    version: { type: "key", required: true },
    // Sealed with AUTH_SECRET.
    tokens: { type: "text", required: true },
    // Until then a process renews them; null: nobody does.
    renewedUntil: { type: "date" },
    // Since then the provider takes the refresh token no more.
    refusedAt: { type: "date" },
  },
  primaryKey: ["userId", "provider"],
  unique: [],
  indexes: [],
} as const satisfies RecordTable;

export const tables: readonly RecordTable[] = [accessTokens];
