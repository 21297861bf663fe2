/** Declaration merging, as existing applications do it. */
import type { AuthConfig, Session } from "authwright";
import type { JWT } from "authwright/jwt";

declare module "authwright" {
  interface Session {
    team: string;
  }
  interface User {
    role?: "admin" | "member";
  }
}
declare module "authwright/jwt" {
  interface JWT {
    team?: string;
  }
}

export const config: Partial<AuthConfig> = {
  callbacks: {
    jwt: ({ token, user }) => {
      const role: "admin" | "member" | undefined = user?.role;
      token.team = role === "admin" ? "core" : "all";
      return token;
    },
    session: ({ session, token }) => ({ ...session, team: token.team ?? "" }),
  },
};
export const team = (session: Session, token: JWT): string | undefined => session.team || token.team;
