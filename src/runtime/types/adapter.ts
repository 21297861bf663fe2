import type { Account, Awaitable, ProviderType, User } from "./entities.js";
import type { Records, RecordTable } from "./records.js";

export interface AdapterUser extends User {
  id: string;
  email: string;
  emailVerified: Date | null;
}

export type AdapterAccountType = Extract<ProviderType, "oauth" | "oidc" | "email" | "webauthn">;

export interface AdapterAccount extends Account {
  userId: string;
  type: AdapterAccountType;
}

export interface AdapterSession {
  sessionToken: string;
  userId: string;
  expires: Date;
}

export interface VerificationToken {
  identifier: string;
  expires: Date;
  /** The token hashed with the secret, never the one in the mail. */
  token: string;
}

export interface Authenticator {
  userId?: string;
  providerAccountId: string;
  counter: number;
  credentialBackedUp: boolean;
  /** Base64. */
  credentialID: string;
  /** Base64. */
  credentialPublicKey: string;
  /** Comma-joined. */
  transports?: string | null;
  credentialDeviceType: string;
}

export interface AdapterAuthenticator extends Authenticator {
  userId: string;
}

/** What the core asks of a store. */
export type StoreMethods = Required<Omit<Adapter, "records">>;

/** The door to a store. Which methods are needed depends on the providers and the session strategy. */
export interface Adapter {
  createUser?(user: AdapterUser): Awaitable<AdapterUser>;
  getUser?(id: string): Awaitable<AdapterUser | null>;
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>;
  getUserByAccount?(
    account: Pick<AdapterAccount, "provider" | "providerAccountId">,
  ): Awaitable<AdapterUser | null>;
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, "id">): Awaitable<AdapterUser>;
  deleteUser?(userId: string): Promise<void> | Awaitable<AdapterUser | null | undefined>;
  linkAccount?(account: AdapterAccount): Promise<void> | Awaitable<AdapterAccount | null | undefined>;
  unlinkAccount?(
    account: Pick<AdapterAccount, "provider" | "providerAccountId">,
  ): Promise<void> | Awaitable<AdapterAccount | undefined>;
  createSession?(session: { sessionToken: string; userId: string; expires: Date }): Awaitable<AdapterSession>;
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>;
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  ): Awaitable<AdapterSession | null | undefined>;
  /** Returns the deleted session where the store can; the signOut event gets it. */
  deleteSession?(sessionToken: string): Promise<void> | Awaitable<AdapterSession | null | undefined>;
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>;
  /** Must delete and return in one step, so that a link works once. */
  useVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>;
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>;
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>;
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>;
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>;
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>;
  /**
   * Rows of a plugin, in a table of its own. Every adapter of this package has it. Not for other adapters to write yet:
   * its shape may change until plugins have carried it.
   *
   * @param table the table as data; nothing is asked of the database before a method of the result is called
   * @returns what can be done with its rows
   * @internal
   */
  records?(table: RecordTable): Records;
}
