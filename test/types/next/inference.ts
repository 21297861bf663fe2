/** Without any `declare module`: what the callbacks return is what `auth()` gives. */
import type { Session } from "authwright";
import { getSession, type MiddlewareAuthConfig } from "authwright/express";
import { FrameworkAuth } from "authwright/next";
import GitHub from "authwright/providers/github";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(proof: Equal<A, B>): void => void proof;

const { auth } = FrameworkAuth({
  providers: [GitHub],
  callbacks: {
    jwt: ({ token, user }) => ({ ...token, role: user ? ("admin" as const) : ("guest" as const) }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
});
export async function page(): Promise<"admin" | "guest" | undefined> {
  const session = await auth();
  same<NonNullable<typeof session>["role"], "admin" | "guest">(true);
  same<NonNullable<typeof session>["expires"], string>(true);
  // @ts-expect-error the store's session token is not for pages
  void session?.sessionToken;
  return session?.role;
}
export const route = auth((request) =>
  Response.json(request.auth?.role satisfies "admin" | "guest" | undefined),
);

const plain = FrameworkAuth({ providers: [GitHub] });
export async function plainPage(): Promise<Session | null> {
  const session = await plain.auth();
  same<typeof session, Session | null>(true);
  return session;
}

const lazy = FrameworkAuth(async () => ({
  providers: [GitHub],
  callbacks: { session: ({ session }) => ({ ...session, team: "core" }) },
}));
export const team = async (): Promise<string | undefined> => (await lazy.auth())?.team;

const express = {
  providers: [GitHub],
  callbacks: { session: ({ session }: { session: Session }) => ({ ...session, plan: "free" as const }) },
} satisfies MiddlewareAuthConfig;
export const plan = async (): Promise<"free" | undefined> =>
  (await getSession({ headers: {} } as never, express))?.plan;
