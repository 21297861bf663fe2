/** What an error tells a browser. */

/** Page that a browser is sent to when the error ends its request. */
export type ErrorKind = "signIn" | "error";

/** Types that may stand in a URL; of the others a browser only sees `Configuration`. */
export const clientTypes = [
  "AccessDenied",
  "AccountNotLinked",
  "CredentialsSignin",
  "MissingCSRF",
  "OAuthAccountNotLinked",
  "OAuthCallbackError",
  "TooManyAttempts",
  "Verification",
  "WebAuthnVerificationError",
] as const;

/** Every value of `AuthError.type`. */
export type ErrorType =
  | (typeof clientTypes)[number]
  | "AccessTokenError"
  | "AccountError"
  | "AdapterError"
  | "AdminError"
  | "AuthError"
  | "CallbackRouteError"
  | "DuplicateConditionalUI"
  | "EmailSignInError"
  | "ErrorPageLoop"
  | "EventError"
  | "ExperimentalFeatureNotEnabled"
  | "InvalidCallbackUrl"
  | "InvalidCheck"
  | "InvalidEndpoints"
  | "InvalidProvider"
  | "JWTSessionError"
  | "MissingAdapter"
  | "MissingAdapterMethods"
  | "MissingAuthorize"
  | "MissingPlugin"
  | "MissingSecret"
  | "MissingWebAuthnAutocomplete"
  | "OAuthProfileParseError"
  | "OAuthSignInError"
  | "OrganizationError"
  | "PluginError"
  | "SessionTokenError"
  | "SignInError"
  | "SignOutError"
  | "UnknownAction"
  | "UnsupportedStrategy"
  | "UntrustedHost";
