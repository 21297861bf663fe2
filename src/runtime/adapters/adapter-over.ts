/** The methods of an adapter, over any database that keeps rows. */
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";
import type { TokenSet } from "../types/entities.js";
import type { RecordTable } from "../types/records.js";
import { isMissingTable } from "./rows/driver-errors.js";
import { wellFormed } from "./rows/kept-texts.js";
import { withEarlierTables } from "./rows/earlier-tables.js";
import { assertCount, mostRows, recordsOver, removeAll } from "./rows/records.js";
import { decodeRow, type CoreRows, type Row } from "./rows/rows.js";

/** An adapter that also removes what is over: sessions and one-time tokens that nobody came back for stay otherwise. */
export interface StoreAdapter extends Required<Adapter> {
  /**
   * Removes sessions and one-time tokens that have expired. For a job that runs once a day or so, in one process.
   *
   * @param options `batch`: rows that one statement removes at most, so that none holds locks for long; default 1000.
   *   `tables`: tables of plugins too, as data; one without a column of ends, or that the database lacks, is passed over
   * @returns how many rows went
   * @throws RangeError for a batch that is no number from 1
   * @example await adapter.deleteExpired();
   */
  deleteExpired(options?: { batch?: number; tables?: readonly RecordTable[] }): Promise<number>;
  /**
   * All accounts of a user. For plugins of this package.
   * @internal
   */
  listAccounts(userId: string): Promise<readonly AdapterAccount[]>;
  /**
   * All sessions of a user, those that are over too. For plugins of this package.
   * @internal
   */
  listSessions(userId: string): Promise<readonly AdapterSession[]>;
  /**
   * Writes new tokens into an account. For plugins of this package.
   *
   * @param account which one, and the columns to change
   * @returns false: there is no such account
   * @internal
   */
  renewAccount(
    account: Pick<AdapterAccount, "provider" | "providerAccountId"> & Partial<TokenSet>,
  ): Promise<boolean>;
}

/**
 * @param rows of the database
 * @returns every method of an adapter, and `deleteExpired`
 * @throws nothing itself; errors of the database pass through
 */
export function adapterOver(rows: CoreRows): StoreAdapter {
  const store = wellFormed(rows);
  const lenient = withEarlierTables(store);
  const records = (table: RecordTable) => recordsOver(table, lenient);
  return {
    records,
    ...usersOf(store),
    ...accountsOf(store),
    ...sessionsOf(store),
    ...authenticatorsOf(store),
    async deleteExpired({ batch = 1000, tables = [] } = {}) {
      if (!Number.isInteger(batch) || batch < 1)
        throw new RangeError("deleteExpired: batch is a number from 1");
      const limits = { now: new Date(), batch };
      let total = await removeAll(store, "Session", limits);
      total += await removeAll(store, "VerificationToken", limits);
      for (const table of tables)
        if (table.expires !== undefined)
          total += await records(table).deleteExpired(limits).catch(unlessMissing);
      return total;
    },
  };
}

/** Of users without an address, the column holds nothing, or an empty text. */
const firstText = { email: "\u0001", id: "" } as const;

/** A plugin that was never set up has no rows. */
function unlessMissing(error: unknown): number {
  if (isMissingTable(error)) return 0;
  throw error;
}

function usersOf(store: CoreRows) {
  return {
    async createUser(user) {
      const stored = await store.insert("User", {
        ...withoutUndefined({ ...user }),
        id: user.id ?? crypto.randomUUID(),
        name: user.name ?? null,
        // Some providers know no address of their people. Of nothing there may be many, of "" only one.
        email: user.email ?? null,
        emailVerified: user.emailVerified ?? null,
        image: user.image ?? null,
      });
      return as<AdapterUser>(decodeRow("User", stored));
    },
    async getUser(id) {
      const found = await store.find("User", { id });
      // A column of numbers takes " 7" and "07" for 7.
      return asOrNull<AdapterUser>(found?.["id"] === id ? found : undefined);
    },
    async getUserByEmail(email) {
      // A column that ignores case or accents may give several, or somebody else's.
      const found = await store.alike("User", { email });
      const address = email.toLowerCase();
      return asOrNull<AdapterUser>(
        found.find((row) => row["email"] === email) ??
          found.find((row) => String(row["email"]).toLowerCase() === address),
      );
    },
    async getUserByAccount({ provider, providerAccountId }) {
      return asOrNull<AdapterUser>(await store.userOfAccount({ provider, providerAccountId }));
    },
    async updateUser({ id, ...given }) {
      const changes = withoutUndefined(given);
      const user = isEmpty(changes)
        ? await store.find("User", { id })
        : await store.update("User", { id }, changes);
      if (!user) throw new Error("updateUser: there is no user with this id");
      return as<AdapterUser>(user);
    },
    async pageUsers({ by, from = "", limit }) {
      assertCount("limit", limit, mostRows);
      const at = from || firstText[by];
      const begin = at === "" ? undefined : { at: { [by]: at }, isIncluded: true };
      const rows = await store.list("User", {}, { by: [by], begin, limit });
      return rows.map((row) => as<AdapterUser>(row));
    },
    async deleteUser(userId) {
      await store.removeUser(userId);
    },
  } satisfies Partial<Adapter>;
}

