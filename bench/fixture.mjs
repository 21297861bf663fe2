/** The same configuration, tokens and cookies for every contender. */
import { createHash, randomBytes } from "node:crypto";

export const secret = "bench-secret-bench-secret-bench-secret-00";
export const origin = "http://localhost:3000";
export const sessionCookie = "authjs.session-token";
export const claims = {
  name: "Alice Example",
  email: "alice@example.com",
  picture: "https://img.example.com/a.png",
  sub: "7",
};

/** Value of the token for forms, which every form of this browser sends. */
export const csrfToken = randomBytes(32).toString("hex");
const csrfHash = createHash("sha256").update(`${csrfToken}${secret}`).digest("hex");
/** What a browser sends with every request, and the session cookie of one that is signed in. */
export const everyday = `authjs.callback-url=${encodeURIComponent(origin)}; authjs.csrf-token=${csrfToken}%7C${csrfHash}`;
export const signedIn = (value) => `${everyday}; ${sessionCookie}=${value}`;
export const signedInByChunks = (value) =>
  [everyday, ...value.match(/.{1,3936}/g).map((part, at) => `${sessionCookie}.${at}=${part}`)].join("; ");

/** The request of a password form. */
export const formRequest = () =>
  new Request(`${origin}/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: everyday, "content-type": "application/x-www-form-urlencoded" },
    body: `csrfToken=${csrfToken}&callbackUrl=${encodeURIComponent(origin)}`,
  });
export const authorize = () => ({ id: "7", name: "Alice" });

/** A small configuration that each library understands; `providers` is made by the contender. */
export const config = (providers) => ({
  secret,
  trustHost: true,
  basePath: "/auth",
  providers,
  callbacks: { jwt: ({ token }) => token, session: ({ session }) => session },
  logger: { error: (error) => process.stderr.write(`${error.stack}\n`), warn() {}, debug() {} },
});

export const oauthProvider = (id) => ({
  id,
  name: id,
  type: "oauth",
  clientId: "client",
  clientSecret: "client-secret",
  authorization: "https://idp.example.com/authorize",
  token: "https://idp.example.com/token",
  userinfo: "https://idp.example.com/userinfo",
  profile: (profile) => profile,
});

/** Runs through its values for ever, so that no cache of results is measured. */
export function rotate(values) {
  let at = 0;
  return () => values[(at = (at + 1) % values.length)];
}
