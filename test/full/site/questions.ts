/** What newcomers ask, the words that they type, and the page that answers. */
export interface Question {
  readonly ask: string;
  readonly words: string;
  readonly page: string;
}

export const questions: readonly Question[] = [
  { ask: "How do I guard a page?", words: "protect page", page: "/guides/protect" },
  { ask: "How do I sign in with email and password?", words: "email password", page: "/plugins/password" },
  { ask: "Can people reset a password?", words: "reset password", page: "/plugins/password" },
  { ask: "How do I ask for a second factor?", words: "two factor", page: "/plugins/two-factor" },
  { ask: "Why UntrustedHost?", words: "UntrustedHost", page: "/guides/when-it-fails" },
  { ask: "What is my callback URL at Google?", words: "google callback url", page: "/providers/google" },
  { ask: "How do I use Prisma?", words: "prisma adapter", page: "/adapters/prisma" },
  { ask: "How do I use Drizzle?", words: "drizzle", page: "/adapters/drizzle" },
  {
    ask: "How do I put the user's id into the session?",
    words: "session user id",
    page: "/guides/session-data",
  },
  { ask: "How do I give people roles?", words: "roles admin", page: "/guides/roles" },
  { ask: "How do I move from next-auth 4?", words: "next-auth 4", page: "/migrate/next-auth-4" },
  { ask: "How do I move from NextAuth 5?", words: "next-auth 5", page: "/migrate/next-auth-5" },
  { ask: "How do I sign in while developing?", words: "auth dev simulate", page: "/dev" },
  { ask: "How do I deploy behind nginx?", words: "nginx", page: "/guides/deploy" },
  { ask: "How do I test routes that need a session?", words: "test signed-in", page: "/guides/testing" },
  { ask: "Does it work with SvelteKit?", words: "sveltekit", page: "/frameworks/sveltekit" },
  { ask: "How do I sign out everywhere?", words: "sign out everywhere", page: "/plugins/account" },
  { ask: "How do I use passkeys?", words: "passkeys", page: "/guides/passkeys" },
  { ask: "How do I change the looks of the sign-in page?", words: "theme logo pages", page: "/guides/pages" },
  { ask: "How do I take back what the command did?", words: "undo", page: "/cli/undo" },
];