function accountsOf(store: CoreRows) {
  return {
    async linkAccount(account) {
      await store.insert("Account", accountRow(account));
      return account;
    },
    async unlinkAccount({ provider, providerAccountId }) {
      await store.take("Account", { provider, providerAccountId });
    },
    async getAccount(providerAccountId, provider) {
      const row = await store.find("Account", { provider, providerAccountId });
      return row ? as<AdapterAccount>(withoutNull(row)) : null;
    },
    async listAccounts(userId) {
      const rows = await store.list("Account", { userId });
      return rows
        .filter((row) => row["userId"] === userId)
        .map((row) => as<AdapterAccount>(withoutNull(row)));
    },
    async renewAccount({ provider, providerAccountId, ...tokens }) {
      const row = await store.update("Account", { provider, providerAccountId }, withoutUndefined(tokens));
      return row !== undefined;
    },
  } satisfies Partial<StoreAdapter>;
}

function sessionsOf(store: CoreRows) {
  return {
    async listSessions(userId) {
      const rows = await store.list("Session", { userId });
      return rows.filter((row) => row["userId"] === userId).map(toSession);
    },
    async createSession(session) {
      await store.insert("Session", { ...session });
      return session;
    },
    async getSessionAndUser(sessionToken) {
      const found = await store.sessionAndUser(sessionToken);
      if (!found) return null;
      const user = as<AdapterUser>(found.user);
      return { session: { sessionToken, userId: user.id, expires: found.expires }, user };
    },
    async updateSession({ sessionToken, userId, expires }) {
      const changes = withoutUndefined({ userId, expires });
      const row = isEmpty(changes)
        ? await store.find("Session", { sessionToken })
        : await store.update("Session", { sessionToken }, changes);
      return row ? toSession(row) : null;
    },
    async deleteSession(sessionToken) {
      const row = await store.take("Session", { sessionToken });
      return row ? toSession(row) : null;
    },
    async createVerificationToken(token) {
      await store.insert("VerificationToken", { ...token });
      return token;
    },
    async useVerificationToken({ identifier, token }) {
      // A link without an address is looked up by its hash alone; the handler compares the addresses.
      const row = await store.take("VerificationToken", identifier ? { identifier, token } : { token });
      return row ? toVerificationToken(row) : null;
    },
    async getVerificationToken({ identifier, token }) {
      const row = await store.find("VerificationToken", { identifier, token });
      return row ? toVerificationToken(row) : null;
    },
  } satisfies Partial<StoreAdapter>;
}

function authenticatorsOf(store: CoreRows) {
  return {
    getAuthenticator: async (credentialID) =>
      asOrNull<AdapterAuthenticator>(await store.find("Authenticator", { credentialID })),
    async createAuthenticator(authenticator) {
      await store.insert("Authenticator", {
        ...authenticator,
        transports: authenticator.transports ?? null,
      });
      return authenticator;
    },
    async listAuthenticatorsByUserId(userId) {
      const rows = await store.list("Authenticator", { userId });
      return rows.map((row) => as<AdapterAuthenticator>(row));
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      const row = await store.update("Authenticator", { credentialID }, { counter });
      if (!row) throw new Error("updateAuthenticatorCounter: there is no such authenticator");
      return as<AdapterAuthenticator>(row);
    },
  } satisfies Partial<Adapter>;
}

/** Rows are what the tables say; the types of an adapter say the same in their own words. */
const as = <T>(row: Row): T => row as T;
const asOrNull = <T>(row: Row | undefined): T | null => (row ? as<T>(row) : null);

const toSession = ({ sessionToken, userId, expires }: Row): AdapterSession =>
  as<AdapterSession>({ sessionToken, userId, expires });

const toVerificationToken = ({ identifier, token, expires }: Row): VerificationToken =>
  as<VerificationToken>({ identifier, token, expires });

/** Some providers have an object for the state of their session. */
const accountRow = (account: AdapterAccount): Row => {
  const { session_state: state } = account;
  const isText = state === undefined || state === null || typeof state === "string";
  return withoutUndefined({ ...account, ...(!isText && { session_state: JSON.stringify(state) }) });
};

const pick = (row: Row, keep: (value: unknown) => boolean): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => keep(value)));

const withoutUndefined = (row: Row): Row => pick(row, (value) => value !== undefined);

/** Without the columns that hold nothing. */
const withoutNull = (row: Row): Row => pick(row, (value) => value !== null);

const isEmpty = (row: Row): boolean => Object.keys(row).length === 0;
