/**
 * Entry point `authwright/errors`: the family of errors. `instanceof` and `type` both tell them apart; `type` survives minified class names.
 */
import { clientTypes, type ErrorKind, type ErrorType } from "./facts.js";
import { SharedError } from "./shared-error.js";
import type { ThrottleLimit } from "../types/shared-store.js";

export { toError } from "./shared-error.js";

export type { ErrorKind, ErrorType } from "./facts.js";

/** What an error carries for the log: the error below it and facts such as the provider's id. */
export type ErrorCause = Record<string, unknown> & {
  /** The error below. */
  err?: Error;
};

function causeOf(first: unknown, second: unknown): ErrorCause | undefined {
  const under = [first, second].find((each) => each instanceof Error);
  const given = (first instanceof Error || typeof first === "string" ? second : first) as
    | { cause?: unknown }
    | undefined;
  const extra = given?.cause;
  if (under === undefined && extra === undefined) return undefined;
  return {
    ...(extra instanceof Error ? { err: extra } : (extra as Record<string, unknown> | undefined)),
    ...(under && { err: under }),
  };
}

/**
 * Base class of all errors of this library. The full error goes to `logger.error`; a browser only ever
 * sees {@link AuthError.type}, and that only for types that say nothing about the server.
 *
 * @param message text for the log, or the error that caused this one
 * @param options `{ cause }` with facts for the log, or the error that caused this one
 * @example
 * try { await signIn("credentials", form) } catch (error) {
 *   if (error instanceof AuthError && error.type === "CredentialsSignin") return "Wrong password";
 *   throw error;
 * }
 */
export class AuthError extends SharedError {
  /** Name of the kind of error; on a class that of its instances. It stays the same in minified code. */
  static type: ErrorType = "AuthError";
  /** Page that a browser is sent to: sign-in page or error page. */
  static kind: ErrorKind = "error";
  readonly type: ErrorType;
  /** Sign-in page or error page. */
  readonly kind: ErrorKind;
  /** For the log: the error below and facts. */
  declare cause?: ErrorCause;

  constructor(message?: string | Error | { cause?: unknown }, options?: Error | { cause?: unknown }) {
    super(typeof message === "string" ? message : message instanceof Error ? message.message : undefined);
    this.name = new.target.name;
    this.type = new.target.type;
    this.kind = new.target.kind;
    const cause = causeOf(message, options);
    if (cause !== undefined) this.cause = cause;
  }
}

/** Sign-in failed; the browser goes back to the sign-in page. */
export class SignInError extends AuthError {
  static override type: ErrorType = "SignInError";
  static override kind: ErrorKind = "signIn";
}

/** The `signIn` callback returned false or threw. */
export class AccessDenied extends AuthError {
  static override type: ErrorType = "AccessDenied";
}

/** The passkey belongs to another user. */
export class AccountNotLinked extends SignInError {
  static override type: ErrorType = "AccountNotLinked";
}

/** A method of the adapter threw; the cause is in `cause.err`. */
export class AdapterError extends AuthError {
  static override type: ErrorType = "AdapterError";
}

/** The callback of a provider failed for a reason without a type of its own. */
export class CallbackRouteError extends AuthError {
  static override type: ErrorType = "CallbackRouteError";
}

/**
 * Throw this (or a subclass with its own `code`) from `authorize()`.
 * `code` appears in a URL: it must not say which part of the credentials was wrong.
 *
 * @example class Locked extends CredentialsSignin { code = "locked" }
 */
export class CredentialsSignin extends SignInError {
  static override type: ErrorType = "CredentialsSignin";
  /** What the sign-in page and `signIn` are told. */
  code = "credentials";
}

/** Two WebAuthn providers want to fill the same form. */
export class DuplicateConditionalUI extends AuthError {
  static override type: ErrorType = "DuplicateConditionalUI";
}

/** The sign-in mail was not sent. */
export class EmailSignInError extends SignInError {
  static override type: ErrorType = "EmailSignInError";
}

/** `pages.error` leads back to itself. */
export class ErrorPageLoop extends AuthError {
  static override type: ErrorType = "ErrorPageLoop";
}

/** An event handler threw; the flow went on. */
export class EventError extends AuthError {
  static override type: ErrorType = "EventError";
}

/** Something that must be switched on in `experimental`. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override type: ErrorType = "ExperimentalFeatureNotEnabled";
}

/** Kept for compatibility: bad callback URLs fall back to the base URL. */
export class InvalidCallbackUrl extends AuthError {
  static override type: ErrorType = "InvalidCallbackUrl";
}

