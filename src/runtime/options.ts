/**
 * Symbols that switch off a protection or replace a part.
 * They are symbols so that nobody sets them by accident and a search finds every use.
 */

/** Key of a provider (or its options) whose value replaces `fetch` for requests to that provider. */
export const customFetch: unique symbol = Symbol("custom-fetch");

/** Value of `config.raw`: the handler returns its internal result and throws `AuthError`s. */
export const raw: unique symbol = Symbol("return-type-raw");

/** Value of `config.skipCSRFCheck`: no CSRF token is asked for. Dangerous on a public endpoint. */
export const skipCSRFCheck: unique symbol = Symbol("skip-csrf-check");
