/** Headers of every page: nothing may be loaded, framed or stored that the page does not need. */

/**
 * `form-action` is left out on purpose: browsers apply it to the redirects after a form too, and a sign-in form
 * redirects to the provider.
 *
 * @param nonce of the page's style element
 * @param scriptNonce of its script, where it has one
 */
export function pageHeaders(nonce: string, scriptNonce?: string): Readonly<Record<string, string>> {
  const script = scriptNonce === undefined ? "" : ` script-src 'nonce-${scriptNonce}'; connect-src 'self';`;
  return {
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}';${script} img-src 'self' https: data:; base-uri 'none'; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cache-control": "private, no-cache, no-store",
  };
}
