/** The pages of the core that can have addresses of their own. The command line reads the table, too. */
export interface Page {
  /** Below the base path. One part may be a name: `/teams/:slug`. */
  readonly path: `/${string}`;
  /** The address that it has where none is given. It holds the same name once. */
  readonly standard: string;
}

export const pages: Readonly<Record<"signIn" | "signOut" | "error" | "verifyRequest", Page>> = {
  signIn: { path: "/signin", standard: "/sign-in" },
  signOut: { path: "/signout", standard: "/sign-out" },
  error: { path: "/error", standard: "/auth-error" },
  verifyRequest: { path: "/verify-request", standard: "/check-your-email" },
};
