/** What the plugin adds to `auth`, in types: merged into what every framework has. */

/** A user, as administrators see them. */
export interface UserInfo {
  /** As the store has it; a number as text. */
  readonly id: string;
  /** null: none is known. */
  readonly name: string | null;
  /** null: there is none. */
  readonly email: string | null;
  /** Address of the picture; null: there is none. */
  readonly image: string | null;
  /** Somebody has proven the address. */
  readonly isEmailConfirmed: boolean;
}

/** Where a list of users begins. */
export interface AskedUsers {
  /** The order; users without an address are in that of ids alone. Default: `email`. */
  readonly by?: "email" | "id";
  /** The list begins where this text would stand, byte by byte: `next` of the page before, or how an address begins. */
  readonly from?: string;
}

/** 50 users, and where the next ones begin. */
export interface UserPageInfo {
  /** In their order. */
  readonly users: readonly UserInfo[];
  /** What the next page is asked for with, as `from`; null: there is none. */
  readonly next: string | null;
}

/** A ban, as an administrator makes it. */
export interface NewBan {
  /** For other administrators, 1 to 200 characters on one line; the user is not told. */
  readonly reason: string;
  /** When it ends by itself. Default: never. */
  readonly until?: Date | null;
}

/** Why and for how long somebody acts for a user. */
export interface NewImpersonation {
  /** For other administrators and the app's record, 1 to 200 characters on one line. */
  readonly reason: string;
  /** Whole minutes, 1 to 480; nothing extends it. Default: 30. */
  readonly minutes?: number;
  /**
   * Where the browser goes from the press on: a path or an address of the app, as the `redirect` callback judges it. Default:
   * the app's first page.
   */
  readonly redirectTo?: string;
}

/**
 * `auth.users`. The caller is an administrator, who has signed in since the grant and shown the second factor. Each function
 * throws `AdminError`, and `MissingPlugin` when no plugin provides it.
 *
 * @typeParam From what names the request: nothing where the framework knows it, else the request itself
 */
export interface UserFunctions<From extends readonly unknown[]> {
  /** Lists users. @throws AdminError `unable` where the store lists none */
  list(...args: [...From, asked?: AskedUsers]): Promise<UserPageInfo>;
  /** A user by id. @throws AdminError `not-found` */
  get(...args: [...From, userId: string]): Promise<UserInfo>;
  /**
   * Makes a user, whose address nobody has proven, and mails them the way in.
   * @throws AdminError `taken`; `unable` where no mail lets a new user in
   */
  create(
    ...args: [...From, user: { readonly email: string; readonly name?: string | null }]
  ): Promise<UserInfo>;
  /** Keeps a user out, and ends all their sessions. A ban that is there is changed. @throws AdminError `administrator` */
  ban(...args: [...From, userId: string, ban: NewBan]): Promise<void>;
  /** Lets a user in again. What the ban has ended stays ended. @throws AdminError `not-found` where there is no ban */
  unban(...args: [...From, userId: string]): Promise<void>;
  /** Ends all sessions of a user. @throws AdminError `administrator` */
  signOut(...args: [...From, userId: string]): Promise<void>;
  /** Deletes a user, with all that plugins keep. @throws AdminError `administrator`; `kept` where a plugin keeps the user */
  remove(...args: [...From, userId: string]): Promise<void>;
}

declare module "../../server-functions/plugin-functions.js" {
  interface PluginServerFunctions<From extends readonly unknown[]> {
    /** Users, for administrators: plugin `admin`. */
    readonly users: UserFunctions<From>;
    /**
     * The address of the page that begins to act for a user: plugin `admin`. A press there does.
     * @throws AdminError `forbidden` for who is banned, and whom `mayImpersonate` refuses; `administrator`; `invalid`
     * @example redirect(await auth.impersonate(user.id, { reason: "Ticket 4711" }));
     */
    impersonate(...args: [...From, userId: string, asked: NewImpersonation]): Promise<string>;
  }
}
