/** A store in memory with every method of the adapter, and its rows in the open. */
import { randomUUID } from "node:crypto";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  StoreMethods,
  VerificationToken,
} from "../../src/runtime/types/adapter.js";

export class MemoryStore {
  readonly users = new Map<string, AdapterUser>();
  readonly accounts: AdapterAccount[] = [];
  readonly sessions = new Map<string, AdapterSession>();
  readonly verificationTokens: VerificationToken[] = [];
  readonly authenticators: AdapterAuthenticator[] = [];

  readonly adapter: StoreMethods = {
    createUser: (user) => {
      const stored = { ...user, id: randomUUID() };
      this.users.set(stored.id, stored);
      return stored;
    },
    getUser: (id) => this.users.get(id) ?? null,
    getUserByEmail: (email) => [...this.users.values()].find((user) => user.email === email) ?? null,
    getUserByAccount: ({ provider, providerAccountId }) => {
      const account = this.accounts.find(
        (each) => each.provider === provider && each.providerAccountId === providerAccountId,
      );
      return account === undefined ? null : (this.users.get(account.userId) ?? null);
    },
    updateUser: (changes) => {
      const known = this.users.get(changes.id);
      if (known === undefined) throw new Error("no such user");
      const updated = { ...known, ...changes };
      this.users.set(known.id, updated);
      return updated;
    },
    pageUsers: ({ by, from = "", limit }) =>
      [...this.users.values()].filter((user) => user[by] >= from).slice(0, limit),
    deleteUser: (id) => {
      this.users.delete(id);
      return null;
    },
    linkAccount: (account) => {
      this.accounts.push(account);
      return account;
    },
    unlinkAccount: () => undefined,
    createSession: (session) => {
      this.sessions.set(session.sessionToken, session);
      return session;
    },
    getSessionAndUser: (token) => {
      const session = this.sessions.get(token);
      const user = session && this.users.get(session.userId);
      return session && user ? { session, user } : null;
    },
    updateSession: (changes) => {
      const known = this.sessions.get(changes.sessionToken);
      if (known === undefined) return null;
      const updated = { ...known, ...changes };
      this.sessions.set(known.sessionToken, updated);
      return updated;
    },
    deleteSession: (token) => {
      const session = this.sessions.get(token) ?? null;
      this.sessions.delete(token);
      return session;
    },
    createVerificationToken: (row) => {
      this.verificationTokens.push(row);
      return row;
    },
    useVerificationToken: ({ identifier, token }) => {
      const index = this.verificationTokens.findIndex(
        (row) => row.token === token && row.identifier === identifier,
      );
      return index === -1 ? null : (this.verificationTokens.splice(index, 1)[0] ?? null);
    },
    getVerificationToken: ({ identifier, token }) =>
      this.verificationTokens.find((row) => row.token === token && row.identifier === identifier) ?? null,
    getAccount: (id, provider) =>
      this.accounts.find((each) => each.providerAccountId === id && each.provider === provider) ?? null,
    getAuthenticator: (id) => this.authenticators.find((each) => each.credentialID === id) ?? null,
    createAuthenticator: (authenticator) => {
      this.authenticators.push(authenticator);
      return authenticator;
    },
    listAuthenticatorsByUserId: (userId) => this.authenticators.filter((each) => each.userId === userId),
    updateAuthenticatorCounter: (id, counter) => {
      const known = this.authenticators.find((each) => each.credentialID === id);
      if (known === undefined) throw new Error("no such authenticator");
      known.counter = counter;
      return known;
    },
  };

  /** The adapter with some methods replaced. */
  with(changes: Partial<Adapter>): Adapter {
    return { ...this.adapter, ...changes };
  }
}
