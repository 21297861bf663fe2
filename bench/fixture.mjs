/** The same configuration, tokens and cookies for every contender. */
export const secret = "bench-secret-bench-secret-bench-secret-00";
export const origin = "http://localhost:3000";
export const sessionCookie = "authjs.session-token";
export const claims = {
  name: "Alice Example",
  email: "alice@example.com",
  picture: "https://img.example.com/a.png",
  sub: "7",
};

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
