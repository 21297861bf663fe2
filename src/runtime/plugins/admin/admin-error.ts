import { type ErrorType, TooManyAttempts } from "../../errors/index.js";
import { PluginError, type RefusalFacts } from "../host/plugin-error.js";

/** Why something was not done. */
export type AdminErrorCode =
  /** Nobody is signed in. */
  | "signed-out"
  /** There is no such user; also for whoever is no administrator. */
  | "not-found"
  /** The sign-in is older than the grant, or too long ago for a change: the administrator has to sign in again first. */
  | "stale"
  /** The second factor has to be shown first, at `url`; without one: the option `requireFactor` lets nobody in. */
  | "factor"
  /** What was given does not fit: `field` names it. */
  | "invalid"
  /** A limit is reached; `retryAfter` where it ends by itself. */
  | "too-many"
  /** The user is an administrator: the grant goes first, in the terminal. */
  | "administrator"
  /** Nobody acts for this user: banned, or the app refuses. */
  | "forbidden"
  /** Somebody has the address already. */
  | "taken"
  /** Address and second factor of one user are not both changed within seven days. */
  | "too-soon"
  /** A plugin keeps the user, as one who owns an organisation alone. */
  | "kept"
  /** The store, or the configuration, cannot do this: it lists no users, or nothing sends mails. */
  | "unable";

/** A function of `auth.users` has refused, or a route of the plugin. */
export class AdminError extends PluginError<AdminErrorCode> {
  static override type: ErrorType = "AdminError";

  /**
   * @param code why
   * @param message for the log
   * @param facts what a program or a page needs to go on
   */
  constructor(code: AdminErrorCode, message: string, facts: RefusalFacts = {}) {
    super(code, message, facts);
  }
}

/** @throws AdminError with `too-many` in place of TooManyAttempts */
export const asTooMany = <T>(counted: Promise<T>): Promise<T> =>
  counted.catch((thrown: unknown) => {
    if (!(thrown instanceof TooManyAttempts)) throw thrown;
    throw new AdminError("too-many", thrown.message, { retryAfter: thrown.retryAfterSeconds });
  });
