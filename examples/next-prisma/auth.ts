import { FrameworkAuth } from "authwright/next";
import Nodemailer from "authwright/providers/nodemailer";
import { authStore } from "@/auth-store";
import { password } from "authwright/plugins/password";
import { twoFactor } from "authwright/plugins/two-factor";
import { account } from "authwright/plugins/account";

export const { handlers, auth, signIn, signOut } = FrameworkAuth({
  adapter: authStore,
  plugins: [password(), twoFactor(), account()],
  providers: [Nodemailer({ signIn: false })],
  theme: { name: "Expenses" },
  // The built-in pages, such as /sign-in, at addresses of the app. Without the option: below /api/auth.
  pageAddresses: true,
  callbacks: {
    // Expenses are found by this id.
    session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }),
    // Asked for the paths in the matcher of proxy.ts.
    authorized: ({ auth: session }) => Boolean(session?.user),
  },
});
