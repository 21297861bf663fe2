import type { AuthError } from "../errors/index.js";
import type { AdapterSession, AdapterUser } from "./adapter.js";
import type { Account, Awaitable, DefaultSession, JWT, Profile, Session, User } from "./entities.js";
import type { CredentialInput } from "./credential-input.js";
import type { ThrottleLimit } from "./shared-store.js";

/** What callbacks are told of session and user. */
export interface Told {
  /** The session as the `session` callback gets it, without its end. */
  session: Session & Required<Pick<Session, "user">>;
  /** Who signs in, for the `jwt` callback: there at sign-in only. */
  user?: User | AdapterUser;
}

/** The same as code written for `@auth/core` expects it: it asks `trigger` in place of `user`. */
export interface ToldAsPublished {
  /** The user of the store. */
  session: Session & Record<"user", AdapterUser>;
  /** There at sign-in only. */
  user: User | AdapterUser;
}

/**
 * @typeParam Token what the `jwt` callback makes; the `session` callback gets it
 * @typeParam Shown what the `session` callback makes; `auth()` and `getSession` return it
 * @typeParam Params how much they are told for certain
 */
export interface Callbacks<
  Token extends JWT = JWT,
  Shown = Session | DefaultSession,
  Params extends Told = Told,
> {
  /** A method: a function whose parameter is typed more narrowly, as older apps write it, is taken. */
  signIn(params: {
    user: User | AdapterUser;
    account?: Account | null;
    profile?: Profile;
    email?: { verificationRequest?: boolean };
    credentials?: Record<string, CredentialInput | unknown>;
  }): Awaitable<boolean | string>;
  /**
   * Where a browser may be sent after sign-in, sign-out and errors. `url` is what was asked for, `baseUrl` the origin
   * of the app. Default: paths and addresses of that origin; anything else becomes `baseUrl`.
   * @example redirect: ({ url, baseUrl }) => (url.startsWith(`${baseUrl}/shop`) ? url : baseUrl)
   */
  redirect: (params: { url: string; baseUrl: string }) => Awaitable<string>;
  /**
   * What the client gets, and `auth()` and `getSession` return; asked whenever a session is read. `user` is the
   * stored one with database sessions; `token` is what the `jwt` callback made. `trigger` is `"update"` while the
   * client changes the session to `newSession`, which is unchecked input. Default: name, email, image and `expires`.
   * A method for the same reason.
   * @example session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } })
   */
  session(
    params: {
      session: Params["session"] & Omit<AdapterSession, "expires">;
      user: AdapterUser;
      token: Token;
    } & {
      newSession?: unknown;
      trigger?: "update";
    },
  ): Awaitable<Shown>;
  /**
   * What the session cookie holds, with sessions of the strategy "jwt"; asked at sign-in, when a session is read, and
   * when it is updated. `user`, `account` and `profile` are there at sign-in only. null ends the session. Default:
   * the token as it is.
   * @example jwt: ({ token, user }) => (user ? { ...token, role: user.role } : token)
   */
  jwt(
    params: Pick<Params, "user"> & {
      token: JWT;
      account?: Account | null;
      profile?: Profile;
      trigger?: "signIn" | "signUp" | "update";
      /** @deprecated use `trigger === "signUp"` */
      isNewUser?: boolean;
      /** Data from the client's session update. Validate it. */
      // oxlint-disable-next-line no-explicit-any -- fixed by the interface
      session?: any;
    },
  ): Awaitable<Token | null>;
}

/** The callbacks of a configuration, for whom no integration knows what they make. */
export type ConfiguredCallbacks = Partial<Callbacks<JWT, Session | DefaultSession, ToldAsPublished>>;

/**
 * What `auth()` and `getSession` return: what the `session` callback makes, without the members that only it sees;
 * `Session` where nothing is known of the callback.
 */
export type Visible<Shown> = [DefaultSession] extends [Shown]
  ? Session
  : Shown extends Pick<AdapterSession, "sessionToken">
    ? Omit<Shown, "sessionToken" | "userId">
    : Shown;

/**
 * Told what has happened. They change nothing; what they throw is logged, and the flow goes on without waiting longer
 * than `deadlineSeconds`.
 */
export interface EventCallbacks {
  /** Somebody signed in. `isNewUser`: for the first time. */
  signIn: (message: {
    user: User;
    account?: Account | null;
    profile?: Profile;
    isNewUser?: boolean;
  }) => Awaitable<void>;
  /**
   * Somebody signed out: the session that ended, or with JWT sessions its token. `reason` is `"provider"` where the
   * provider ended the session (`backchannelLogout`); of a token only `sub` is known then.
   */
  signOut: (
    message: ({ session: AdapterSession | null | undefined | void } | { token: JWT | null }) & {
      reason?: "provider";
    },
  ) => Awaitable<void>;
  /** A user was stored for the first time. */
  createUser: (message: { user: User }) => Awaitable<void>;
  /** A user was changed: an address was confirmed by a mail. */
  updateUser: (message: { user: User }) => Awaitable<void>;
  /** A way to sign in was added to a user. `profile` is what the provider said of the person. */
  linkAccount: (message: {
    user: User | AdapterUser;
    account: Account;
    profile: User | AdapterUser;
  }) => Awaitable<void>;
  /** A session was read for a client. */
  session: (message: { session: Session; token: JWT }) => Awaitable<void>;
  /**
   * A sign-in ended in an error: wrong credentials, a refused account, a provider or store that failed.
   * `error.type` is the code that the error page gets, or what is behind `Configuration`. Not called for
   * {@link EventCallbacks.tooManyAttempts}.
   */
  signInFailure: (message: { error: AuthError; provider: string | undefined }) => Awaitable<void>;
  /** A try was answered with 429. `limit` says which count is full; nobody is named. */
  tooManyAttempts: (message: {
    provider: string | undefined;
    limit: ThrottleLimit;
    retryAfterSeconds: number;
  }) => Awaitable<void>;
}

/**
 * Changes that somebody may want to look up later, by name, and what each tells. No fact holds a token, a password, a code or
 * a whole address. Plugins merge theirs.
 */
export interface RecordedActions {
  readonly "user.deleted": OfUser;
  readonly "deletion.planned": OfUser & { readonly at: Date };
  readonly "deletion.withdrawn": OfUser;
  readonly "account.unlinked": OfUser & { readonly provider: string };
  readonly "passkey.added": OfUser;
  readonly "passkey.removed": OfUser;
  readonly "factor.added": OfUser;
  readonly "factor.removed": OfUser;
  readonly "password.set": OfUser;
  readonly "password.changed": OfUser;
  readonly "password.reset": OfUser;
  readonly "address.changed": OfUser;
  readonly "sessions.ended": OfUser;
}

interface OfUser {
  readonly userId: string;
}

/** One change that was written. */
export type RecordedEvent = {
  readonly [Action in keyof RecordedActions]: { readonly action: Action } & RecordedActions[Action];
}[keyof RecordedActions];
