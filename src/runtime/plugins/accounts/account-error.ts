import type { ErrorType } from "../../errors/index.js";
import { PluginError } from "../host/plugin-error.js";

/** Why something was not done. */
export type AccountErrorCode =
  /** Nobody is signed in. */
  | "signed-out"
  /** The user has no such session, account or passkey. */
  | "not-found"
  /** It is the only way in that the user has left. */
  | "last-way-in"
  /** Another tab or device changes the same thing now. */
  | "busy"
  /** The sign-in is too long ago: the user has to sign in again first. */
  | "stale"
  /** The second factor has to be shown first, at `url`. */
  | "factor"
  /** What was given does not fit. */
  | "invalid";

/** A function of `auth.sessions` or `auth.accounts`, or the account page, has refused; or a sign-in that adds an account. */
export class AccountError extends PluginError<AccountErrorCode> {
  static override type: ErrorType = "AccountError";

  /**
   * @param code why
   * @param message for the log
   * @param url where the user does what is missing
   */
  constructor(code: AccountErrorCode, message: string, url?: string) {
    super(code, message, { url });
  }
}
