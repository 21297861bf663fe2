import { shared } from "@desk/auth";
import { FrameworkAuth } from "authwright/next";
import GitHub from "authwright/providers/github";

export const { handlers, auth, signIn, signOut } = FrameworkAuth({
  ...shared,
  providers: [GitHub],
  // The built-in pages, such as /sign-in, at addresses of the app. Without the option: below /api/auth.
  pageAddresses: true,
  callbacks: {
    ...shared.callbacks,
    // Asked for the paths in the matcher of proxy.ts.
    authorized: ({ auth: session }) => Boolean(session?.user),
  },
});
