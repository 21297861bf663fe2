/** As public.ts, for the door that needs the declarations of Next.js. */
import type { Session } from "authwright";
import { FrameworkAuth, type FrameworkAuthConfig } from "authwright/next";
import GitHub from "authwright/providers/github";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(proof: Equal<A, B>): void => void proof;

// FrameworkAuth: eager and lazy, every overload of auth().
const next: FrameworkAuthConfig = {
  providers: [GitHub],
  callbacks: { authorized: ({ auth }) => Boolean(auth?.user) },
};
export const { handlers, auth, signIn, signOut, update, unstable_update } = FrameworkAuth(next);
export const lazy = FrameworkAuth(async (request) => ({ ...next, debug: request !== undefined }));
// CL-04: as configurations of next-auth 5 are written.
export const byRequest = FrameworkAuth((request) => ({
  ...next,
  debug: request?.nextUrl.pathname === "/debug" || request?.headers.get("x-debug") === "1",
}));
// What is known of the user in the callbacks.
export const known = FrameworkAuth({
  ...next,
  callbacks: {
    session({ session, token }) {
      if (token.sub) session.user.id = token.sub;
      return session;
    },
  },
});
export const { GET, POST } = handlers;
export async function page(): Promise<string | null | undefined> {
  const current = await auth();
  same<typeof current, Session | null>(true);
  return current?.user?.name;
}
export const route = auth((request) => Response.json({ user: request.auth?.user ?? null }));
export async function act(form: FormData): Promise<void> {
  "use server";
  await signIn("credentials", form);
  await signIn("github", { redirectTo: "/home" }, { scope: "read:user" });
  const url: string = await signOut({ redirect: false });
  await signOut({ redirectTo: url });
  const changed: Session | null = await update({ user: { name: "New" } });
  void (changed ?? (await unstable_update({})));
}
