/** Headers of every page: nothing may be loaded, framed or stored that the page does not need. */
import type { Look } from "./page.js";

/**
 * Of a page with a token in its address: the origin alone is told on. With `no-referrer` browsers would send
 * `Origin: null` with its form, which SvelteKit refuses.
 */
export const behindLink = { "referrer-policy": "strict-origin" } as const;

/**
 * `form-action` is left out on purpose: browsers apply it to the redirects after a form too, and a sign-in form
 * redirects to the provider. Only the passkeys' script asks the server for something.
 */
export function pageHeaders({ nonce, hasScript }: Look): Readonly<Record<string, string>> {
  const script = hasScript ? ` script-src 'nonce-${nonce}'; connect-src 'self';` : "";
  return {
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}';${script} img-src 'self' https: data:; base-uri 'none'; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cache-control": "private, no-cache, no-store",
  };
}
