import type { AccountNotLinked, OAuthAccountNotLinked } from "../errors/index.js";
import type { AdapterUser, Authenticator } from "../types/adapter.js";
import type { Account, Profile, User } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { CurrentUser, SignInResult } from "../types/resolved-config.js";

/** How an account gets its stored user. */
export type SignInMethod =
  /** Not at all: the app's own code has said who it is, maybe from a table of its own. */
  | { readonly linking: "none" }
  /** The user who has the proven address. */
  | {
      readonly linking: "address";
      /** Comes with the providers that send mails. */
      readonly link: (linking: Linking, current: CurrentUser | null) => Promise<Linked>;
    }
  /** The user whom the account was linked to, or is linked to now. */
  | {
      readonly linking: "account";
      /** Error for an account, or an address, that is somebody else's. */
      readonly refusal: typeof AccountNotLinked | typeof OAuthAccountNotLinked;
    };

/** Who was proven, by what: all that the shared end of sign-ins needs to know. */
export interface SignIn {
  readonly method: SignInMethod;
  /** From `profile()`, the mail address or `authorize()`. */
  readonly user: User | AdapterUser;
  readonly account: Account;
  /** The provider that keeps the account and may vouch for its address; undefined: nobody else has it. */
  readonly provider?: OAuthProvider | undefined;
  /** The account's id when the provider gave a number. */
  readonly numericId?: number | undefined;
  /** What the provider told, as it was told. */
  readonly profile?: Profile | undefined;
  /** Seconds since 1970 at which the provider asked the person; 0: it does not say; undefined: they were asked now. */
  readonly askedAt?: number | undefined;
  /** All fields of the form that `authorize()` has judged. */
  readonly credentials?: Record<string, unknown> | undefined;
  /** Begun in the session that is open now: only then the account may be added to it. Default true. */
  readonly mayJoin?: boolean | undefined;
  /** Names and addresses of that form, by which a browser is known again. */
  readonly identifiers?: readonly string[] | undefined;
  /** What steps of plugins were passed with, in a sign-in that has waited for them. */
  readonly notes?: Readonly<Record<string, unknown>> | undefined;
  /** The passkey that `onLinked` stores: from it a sign-in that waits for a step makes `onLinked` anew. */
  readonly passkey?: Omit<Authenticator, "userId"> | undefined;
  /** The owner has said that the ways to sign in are theirs which were there before the address was proven. */
  readonly keepsWays?: boolean | undefined;
  /** Proven by a link that another browser asked for: the session that begins is noted as such. */
  readonly isElsewhere?: boolean | undefined;
  /** Stores what belongs to the account, once it has an owner and before there is a session. */
  readonly onLinked?: (owner: User | AdapterUser, isNewUser: boolean) => Promise<void>;
}

export type Store = NonNullable<FlowContext["resolved"]["adapter"]>;

/** Who signs in, and in which session. */
export type Linked = Pick<SignInResult, "isNewUser" | "adds" | "keep" | "previous"> & {
  readonly user: User | AdapterUser;
};

/** A sign-in on its way to its stored user. */
export interface Linking {
  readonly context: FlowContext;
  readonly store: Store;
  readonly signIn: SignIn;
}
