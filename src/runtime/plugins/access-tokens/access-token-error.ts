import { AuthError, type ErrorType } from "../../errors/index.js";

/** Why there is no access token. */
export type AccessTokenErrorCode =
  /** Nobody is signed in. */
  | "signed-out"
  /** The user has no account at this provider, or the provider gave no access token for it. */
  | "no-account"
  /** The token is over and cannot be renewed: the provider gave no refresh token, or takes it no more. */
  | "sign-in-again"
  /** The provider, or the process that renews the token, gave no usable answer in time. A later call may get one. */
  | "unavailable";

/** `auth.accessToken()` has no valid access token to give. Its text holds no token. */
export class AccessTokenError extends AuthError {
  static override type: ErrorType = "AccessTokenError";
  /** Why; what to do follows from it: for `sign-in-again` send the user to sign in with the provider. */
  readonly code: AccessTokenErrorCode;
  /** Id of the provider. */
  readonly provider: string;

  /**
   * @param code why
   * @param provider id of the provider
   * @param message for the log
   * @param cause the error below, if there is one
   */
  constructor(code: AccessTokenErrorCode, provider: string, message: string, cause?: Error) {
    super(message, { cause: cause === undefined ? { provider } : { provider, err: cause } });
    this.code = code;
    this.provider = provider;
  }
}
