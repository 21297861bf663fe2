import { FrameworkAuth } from "authwright/next";
import Google from "authwright/providers/google";
import Nodemailer from "authwright/providers/nodemailer";
import { authStore } from "@/auth-store";
import { organizations } from "authwright/plugins/organizations";
import { roles } from "@/organizations";
import { admin } from "authwright/plugins/admin";

export const { handlers, auth, signIn, signOut } = FrameworkAuth({
  adapter: authStore,
  plugins: [organizations({ roles, create: "everybody" }), admin()],
  providers: [Google, Nodemailer({ confirm: true, code: true })],
  theme: { name: "Teams" },
  // The built-in pages, such as /sign-in, at addresses of the app. Without the option: below /api/auth.
  pageAddresses: true,
  callbacks: {
    // Asked for the paths in the matcher of proxy.ts.
    authorized: ({ auth: session }) => Boolean(session?.user),
  },
});
