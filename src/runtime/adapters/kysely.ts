/**
 * Door `authwright/adapters/kysely`: a store in any database that Kysely speaks to. Tested: libsql (a file, the
 * embedded default), PGlite, PostgreSQL, MariaDB/MySQL. Tables and columns are those that existing apps have.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from "../types/adapter.js";
import { afterOnce } from "./after-once.js";
import { dialectOf, readDate, same, type StoredDate, storedDate, toDate } from "./kysely-dialect.js";
import { migrate, type AuthTables } from "./kysely-tables.js";

export { migrate, type AuthTables } from "./kysely-tables.js";

export interface KyselyAdapterOptions {
  /** Make the tables that are missing, with {@link migrate}, before the first use. Default: false. */
  migrate?: boolean;
}

/**
 * A store over Kysely.
 *
 * @param connection your Kysely instance, typed with {@link AuthTables} or more
 * @param options whether missing tables are made; without it, call {@link migrate} where you deploy
 * @returns every method of an adapter
 * @throws nothing itself; errors of the database pass through, and the handler logs them as `AdapterError`
 * @example
 * const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: "file:auth.db" }) });
 * const config = { adapter: KyselyAdapter(db), providers: [GitHub] };
 */
export function KyselyAdapter<Tables extends AuthTables>(
  connection: Kysely<Tables>,
  options: KyselyAdapterOptions = {},
): Adapter {
  // Kysely's types do not narrow a generic set of tables; ours are part of it by the constraint above.
  const db = connection as unknown as Kysely<AuthTables>;
  return options.migrate === true ? afterOnce(() => migrate(db), adapterOf(db)) : adapterOf(db);
}

function adapterOf(db: Kysely<AuthTables>): Adapter {
  const dialect = dialectOf(db);
  const stored = (date: Date): StoredDate => storedDate(dialect, date);
  const is = (column: string, value: string) => same(dialect, column, value);
  const verified = readDate(dialect, "User.emailVerified").as("emailVerified");
  const expires = readDate(dialect, "expires").as("expires");

  const users = () => db.selectFrom("User").selectAll("User").select(verified);
  const userBy = async (id: string): Promise<AdapterUser | null> =>
    toUser(await users().where(is("User.id", id)).executeTakeFirst().catch(unlessNoId));
  const sessionBy = async (sessionToken: string): Promise<AdapterSession | null> => {
    const row = await db
      .selectFrom("Session")
      .select(["userId", expires])
      .where(is("sessionToken", sessionToken))
      .executeTakeFirst();
    return row ? { sessionToken, userId: row.userId, expires: toDate(row.expires) } : null;
  };
  const authenticatorBy = async (credentialID: string): Promise<AdapterAuthenticator | null> => {
    const row = await db
      .selectFrom("Authenticator")
      .selectAll()
      .where(is("credentialID", credentialID))
      .executeTakeFirst();
    return row ? toAuthenticator(row) : null;
  };

  return {
    async createUser({ id, name, email, emailVerified, image }) {
      const row = {
        id: id ?? crypto.randomUUID(),
        name: name ?? null,
        // Some providers know no address of their people. Of nothing there may be many, of "" only one.
        email: email ?? null,
        emailVerified: emailVerified ? stored(emailVerified) : null,
        image: image ?? null,
      };
      await db.insertInto("User").values(row).execute();
      return { ...row, emailVerified: emailVerified ?? null } as AdapterUser;
    },
    getUser: userBy,
    async getUserByEmail(email) {
      // A column that ignores case or accents may give several, or somebody else's.
      const found = await users().where("User.email", "=", email).execute();
      const address = email.toLowerCase();
      return toUser(
        found.find((row) => row.email === email) ?? found.find((row) => row.email?.toLowerCase() === address),
      );
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const row = await db
        .selectFrom("User")
        .innerJoin("Account", "User.id", "Account.userId")
        .selectAll("User")
        .select(verified)
        .where(is("Account.provider", provider))
        .where(is("Account.providerAccountId", providerAccountId))
        .executeTakeFirst();
      return toUser(row);
    },
    async updateUser({ id, name, email, image, emailVerified }) {
      const changes = withoutUndefined({
        name,
        email,
        image,
        emailVerified: emailVerified ? stored(emailVerified) : emailVerified,
      });
      if (Object.keys(changes).length > 0)
        await db.updateTable("User").set(changes).where(is("id", id)).execute();
      const user = await userBy(id);
      if (!user) throw new Error("updateUser: there is no user with this id");
      return user;
    },
    async deleteUser(userId) {
      await db.transaction().execute(async (run) => {
        for (const table of ["Session", "Account", "Authenticator"] as const) {
          await run.deleteFrom(table).where(is("userId", userId)).execute();
        }
        await run.deleteFrom("User").where(is("id", userId)).execute();
      });
    },
    async linkAccount(account) {
      await db.insertInto("Account").values(accountRow(account)).execute();
      return account;
    },
    async unlinkAccount({ provider, providerAccountId }) {
      await db
        .deleteFrom("Account")
        .where(is("provider", provider))
        .where(is("providerAccountId", providerAccountId))
        .execute();
    },
    async getAccount(providerAccountId, provider) {
      const row = await db
        .selectFrom("Account")
        .selectAll()
        .where(is("provider", provider))
        .where(is("providerAccountId", providerAccountId))
        .executeTakeFirst();
      return row ? toAccount(row) : null;
    },
    async createSession(session) {
      const row = { ...session, id: crypto.randomUUID(), expires: stored(session.expires) };
      await db.insertInto("Session").values(row).execute();
      return session;
    },
    async getSessionAndUser(sessionToken) {
      const row = await db
        .selectFrom("Session")
        .innerJoin("User", "User.id", "Session.userId")
        .selectAll("User")
        .select([verified, readDate(dialect, "Session.expires").as("sessionExpires")])
        .where(is("Session.sessionToken", sessionToken))
        .executeTakeFirst();
      if (!row) return null;
      const { sessionExpires, ...columns } = row;
      const user = toUser(columns) as AdapterUser;
      return { session: { sessionToken, userId: user.id, expires: toDate(sessionExpires) }, user };
    },
    async updateSession({ sessionToken, userId, expires: end }) {
      const changes = withoutUndefined({ userId, expires: end && stored(end) });
      if (Object.keys(changes).length > 0)
        await db.updateTable("Session").set(changes).where(is("sessionToken", sessionToken)).execute();
      return sessionBy(sessionToken);
    },
    async deleteSession(sessionToken) {
      const row = await sessionBy(sessionToken);
      await db.deleteFrom("Session").where(is("sessionToken", sessionToken)).execute();
      return row;
    },
    async createVerificationToken(token) {
      const row = { ...token, expires: stored(token.expires) };
      await db.insertInto("VerificationToken").values(row).execute();
      return token;
    },
    /** Of two takers at once exactly one gets the row: it leaves the table in the same step. */
    async useVerificationToken({ identifier, token }) {
      // A link without an address is looked up by its hash alone; the handler compares the addresses.
      const wanted = identifier
        ? sql`${is("identifier", identifier)} and ${is("token", token)}`
        : is("token", token);
      const matches = wanted as RawBuilder<boolean>;
      const row = dialect.returning
        ? await db.deleteFrom("VerificationToken").where(matches).returningAll().executeTakeFirst()
        : await db.transaction().execute(async (run) => {
            const select = run.selectFrom("VerificationToken").select(["identifier", "token", expires]);
            const locked = await select.where(matches).forUpdate().executeTakeFirst();
            if (locked) await run.deleteFrom("VerificationToken").where(matches).execute();
            return locked;
          });
      return row ? { ...row, expires: toDate(row.expires) } : null;
    },
    getAuthenticator: authenticatorBy,
    async createAuthenticator(authenticator) {
      const { credentialBackedUp, transports } = authenticator;
      const row = {
        ...authenticator,
        credentialBackedUp: dialect.name !== "sqlite" ? credentialBackedUp : Number(credentialBackedUp),
        transports: transports ?? null,
      };
      await db.insertInto("Authenticator").values(row).execute();
      return authenticator;
    },
    async listAuthenticatorsByUserId(userId) {
      const rows = await db.selectFrom("Authenticator").selectAll().where(is("userId", userId)).execute();
      return rows.map(toAuthenticator);
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      await db
        .updateTable("Authenticator")
        .set({ counter })
        .where(is("credentialID", credentialID))
        .execute();
      const authenticator = await authenticatorBy(credentialID);
      if (!authenticator) throw new Error("updateAuthenticatorCounter: there is no such authenticator");
      return authenticator;
    },
  };
}

