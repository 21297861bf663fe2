import { DrizzleAdapter } from "authwright/adapters/drizzle";
import { db } from "./db.js";
import { users, accounts, sessions, verificationTokens, authenticators } from "./schema.js";

export const authStore = DrizzleAdapter(db, {
  usersTable: users,
  accountsTable: accounts,
  sessionsTable: sessions,
  verificationTokensTable: verificationTokens,
  authenticatorsTable: authenticators,
});
