// data file
/** Every finding of a drive through a running app (`--url`). */
import type { CodePage } from "./codes.js";

const page = (what: string, why: string, fix: string, example: string): CodePage => ({
  level: "error",
  what,
  why,
  fix,
  example,
});

const dropped = "The browser drops the cookie, so the next step does not know who is there.";
const wrongBase =
  "Behind a proxy the app takes the proxy's inner address for its own: the provider sends users to an address that they can't reach.";

export const liveCodes = {
  AUTH_D_LIVE_NO_ANSWER: page(
    "Nothing listens at this address.",
    "The app is not running, or it listens elsewhere.",
    "Start the app, and check the port",
    "connection refused",
  ),
  AUTH_D_LIVE_DNS: page(
    "The name of the host is not known.",
    "There is no DNS entry for it.",
    "Check the address",
    "https://app.exmaple.com",
  ),
  AUTH_D_LIVE_TLS: page(
    "The certificate is not accepted.",
    "Browsers warn, and providers refuse the callback URL.",
    "Renew the certificate, or check its chain and names",
    "an expired certificate",
  ),
  AUTH_D_LIVE_TIMEOUT: page(
    "The app does not answer in time.",
    "A store or a provider may hang.",
    "Look into the app's log",
    "no answer in 15 seconds",
  ),
  AUTH_D_LIVE_NOT_FOUND: page(
    "No sign-in endpoints were found.",
    "Neither /auth/providers nor /api/auth/providers answers.",
    "Give the base path: --url https://app.example.com/base",
    "404 everywhere",
  ),
  AUTH_D_LIVE_BASE_PATH: page(
    "The endpoints are at another base path than the project says.",
    "Links and callback URLs made from the configuration lead to 404.",
    "Make basePath and the mount equal",
    "/api/auth instead of /auth",
  ),
  AUTH_D_LIVE_WELL_KNOWN: {
    level: "warning",
    what: "An address below /.well-known/ does not answer as the configuration says.",
    why: "Password managers do not find the page for a new password there, and browsers do not learn of passkeys.",
    fix: "app.use(auth.wellKnown) beside the line that mounts the endpoints; the server in front hands these addresses on",
    example: "GET /.well-known/change-password is 404",
  },
  AUTH_D_LIVE_GUARDED: page(
    "The endpoints ask for a sign-in themselves.",
    "A proxy or middleware matcher catches them, so nobody can sign in.",
    "Leave the base path out of the matcher",
    "GET /api/auth/providers redirects to the sign-in page",
  ),
  AUTH_D_LIVE_REDIRECT_LOOP: page(
    "The address redirects in a circle.",
    "Browsers stop with TOO_MANY_REDIRECTS. Usually the proxy ends https, and the app redirects to https again.",
    "Let the app trust X-Forwarded-Proto, or leave the redirect to the proxy",
    "http → https → http",
  ),
  AUTH_D_LIVE_MOVED: page(
    "The endpoints redirect to another address.",
    "POST requests lose their body on such a redirect, and cookies belong to one host.",
    "Use the final address everywhere: AUTH_URL and --url",
    "example.com → www.example.com",
  ),
  AUTH_D_LIVE_UNTRUSTED_HOST: page(
    "The app does not trust its host name (UntrustedHost).",
    "In production a host that isn't trusted is refused.",
    "AUTH_URL=https://app.example.com",
    "AUTH_URL missing behind a proxy",
  ),
  AUTH_D_LIVE_SECRET: page(
    "The app has no secret that it can use (MissingSecret).",
    "Every endpoint answers 500.",
    "npx auth secret generate --write",
    "AUTH_SECRET missing where the app runs",
  ),
  AUTH_D_LIVE_CONFIG: page(
    "The configuration of the app is refused.",
    "A secret, a host or an option is missing or wrong; strangers are not told which.",
    "Look into the app's log: its [auth][error] line names what to change",
    "database sessions without an adapter",
  ),
  AUTH_D_LIVE_GATEWAY: page(
    "A proxy answers that the app is not there.",
    "The app crashed, or the proxy asks the wrong port.",
    "Look into the logs of app and proxy",
    "502 Bad Gateway",
  ),
  AUTH_D_LIVE_SERVER_ERROR: page("The app fails.", "The log says why.", "Look into the app's log", "500"),
  AUTH_D_LIVE_BLOCKED: page(
    "Something in front of the app asks for a password or blocks requests.",
    "Providers and browsers cannot get through to the endpoints.",
    "Let the base path through the protection",
    "401 of a protected preview",
  ),
  AUTH_D_LIVE_HTML: page(
    "A page comes back instead of JSON.",
    "A catch-all of the app, or its single-page fallback, answers before the endpoints.",
    "Mount the endpoints above the catch-all",
    "GET /auth/providers gives index.html",
  ),
  AUTH_D_LIVE_NOT_OURS: page(
    "The answer isn't a list of providers.",
    "Another program answers at this address.",
    "Check the address and the base path",
    '{"ok":true}',
  ),
  AUTH_D_LIVE_NO_PROVIDERS: page(
    "The app has no provider.",
    "There is no way to sign in.",
    "npx auth add-provider github",
    "providers: []",
  ),
  AUTH_D_LIVE_CLOCK: page(
    "The clock of the server is wrong.",
    "Tokens of providers are refused as expired, or not valid yet; links and sessions end too early.",
    "Let the server set its clock by NTP",
    "more than 60 seconds off",
  ),
  AUTH_D_LIVE_SCHEME: page(
    "Callback URLs begin with http, the app is reached by https.",
    `The app does not see X-Forwarded-Proto. ${wrongBase}`,
    "AUTH_URL=https://app.example.com, or trust the proxy's headers",
    "http://app.example.com/auth/callback/github",
  ),
  AUTH_D_LIVE_HOST: page(
    "Callback URLs name another host than the one asked.",
    wrongBase,
    "AUTH_URL=https://app.example.com, or trust the proxy's headers",
    "http://0.0.0.0:3000/auth/callback/github",
  ),
  AUTH_D_LIVE_CALLBACK_PATH: page(
    "Callback URLs have another base path than the endpoints.",
    "The provider sends users to a page that doesn't exist.",
    "Make basePath, AUTH_URL and the mount equal",
    "/api/auth/callback while the endpoints are at /auth",
  ),
  AUTH_D_LIVE_CSRF: page(
    "The CSRF endpoint gives no token.",
    "No form can be sent without it.",
    "Mount all endpoints with one handler, and look into the log",
    "GET /csrf is 404",
  ),
  AUTH_D_LIVE_CSRF_COOKIE: page(
    "The CSRF cookie is not set.",
    "Something between app and browser takes Set-Cookie away, such as a cache.",
    "Let Set-Cookie through for the base path, and do not cache it",
    "no Set-Cookie",
  ),
  AUTH_D_LIVE_CSRF_LOST: page(
    "The CSRF cookie does not come back to the app.",
    "Each request gets a new token, so every form is refused: the Cookie header is dropped, or each server has a secret of its own.",
    "Let the Cookie header through; give every server the same AUTH_SECRET",
    "two servers with different secrets",
  ),
  AUTH_D_LIVE_CSRF_REFUSED: page(
    "The app refuses its own form (MissingCSRF).",
    "Cookie and token arrive, and the Origin header is not the app's own.",
    "Set AUTH_URL to the address that users type",
    "AUTH_URL of another host",
  ),
  AUTH_D_LIVE_COOKIE_SECURE: page(
    "A Secure cookie is set over http.",
    dropped,
    "Use https, or remove useSecureCookies",
    "__Host-authjs.csrf-token over http",
  ),
  AUTH_D_LIVE_COOKIE_INSECURE: page(
    "A cookie is set over https without Secure.",
    "It goes over http as well, where others can read it. The app does not know that it is reached by https.",
    "AUTH_URL=https://…, or trust the proxy's headers",
    "Set-Cookie without Secure",
  ),
  AUTH_D_LIVE_COOKIE_HTTPONLY: page(
    "Scripts can read the cookie.",
    "An injected script takes the session with it.",
    "Remove httpOnly: false",
    "Set-Cookie without HttpOnly",
  ),
  AUTH_D_LIVE_COOKIE_SAMESITE: page(
    "The cookie has no usable SameSite.",
    "None without Secure is dropped; Strict is missing when the provider sends the user back.",
    'sameSite: "lax"',
    "SameSite=None over http",
  ),
  AUTH_D_LIVE_COOKIE_PREFIX: page(
    "The cookie breaks the rules of its own name.",
    `__Host- needs Secure, Path=/ and no Domain; __Secure- needs Secure. ${dropped}`,
    "Remove domain and path from the cookie's options",
    "__Host-… with Domain",
  ),
  AUTH_D_LIVE_COOKIE_DOMAIN: page(
    "The cookie is for another host or path.",
    dropped,
    "Remove domain and path from the cookie's options",
    "Domain=other.example",
  ),
  AUTH_D_LIVE_COOKIE_SIZE: page(
    "The cookies are larger than proxies take.",
    "nginx and others refuse request headers above 8 kB: 400, 431 or 502 after sign-in.",
    'Keep provider tokens out of the session, or use session: { strategy: "database" }',
    "a session of 9 kB",
  ),
  AUTH_D_LIVE_CACHED: page(
    "Answers about the session may be cached.",
    "A shared cache hands one user's session to the next.",
    "Let Cache-Control through; do not cache the base path",
    "Cache-Control: public on /session",
  ),
  AUTH_D_LIVE_SIGNIN_PAGE: page(
    "The sign-in page does not open.",
    "Users can't begin to sign in.",
    "Check pages.signIn and the log",
    "404 at pages.signIn",
  ),
  AUTH_D_LIVE_POLICY: page(
    "A Content-Security-Policy stops the sign-in page.",
    "Browsers hold every policy of an answer, also one that a proxy adds: the button does nothing, or the page has no style.",
    "No second policy on the base path; form-action with the origin of each provider's sign-in",
    "form-action 'self' in front of github.com",
  ),
  AUTH_D_LIVE_NO_POLICY: {
    level: "warning",
    what: "The built-in sign-in page comes without its Content-Security-Policy.",
    why: "Something on the way takes the header away: other sites can frame the page, and what is slipped into it runs.",
    fix: "Let Content-Security-Policy through for the base path",
    example: "a proxy that strips headers",
  },
  AUTH_D_LIVE_BODY: page(
    "The app does not read the form that it is sent.",
    "A body parser took the body away, or waits for one that is gone.",
    "Mount the endpoints above body parsers",
    "a stream that was read already",
  ),
  AUTH_D_LIVE_THROTTLED: page(
    "The app refuses further attempts for now.",
    "Too many attempts came from this address.",
    "Wait, or see throttle in docs/reference/config.md",
    "429",
  ),
  AUTH_D_LIVE_START: page(
    "The sign-in does not start.",
    "Client id, issuer or endpoints of the provider are wrong.",
    "The app's log names the option",
    "error=Configuration",
  ),
  AUTH_D_LIVE_AUTHORIZATION: page(
    "The sign-in leads to no authorization page.",
    "The app does not redirect to the provider.",
    "Check the provider's options",
    "200 instead of a redirect",
  ),
  AUTH_D_LIVE_CLIENT_ID: page(
    "The authorization URL has no client id.",
    "The provider refuses the request.",
    "AUTH_<ID>_ID=<client id>",
    "client_id=",
  ),
  AUTH_D_LIVE_REDIRECT_URI: page(
    "The redirect URI is not the app's callback URL.",
    wrongBase,
    "AUTH_URL=https://app.example.com",
    "redirect_uri=http://localhost:3000/…",
  ),
  AUTH_D_LIVE_CHECKS: page(
    "The sign-in has neither state nor PKCE nor nonce.",
    "An attacker could slip in the answer to a sign-in of their own.",
    'checks: ["pkce", "state"]',
    'checks: ["none"]',
  ),
  AUTH_D_LIVE_CHECK_COOKIE: page(
    "No cookie remembers the sign-in that began.",
    "The answer of the provider cannot be matched: InvalidCheck.",
    "Let Set-Cookie through on redirects",
    "a proxy that strips Set-Cookie",
  ),
  AUTH_D_LIVE_PROVIDER: page(
    "The provider refuses the request.",
    "Client id, redirect URI or scope are not what it knows.",
    "Compare them with the provider's console",
    "400 of the provider",
  ),
  AUTH_D_LIVE_CALLBACK: page(
    "The sign-in fails when the provider sends the user back.",
    "The app's log has the cause: checks, token exchange, profile or the signIn callback.",
    "Look into the app's log",
    "error=OAuthCallbackError",
  ),
  AUTH_D_LIVE_SESSION_COOKIE: page(
    "After sign-in no session cookie is set.",
    "The user isn't signed in.",
    "Let Set-Cookie through on redirects; look into the log",
    "no session cookie",
  ),
  AUTH_D_LIVE_SESSION_NULL: page(
    "After sign-in the session is empty.",
    "The cookie does not arrive, or it cannot be opened: another secret, or another cookie name for reading.",
    "Give every server the same AUTH_SECRET; check cookies and jwt options",
    "GET /session gives null",
  ),
  AUTH_D_LIVE_SIGNOUT: page(
    "Signing out does not end the session.",
    "The cookie is not cleared: its options differ between setting and clearing, or a proxy drops the answer.",
    "Use the same cookie options everywhere",
    "a session after POST /signout",
  ),
} as const satisfies Readonly<Record<string, CodePage>>;

export type LiveCode = keyof typeof liveCodes;
