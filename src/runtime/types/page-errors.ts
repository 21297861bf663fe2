/** `error` in the query of the built-in pages. */

/** What the error page explains. */
export type ErrorPageParam = "Configuration" | "AccessDenied" | "Verification";

/** What the sign-in page explains. */
export type SignInPageErrorParam =
  | "Signin"
  | "OAuthSignin"
  | "OAuthCallbackError"
  | "OAuthCreateAccount"
  | "EmailCreateAccount"
  | "Callback"
  | "OAuthAccountNotLinked"
  | "EmailSignin"
  | "CredentialsSignin"
  | "SessionRequired";
