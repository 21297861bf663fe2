/** The one table that says what each kind of error means for a browser. */

/** Page a browser is sent to when the error ends its request; `config` errors never start a flow. */
export type ErrorKind = "signIn" | "error" | "config" | "log";

interface ErrorFacts {
  readonly kind: ErrorKind;
  /** The type may stand in a URL; otherwise the browser only sees `Configuration`. */
  readonly safe?: true;
}

export const facts = {
  AccessDenied: { kind: "error", safe: true },
  AccountNotLinked: { kind: "signIn", safe: true },
  AdapterError: { kind: "error" },
  AuthError: { kind: "error" },
  CallbackRouteError: { kind: "error" },
  CredentialsSignin: { kind: "signIn", safe: true },
  DuplicateConditionalUI: { kind: "config" },
  EmailSignInError: { kind: "signIn" },
  ErrorPageLoop: { kind: "log" },
  EventError: { kind: "log" },
  ExperimentalFeatureNotEnabled: { kind: "config" },
  InvalidCallbackUrl: { kind: "config" },
  InvalidCheck: { kind: "error" },
  InvalidEndpoints: { kind: "config" },
  InvalidProvider: { kind: "error" },
  JWTSessionError: { kind: "log" },
  MissingAdapter: { kind: "config" },
  MissingAdapterMethods: { kind: "config" },
  MissingAuthorize: { kind: "config" },
  MissingCSRF: { kind: "signIn", safe: true },
  MissingSecret: { kind: "config" },
  MissingWebAuthnAutocomplete: { kind: "config" },
  OAuthAccountNotLinked: { kind: "signIn", safe: true },
  OAuthCallbackError: { kind: "signIn", safe: true },
  OAuthProfileParseError: { kind: "signIn" },
  OAuthSignInError: { kind: "signIn" },
  SessionTokenError: { kind: "log" },
  SignInError: { kind: "signIn" },
  SignOutError: { kind: "log" },
  TooManyAttempts: { kind: "signIn", safe: true },
  UnknownAction: { kind: "error" },
  UnsupportedStrategy: { kind: "config" },
  UntrustedHost: { kind: "config" },
  Verification: { kind: "error", safe: true },
  WebAuthnVerificationError: { kind: "error", safe: true },
} satisfies Record<string, ErrorFacts>;

/** Every value of `AuthError.type`. */
export type ErrorType = keyof typeof facts;