/** A PKCE, state, nonce or challenge cookie is missing, foreign or does not fit. */
export class InvalidCheck extends AuthError {
  static override type: ErrorType = "InvalidCheck";
}

/** A provider has neither an issuer nor all of its endpoints. */
export class InvalidEndpoints extends AuthError {
  static override type: ErrorType = "InvalidEndpoints";
}

/** The provider is unknown, or cannot do what was asked of it. */
export class InvalidProvider extends AuthError {
  static override type: ErrorType = "InvalidProvider";
}

/** A session token could not be read, or the `jwt` or `session` callback threw. */
export class JWTSessionError extends AuthError {
  static override type: ErrorType = "JWTSessionError";
}

/** The configuration needs an adapter. */
export class MissingAdapter extends AuthError {
  static override type: ErrorType = "MissingAdapter";
}

/** The adapter lacks methods; the message names them. */
export class MissingAdapterMethods extends AuthError {
  static override type: ErrorType = "MissingAdapterMethods";
}

/** A credentials provider without `authorize()`. */
export class MissingAuthorize extends AuthError {
  static override type: ErrorType = "MissingAuthorize";
}

/** A form came without its CSRF token, or from another site. */
export class MissingCSRF extends SignInError {
  static override type: ErrorType = "MissingCSRF";
}

/** A function that a plugin provides was called, and no plugin of the configuration provides it. */
export class MissingPlugin extends AuthError {
  static override type: ErrorType = "MissingPlugin";
}

/** There is no secret, or in production a weak one. */
export class MissingSecret extends AuthError {
  static override type: ErrorType = "MissingSecret";
}

/** The same class as {@link MissingSecret}. */
export { MissingSecret as MissingSecretError };

/** Conditional UI without a form field that has `webauthn` in `autocomplete`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override type: ErrorType = "MissingWebAuthnAutocomplete";
}

/** A user with this e-mail exists already, signed up in another way. */
export class OAuthAccountNotLinked extends SignInError {
  static override type: ErrorType = "OAuthAccountNotLinked";
}

/** The provider answered the authorization request with an error (RFC 6749 section 4.1.2.1). */
export class OAuthCallbackError extends SignInError {
  static override type: ErrorType = "OAuthCallbackError";
}

/** `profile()` of a provider threw. */
export class OAuthProfileParseError extends AuthError {
  static override type: ErrorType = "OAuthProfileParseError";
  static override kind: ErrorKind = "signIn";
}

/** The authorization URL could not be made. */
export class OAuthSignInError extends SignInError {
  static override type: ErrorType = "OAuthSignInError";
}

/** A database session could not be read. */
export class SessionTokenError extends AuthError {
  static override type: ErrorType = "SessionTokenError";
}

/** Sign-out could not end the session in the store; the cookie is cleared all the same. */
export class SignOutError extends AuthError {
  static override type: ErrorType = "SignOutError";
}

/** Too many mails, or too many wrong answers; the client gets status 429. */
export class TooManyAttempts extends SignInError {
  static override type: ErrorType = "TooManyAttempts";
  /** Seconds until the next try counts. */
  readonly retryAfterSeconds: number;
  /** Which count is full. */
  readonly limit: ThrottleLimit;
  constructor(message: string, retryAfterSeconds: number, limit: ThrottleLimit) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
  }
}

/** The URL or the method is none of ours. */
export class UnknownAction extends AuthError {
  static override type: ErrorType = "UnknownAction";
}

/** Database sessions with credentials as the only kind of provider. */
export class UnsupportedStrategy extends AuthError {
  static override type: ErrorType = "UnsupportedStrategy";
}

/** The host of the request is not trusted. Set `AUTH_URL`, or `trustHost`. */
export class UntrustedHost extends AuthError {
  static override type: ErrorType = "UntrustedHost";
}

/** The link of a sign-in mail is unknown, used or too old. */
export class Verification extends AuthError {
  static override type: ErrorType = "Verification";
}

/** A passkey answer could not be verified. */
export class WebAuthnVerificationError extends AuthError {
  static override type: ErrorType = "WebAuthnVerificationError";
}

/** May this error's type stand in a URL? */
export function isClientError(error: unknown): boolean {
  return error instanceof AuthError && (clientTypes as readonly ErrorType[]).includes(error.type);
}
