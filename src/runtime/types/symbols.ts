/**
 * Symbols that switch off a protection or replace a part.
 * They are symbols so that nobody sets them by accident and a search finds every use; registered ones, because
 * two copies of the package in one process must mean the same.
 */

/** Key of a provider (or its options) whose value replaces `fetch` for requests to that provider. */
export const customFetch: unique symbol = Symbol.for("authwright.custom-fetch");

/** Value of `config.raw`: the handler returns its internal result and throws `AuthError`s. */
export const raw: unique symbol = Symbol.for("authwright.return-type-raw");

/** Value of `config.skipCSRFCheck`: no CSRF token is asked for. Dangerous on a public endpoint. */
export const skipCSRFCheck: unique symbol = Symbol.for("authwright.skip-csrf-check");
