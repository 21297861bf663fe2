/** Loaded before an app: whoever asks any issuer for its discovery document gets one; nothing leaves this machine. */
const suffix = "/.well-known/openid-configuration";
const real = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) return real(input, init);
  if (!url.pathname.endsWith(suffix)) throw new TypeError(`No network: ${url.href}`);
  const issuer = url.href.slice(0, -suffix.length);
  return Response.json({
    issuer: known.get(issuer) ?? issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    code_challenge_methods_supported: ["S256"],
  });
};

/** The address of a document does not tell the last slash of its issuer. */
const known = new Map(["https://api.eu.workos.com"].map((issuer) => [issuer, `${issuer}/`]));
