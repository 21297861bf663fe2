import type { Account, Awaitable, ProviderType, User } from "./entities.js";
import type { Records, RecordTable } from "./records.js";

/** A user as the store has it. Columns of the app's own may stand beside these. */
export interface AdapterUser extends User {
  /** Id that the store has given, or taken from us. */
  id: string;
  /** Unique, compared in lower case. */
  email: string;
  /** When the address was proved by a mail; null: not yet. */
  emailVerified: Date | null;
}

/** Types of accounts that are stored. Those of credentials are not. */
export type AdapterAccountType = Extract<ProviderType, "oauth" | "oidc" | "email" | "webauthn">;

/** A way to sign in, as the store has it. `provider` and `providerAccountId` together are unique. */
export interface AdapterAccount extends Account {
  /** Id of the owning user. */
  userId: string;
  /** Type of the provider. */
  type: AdapterAccountType;
}

/** A session, as the store has it. */
export interface AdapterSession {
  /** Key that the cookie holds. A secret; unique. */
  sessionToken: string;
  /** Id of the user who is signed in. */
  userId: string;
  /** End of the session. */
  expires: Date;
}

/** A mailed link or code that was not used yet. `identifier` and `token` together are unique. */
export interface VerificationToken {
  /** Address that the mail went to. */
  identifier: string;
  /** End of the link. */
  expires: Date;
  /** The token hashed with the secret, never the one in the mail. */
  token: string;
}

/** A passkey (Web Authentication Level 3 section 4, "credential record"). */
export interface Authenticator {
  /** Id of the owning user. */
  userId?: string;
  /** Id of the account that the passkey belongs to: its credential id, base64. */
  providerAccountId: string;
  /** Count of signatures as the authenticator last said; 0: it counts none. */
  counter: number;
  /** Whether the passkey is synchronised to other devices. */
  credentialBackedUp: boolean;
  /** Base64. */
  credentialID: string;
  /** Base64. */
  credentialPublicKey: string;
  /** Comma-joined. */
  transports?: string | null;
  /** `singleDevice` or `multiDevice`: whether it can be synchronised. */
  credentialDeviceType: string;
}

/** A passkey, as the store has it. */
export interface AdapterAuthenticator extends Authenticator {
  /** Id of the owning user. */
  userId: string;
}

/** A part of the list of users. */
export interface UserPage {
  /** What orders it: addresses, which leave out users without one, or ids. As texts, byte by byte in UTF-8. */
  readonly by: "email" | "id";
  /** Where the list begins: at this text, or at what would be behind it. Left out: at the first user. */
  readonly from?: string | undefined;
  /** Users at most, 1 to 1000. */
  readonly limit: number;
}

/** What the core asks of a store. */
export type StoreMethods = Required<Omit<Adapter, "records">>;

/** An adapter with every method present and guarded; `records` only where there are plugins. */
export type WrappedAdapter = StoreMethods & { readonly records: Adapter["records"] | undefined };

/** What a store is asked through. Which methods are needed depends on the providers and the session strategy. */
export interface Adapter {
  /**
   * Stores a new user.
   * @throws when the address is taken: the store's unique index decides, never a look-up before
   */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>;
  /** A user by id; null: there is none. */
  getUser?(id: string): Awaitable<AdapterUser | null>;
  /** A user by address, which comes in lower case; null: there is none. */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>;
  /** The owner of an account; null: nobody has it. */
  getUserByAccount?(
    account: Pick<AdapterAccount, "provider" | "providerAccountId">,
  ): Awaitable<AdapterUser | null>;
  /** Changes the members that are given, and returns the whole user. */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, "id">): Awaitable<AdapterUser>;
  /**
   * A part of the list of users, in its order. Every adapter of this package has it; no flow needs it. Ids that the
   * database counts may be ordered as numbers.
   */
  pageUsers?(page: UserPage): Awaitable<readonly AdapterUser[]>;
  /** Deletes a user with accounts, sessions and passkeys. */
  deleteUser?(userId: string): Promise<void> | Awaitable<AdapterUser | null | undefined>;
  /**
   * Stores a way to sign in.
   * @throws when it is somebody's already: the store's unique index decides
   */
  linkAccount?(account: AdapterAccount): Promise<void> | Awaitable<AdapterAccount | null | undefined>;
  /** Deletes a way to sign in. */
  unlinkAccount?(
    account: Pick<AdapterAccount, "provider" | "providerAccountId">,
  ): Promise<void> | Awaitable<AdapterAccount | undefined>;
  /** Stores a new session. */
  createSession?(session: { sessionToken: string; userId: string; expires: Date }): Awaitable<AdapterSession>;
  /** A session with its user; null: there is none. An expired one may be returned: the caller looks. */
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>;
  /** Changes the members that are given; null or undefined: there is no such session. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  ): Awaitable<AdapterSession | null | undefined>;
  /** Returns the deleted session where the store can; the signOut event gets it. */
  deleteSession?(sessionToken: string): Promise<void> | Awaitable<AdapterSession | null | undefined>;
  /** Stores a mailed link or code. */
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>;
  /** Must delete and return in one step, so that a link works once. */
  useVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>;
  /**
   * The row as it is, which stays; null: there is none. No flow needs it. Notes of the handler that are asked for again
   * and again are read by it. Without it they are taken out and put back.
   */
  getVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>;
  /** An account by what the provider calls it; null: there is none. */
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>;
  /** A passkey by its credential id, base64; null: there is none. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>;
  /**
   * Stores a passkey.
   * @throws when its credential id is taken
   */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>;
  /** All passkeys of a user; none: an empty list. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>;
  /** Stores the count of signatures after a sign-in, and returns the passkey. */
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
