/** Without any `declare module`: what the callbacks return is what `auth()` gives. */
import type { Session, SessionOf } from "authwright";
import { createAuth as createExpress, getSession, type MiddlewareAuthConfig } from "authwright/express";
import { createAuth as createFastify } from "authwright/fastify";
import { createAuth as createHono } from "authwright/hono";
import { createAuth as createKoa } from "authwright/koa";
import { FrameworkAuth } from "authwright/next";
import { createAuth as createNode } from "authwright/node";
import GitHub from "authwright/providers/github";
import { useSession } from "authwright/react";
import { Hono } from "hono";

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

// The browser's part takes the type over from the server's.
same<SessionOf<typeof auth>["role"], "admin" | "guest">(true);
same<SessionOf<typeof plain.auth>, Session>(true);
export function badge(): string {
  const { data, status } = useSession<typeof auth>();
  same<NonNullable<typeof data>["role"], "admin" | "guest">(true);
  // @ts-expect-error no such member
  void data?.rolle;
  const { data: own } = useSession<typeof auth, true>({ required: true });
  same<NonNullable<typeof own>["role"], "admin" | "guest">(true);
  const { data: any } = useSession();
  same<typeof any, Session | null>(true);
  const { data: wanted } = useSession({ required: true });
  same<typeof wanted, Session | null>(true);
  return status === "authenticated" ? data.role : "";
}

const callbacks = {
  session: ({ session }: { session: Session }) => ({ ...session, plan: "free" as const }),
};
const servers = [
  createExpress({ providers: [GitHub], callbacks }),
  createFastify({ providers: [GitHub], callbacks }),
  createHono({ providers: [GitHub], callbacks }),
  createKoa({ providers: [GitHub], callbacks }),
  createNode({ providers: [GitHub], callbacks }),
] as const;
type PlanOf<At extends 0 | 1 | 2 | 3 | 4> = SessionOf<(typeof servers)[At]>["plan"];
same<[PlanOf<0>, PlanOf<1>, PlanOf<2>, PlanOf<3>, PlanOf<4>], ["free", "free", "free", "free", "free"]>(true);
export const hono = new Hono().get("/plan", servers[2].require(), (c) =>
  c.text(c.var.auth.plan satisfies "free"),
);
export const node = async (req: never): Promise<"free" | undefined> => (await servers[4].session(req))?.plan;

/** A path goes where a request is at hand: its guard knows nobody at other addresses. */
export const proxy = auth.require({ path: "/admin", role: "admin" }, (request) => {
  same<typeof request.auth, null | NonNullable<typeof request.auth>>(true);
});
// @ts-expect-error a server component does not know its path
export const component = () => auth.require({ path: "/admin" });
