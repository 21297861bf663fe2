/** Door `authwright/adapters/memory`: a store for tests and trials. It forgets everything when the process ends. */
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";

/** The rows, for tests to look at. */
export interface MemoryRows {
  readonly users: Map<string, AdapterUser>;
  readonly accounts: Map<string, AdapterAccount>;
  readonly sessions: Map<string, AdapterSession>;
  readonly verificationTokens: Map<string, VerificationToken>;
  readonly authenticators: Map<string, AdapterAuthenticator>;
}

/**
 * A store in memory with every method of an adapter, and the unique indexes that a database would have.
 *
 * @returns the adapter, and its `rows`
 * @throws Error from a method when a unique index would be broken
 * @example const config = { adapter: MemoryAdapter(), providers: [GitHub] };
 */
export function MemoryAdapter(): Required<Adapter> & { readonly rows: MemoryRows } {
  const rows: MemoryRows = {
    users: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    verificationTokens: new Map(),
    authenticators: new Map(),
  };
  const { users, accounts, sessions, verificationTokens, authenticators } = rows;
  const key = (...parts: readonly (string | undefined)[]): string => JSON.stringify(parts);
  const byEmail = (email: string) => [...users.values()].find((user) => user.email === email);
  const accountKey = ({
    provider,
    providerAccountId,
  }: Pick<AdapterAccount, "provider" | "providerAccountId">) => key(provider, providerAccountId);
  /** Rows leave and enter as copies: what a caller does to them stays with the caller. */
  const copy = <T extends object>(row: T | undefined): T | null => (row ? { ...row } : null);
  const mustBeNew = (taken: boolean, what: string): void => {
    if (taken) throw new Error(`The store has this ${what} already`);
  };

  return {
    rows,
    createUser(user) {
      // People of providers that give no address have none.
      mustBeNew(Boolean(user.email) && byEmail(user.email) !== undefined, "e-mail address");
      const created = { ...user, id: user.id ?? crypto.randomUUID() };
      users.set(created.id, created);
      return { ...created };
    },
    getUser: (id) => copy(users.get(id)),
    getUserByEmail: (email) => copy(byEmail(email)),
    getUserByAccount: (account) => copy(users.get(accounts.get(accountKey(account))?.userId ?? "")),
    updateUser(changes) {
      const user = users.get(changes.id);
      if (!user) throw new Error("updateUser: there is no user with this id");
      const other = changes.email === undefined ? undefined : byEmail(changes.email);
      mustBeNew(other !== undefined && other.id !== changes.id, "e-mail address");
      const updated = { ...user, ...changes };
      users.set(user.id, updated);
      return { ...updated };
    },
    deleteUser(id) {
      const user = users.get(id);
      users.delete(id);
      for (const table of [accounts, sessions, authenticators] as Map<string, { userId: string }>[]) {
        for (const [name, row] of table) if (row.userId === id) table.delete(name);
      }
      return copy(user);
    },
    linkAccount(account) {
      mustBeNew(accounts.has(accountKey(account)), "account");
      accounts.set(accountKey(account), { ...account });
      return account;
    },
    unlinkAccount(account) {
      const row = accounts.get(accountKey(account));
      accounts.delete(accountKey(account));
      return row;
    },
    createSession(session) {
      mustBeNew(sessions.has(session.sessionToken), "session");
      sessions.set(session.sessionToken, { ...session });
      return { ...session };
    },
    getSessionAndUser(sessionToken) {
      const session = copy(sessions.get(sessionToken));
      const user = copy(users.get(session?.userId ?? ""));
      return session && user ? { session, user } : null;
    },
    updateSession(changes) {
      const session = sessions.get(changes.sessionToken);
      if (!session) return null;
      const updated = { ...session, ...changes };
      sessions.set(session.sessionToken, updated);
      return { ...updated };
    },
    deleteSession(sessionToken) {
      const session = sessions.get(sessionToken);
      sessions.delete(sessionToken);
      return copy(session);
    },
    createVerificationToken(token) {
      verificationTokens.set(token.token, { ...token });
      return token;
    },
    useVerificationToken({ identifier, token }) {
      const row = verificationTokens.get(token);
      // A link without an address is looked up by its hash alone.
      if (!row || (identifier !== undefined && row.identifier !== identifier)) return null;
      verificationTokens.delete(token);
      return { ...row };
    },
    getAccount: (providerAccountId, provider) => copy(accounts.get(key(provider, providerAccountId))),
    getAuthenticator: (credentialID) => copy(authenticators.get(credentialID)),
    createAuthenticator(authenticator) {
      mustBeNew(authenticators.has(authenticator.credentialID), "authenticator");
      authenticators.set(authenticator.credentialID, { ...authenticator });
      return { ...authenticator };
    },
    listAuthenticatorsByUserId: (userId) =>
      [...authenticators.values()].filter((row) => row.userId === userId).map((row) => ({ ...row })),
    updateAuthenticatorCounter(credentialID, counter) {
      const row = authenticators.get(credentialID);
      if (!row) throw new Error("updateAuthenticatorCounter: there is no such authenticator");
      const updated = { ...row, counter };
      authenticators.set(credentialID, updated);
      return { ...updated };
    },
  };
}
