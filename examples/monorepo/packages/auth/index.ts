import type { AuthConfig } from "authwright";

/** What all apps say alike, since they read one session: who is in it, and how long it lasts. */
export const shared = {
  session: { maxAge: 8 * 60 * 60 },
  callbacks: {
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
  },
} satisfies Partial<AuthConfig>;
