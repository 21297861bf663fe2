// data file
/** What proxies, caches and mistakes do to a running app, and the one thing that the drive must say. */
import type { LiveCode } from "../../src/cli/findings/live-codes.js";
import type { Given, Sent, Tamper } from "./tampered.js";

export interface LiveFault {
  readonly code: LiveCode;
  readonly what: string;
  readonly tamper: Tamper;
  readonly timeoutMs?: number;
}

const at = (sent: Sent, path: string, method = "GET"): boolean =>
  sent.method === method && sent.path.split("?")[0] === path;
const isSignIn = (sent: Sent) => at(sent, "/auth/signin/github", "POST");
const isCallback = (sent: Sent) => at(sent, "/auth/callback/github");

const instead = (path: string, given: Partial<Given>, method = "GET"): Tamper => ({
  request: (sent) => (at(sent, path, method) ? given : undefined),
});
const changing = (path: string, change: (given: Given, origin: string) => void, method = "GET"): Tamper => ({
  answer: (given, sent, origin) => {
    if (at(sent, path, method)) change(given, origin);
  },
});
const location = (change: (url: URL) => void): Tamper =>
  changing(
    "/auth/signin/github",
    (given) => {
      const url = new URL(given.headers["location"] ?? "");
      change(url);
      given.headers["location"] = url.href;
    },
    "POST",
  );
const cookie = (change: (line: string) => string): Tamper =>
  changing("/auth/csrf", (given) => {
    given.cookies = given.cookies.map(change);
  });
/** A policy that a proxy adds to that of the sign-in page. */
export const withPolicy = (policy: string): Tamper =>
  changing("/auth/signin", ({ headers }) => void (headers["content-security-policy"] += `, ${policy}`));
const json = { "content-type": "application/json" };
const fault = (code: LiveCode, what: string, tamper: Tamper, timeoutMs?: number): LiveFault => ({
  code,
  what,
  tamper,
  ...(timeoutMs !== undefined && { timeoutMs }),
});