/** Postgres refuses to look for a text in a column of UUIDs or numbers: there is none then. */
function unlessNoId(error: { code?: unknown }): undefined {
  if (error.code !== "22P02") throw error;
}

function toUser(row: AuthTables["User"] | undefined): AdapterUser | null {
  if (!row) return null;
  // The type promises an address; people of providers that give none have none.
  return {
    ...row,
    emailVerified: row.emailVerified === null ? null : toDate(row.emailVerified),
  } as AdapterUser;
}

function toAuthenticator(row: AuthTables["Authenticator"]): AdapterAuthenticator {
  return { ...row, counter: Number(row.counter), credentialBackedUp: Boolean(row.credentialBackedUp) };
}

/** Only columns of the table: providers put more members into an account than a store has room for. */
function accountRow(account: AdapterAccount): AuthTables["Account"] {
  const { userId, type, provider, providerAccountId, session_state: state } = account;
  return {
    id: crypto.randomUUID(),
    userId,
    type,
    provider,
    providerAccountId,
    refresh_token: account.refresh_token ?? null,
    access_token: account.access_token ?? null,
    expires_at: account.expires_at ?? null,
    token_type: account.token_type ?? null,
    scope: account.scope ?? null,
    id_token: account.id_token ?? null,
    session_state:
      state === undefined || state === null
        ? null
        : typeof state === "string"
          ? state
          : JSON.stringify(state),
  };
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;
}

/** Without the columns that hold nothing. Drivers give numbers as text where JavaScript might not hold them. */
function toAccount({ expires_at: end, ...row }: AuthTables["Account"]): AdapterAccount {
  const columns = Object.entries({ ...row, expires_at: end === null ? null : Number(end) });
  return Object.fromEntries(columns.filter(([, value]) => value !== null)) as unknown as AdapterAccount;
}
