import type { Actions, PageServerLoad } from "./$types";
import { auth } from "$lib/server/auth";

/** An example of a guarded page. */
export const load: PageServerLoad = async ({ locals }) => {
  const { user } = await locals.auth.require();
  // The browser gets these two, and nothing else of the session.
  return { name: user?.name, email: user?.email };
};

export const actions: Actions = { signOut: auth.signOut };