export const liveFaults: readonly LiveFault[] = [
  fault("AUTH_D_LIVE_TIMEOUT", "an app that hangs", { request: () => "hang" }, 300),
  fault("AUTH_D_LIVE_NOT_FOUND", "404 everywhere", { request: () => ({ status: 404, body: "no" }) }),
  fault("AUTH_D_LIVE_HTML", "a page for every address", {
    request: () => ({ headers: { "content-type": "text/html" }, body: "<!doctype html>" }),
  }),
  fault(
    "AUTH_D_LIVE_GUARDED",
    "endpoints behind the guard",
    instead("/auth/providers", { status: 307, headers: { location: "/auth/signin?callbackUrl=%2F" } }),
  ),
  fault(
    "AUTH_D_LIVE_REDIRECT_LOOP",
    "a redirect to itself",
    instead("/auth/providers", { status: 301, headers: { location: "/auth/providers" } }),
  ),
  fault("AUTH_D_LIVE_REDIRECT_LOOP", "a circle of two", {
    request: ({ path }) => ({
      status: 302,
      headers: { location: path.endsWith("/") ? path.slice(0, -1) : `${path}/` },
    }),
  }),
  fault("AUTH_D_LIVE_REDIRECT_LOOP", "a sign-in page that is guarded", {
    request: (sent) =>
      /^\/(?:auth\/signin|login)$/.test(sent.path) && sent.method === "GET"
        ? { status: 302, headers: { location: sent.path === "/login" ? "/auth/signin" : "/login" } }
        : undefined,
  }),
  fault(
    "AUTH_D_LIVE_MOVED",
    "a redirect to another host",
    instead("/auth/providers", {
      status: 308,
      headers: { location: "https://www.app.example/auth/providers" },
    }),
  ),
  fault("AUTH_D_LIVE_GATEWAY", "a proxy without an app", {
    request: () => ({ status: 502, body: "Bad Gateway" }),
  }),
  fault("AUTH_D_LIVE_SERVER_ERROR", "an app that fails", { request: () => ({ status: 500, body: "oops" }) }),
  fault("AUTH_D_LIVE_BLOCKED", "a protected preview", { request: () => ({ status: 401, body: "password" }) }),
  fault(
    "AUTH_D_LIVE_NOT_OURS",
    "another program",
    instead("/auth/providers", { headers: json, body: '{"ok":true}' }),
  ),
  fault(
    "AUTH_D_LIVE_NO_PROVIDERS",
    "an empty list",
    instead("/auth/providers", { headers: json, body: "{}" }),
  ),
  fault(
    "AUTH_D_LIVE_CLOCK",
    "a clock that is five minutes slow",
    changing(
      "/auth/providers",
      (given) => void (given.headers["date"] = new Date(Date.now() - 300_000).toUTCString()),
    ),
  ),
  fault(
    "AUTH_D_LIVE_CLOCK",
    "a clock that is five minutes fast",
    changing(
      "/auth/providers",
      (given) => void (given.headers["date"] = new Date(Date.now() + 300_000).toUTCString()),
    ),
  ),
  fault(
    "AUTH_D_LIVE_SCHEME",
    "a proxy that hides the scheme",
    changing("/auth/providers", (given) => void (given.body = given.body.replaceAll("http://", "https://"))),
  ),
  fault(
    "AUTH_D_LIVE_HOST",
    "an inner host name",
    changing(
      "/auth/providers",
      (given, origin) => void (given.body = given.body.replaceAll(origin, "http://0.0.0.0:3000")),
    ),
  ),
  fault(
    "AUTH_D_LIVE_HOST",
    "another port",
    changing(
      "/auth/providers",
      (given, origin) => void (given.body = given.body.replaceAll(origin, "http://localhost:1")),
    ),
  ),
  fault(
    "AUTH_D_LIVE_CALLBACK_PATH",
    "another base path in URLs",
    changing(
      "/auth/providers",
      (given) => void (given.body = given.body.replaceAll("/auth/callback", "/api/auth/callback")),
    ),
  ),
  fault("AUTH_D_LIVE_CSRF", "no token", instead("/auth/csrf", { headers: json, body: "{}" })),
  fault(
    "AUTH_D_LIVE_CSRF_COOKIE",
    "a cache without Set-Cookie",
    changing("/auth/csrf", (given) => void (given.cookies = [])),
  ),
  fault("AUTH_D_LIVE_CSRF_LOST", "a proxy that drops Cookie", {
    request: ({ headers }) => void delete headers["cookie"],
  }),
  fault("AUTH_D_LIVE_CSRF_REFUSED", "a proxy that rewrites Origin", {
    request: (sent) =>
      void (isSignIn(sent) && sent.headers["origin"] && (sent.headers["origin"] = "https://other.example")),
  }),
  fault(
    "AUTH_D_LIVE_COOKIE_SECURE",
    "Secure over http",
    cookie((line) => `${line}; Secure`),
  ),
  fault(
    "AUTH_D_LIVE_COOKIE_HTTPONLY",
    "no HttpOnly",
    cookie((line) => line.replace(/; HttpOnly/i, "")),
  ),
  fault(
    "AUTH_D_LIVE_COOKIE_SAMESITE",
    "SameSite=None over http",
    cookie((line) => line.replace(/SameSite=Lax/i, "SameSite=None")),
  ),
  fault(
    "AUTH_D_LIVE_COOKIE_SAMESITE",
    "a strict state",
    changing(
      "/auth/signin/github",
      (given) =>
        void (given.cookies = given.cookies.map((line) => line.replace(/SameSite=Lax/i, "SameSite=Strict"))),
      "POST",
    ),
  ),
  fault(
    "AUTH_D_LIVE_COOKIE_PREFIX",
    "__Host- without Secure",
    cookie((line) => `__Host-${line}`),
  ),
  fault(
    "AUTH_D_LIVE_COOKIE_DOMAIN",
    "another domain",
    cookie((line) => `${line}; Domain=other.example`),
  ),
  fault(
    "AUTH_D_LIVE_COOKIE_DOMAIN",
    "another path",
    cookie((line) => line.replace(/Path=\//i, "Path=/shop")),
  ),
  fault(
    "AUTH_D_LIVE_COOKIE_SIZE",
    "8 kB of cookies",
    changing(
      "/auth/callback/github",
      (given) =>
        void given.cookies.push(
          ...["a", "b"].map((name) => `${name}=${"x".repeat(3700)}; Path=/; HttpOnly; SameSite=Lax`),
        ),
    ),
  ),
  fault(
    "AUTH_D_LIVE_CACHED",
    "a public session",
    changing("/auth/session", (given) => void (given.headers["cache-control"] = "public, max-age=60")),
  ),
  fault(
    "AUTH_D_LIVE_CACHED",
    "a session out of a cache",
    changing("/auth/session", (given) => void (given.headers["x-cache"] = "HIT")),
  ),
  fault(
    "AUTH_D_LIVE_CACHED",
    "a session without Cache-Control",
    changing("/auth/session", (given) => void delete given.headers["cache-control"]),
  ),
  fault(
    "AUTH_D_LIVE_SIGNIN_PAGE",
    "no sign-in page",
    instead("/auth/signin", { status: 302, headers: { location: "/login" } }),
  ),
  ...[
    ["a second policy without the page's nonce", "default-src 'self'"],
    ["a second policy for styles", "style-src 'unsafe-inline' 'nonce-other'"],
    ["a second policy for scripts", "script-src 'strict-dynamic'; style-src 'unsafe-inline'"],
    ["a second policy with form-action 'self'", "form-action 'self'"],
    ["a second policy with other providers", "form-action 'self' https://github.com *.google.com"],
    ["a second policy without any form", "form-action 'none'"],
  ].map(([what = "", policy = ""]) => fault("AUTH_D_LIVE_POLICY", what, withPolicy(policy))),
  fault(
    "AUTH_D_LIVE_NO_POLICY",
    "a proxy that strips the policy",
    changing("/auth/signin", ({ headers }) => void delete headers["content-security-policy"]),
  ),
  fault(
    "AUTH_D_LIVE_BODY",
    "a body that never comes",
    { request: (sent) => (isSignIn(sent) ? "hang" : undefined) },
    400,
  ),
  fault("AUTH_D_LIVE_BODY", "a form without its fields", {
    request: (sent) =>
      void (isSignIn(sent) && /urlencoded/.test(sent.headers["content-type"] ?? "") && (sent.body = "")),
  }),
  fault(
    "AUTH_D_LIVE_BODY",
    "a form that is refused",
    instead("/auth/signin/github", { status: 400, body: '"Bad request."' }, "POST"),
  ),
  fault(
    "AUTH_D_LIVE_THROTTLED",
    "too many attempts",
    instead("/auth/signin/github", { status: 429 }, "POST"),
  ),
  fault(
    "AUTH_D_LIVE_START",
    "a provider that cannot be asked",
    instead(
      "/auth/signin/github",
      { status: 302, headers: { location: "/auth/error?error=Configuration" } },
      "POST",
    ),
  ),
  fault("AUTH_D_LIVE_AUTHORIZATION", "no redirect", instead("/auth/signin/github", { body: "ok" }, "POST")),
  fault(
    "AUTH_D_LIVE_CLIENT_ID",
    "no client id",
    location((url) => url.searchParams.set("client_id", "")),
  ),
  fault(
    "AUTH_D_LIVE_REDIRECT_URI",
    "an inner address",
    location((url) => url.searchParams.set("redirect_uri", "http://10.0.0.7:3000/auth/callback/github")),
  ),
  fault(
    "AUTH_D_LIVE_REDIRECT_URI",
    "https in place of http",
    location((url) =>
      url.searchParams.set(
        "redirect_uri",
        (url.searchParams.get("redirect_uri") ?? "").replace("http:", "https:"),
      ),
    ),
  ),
  fault(
    "AUTH_D_LIVE_CHECKS",
    "no state and no PKCE",
    location((url) => ["state", "code_challenge", "nonce"].forEach((name) => url.searchParams.delete(name))),
  ),
  fault(
    "AUTH_D_LIVE_CHECK_COOKIE",
    "redirects without Set-Cookie",
    changing("/auth/signin/github", (given) => void (given.cookies = []), "POST"),
  ),
  fault(
    "AUTH_D_LIVE_PROVIDER",
    "a request that the provider refuses",
    location((url) => url.searchParams.delete("response_type")),
  ),
  fault("AUTH_D_LIVE_CALLBACK", "a callback without its cookies", {
    request: (sent) => void (isCallback(sent) && delete sent.headers["cookie"]),
  }),
  fault("AUTH_D_LIVE_CALLBACK", "a code that was spent", {
    request: (sent) =>
      isCallback(sent)
        ? { status: 302, headers: { location: "/auth/signin?error=OAuthCallbackError" } }
        : undefined,
  }),
  fault(
    "AUTH_D_LIVE_SESSION_COOKIE",
    "a callback without Set-Cookie",
    changing("/auth/callback/github", (given) => void (given.cookies = [])),
  ),
  fault("AUTH_D_LIVE_SESSION_NULL", "a session that cannot be opened", {
    request: (sent) =>
      void (
        at(sent, "/auth/session") &&
        /session-token/.test(sent.headers["cookie"] ?? "") &&
        delete sent.headers["cookie"]
      ),
  }),
  fault(
    "AUTH_D_LIVE_SIGNOUT",
    "a sign-out that does not arrive",
    instead("/auth/signout", { status: 302, headers: { location: "/" } }, "POST"),
  ),
];
