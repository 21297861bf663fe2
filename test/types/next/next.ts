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
