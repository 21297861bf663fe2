import { existsSync } from "node:fs";
import { createAuth } from "authwright/sveltekit";
import GitHub from "authwright/providers/github";

// For local work. Servers set these variables themselves.
if (existsSync(".env")) process.loadEnvFile(".env");

/** `auth.handle` answers the endpoints, and gives `event.locals.auth`: who is signed in, and the guard of load functions. */
export const auth = createAuth({
  providers: [GitHub],
  callbacks: {
    // Without a store an id is new at each sign-in. That of the provider stays: whoever comes back is the same voter.
    jwt: ({ token, account }) => ({ ...token, voter: String(account?.providerAccountId ?? token.voter) }),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.voter } }),
  },
  theme: { name: "Poll" },
  // The built-in pages, such as /sign-in, at addresses of the app. Without the option: below /auth.
  pageAddresses: true,
});
