import { fail } from "@sveltejs/kit";
import { counted, vote } from "$lib/server/poll";
import type { Actions, PageServerLoad } from "./$types";

export const load: PageServerLoad = () => ({ choices: counted() });

export const actions: Actions = {
  default: async ({ locals, request }) => {
    const { user } = await locals.auth.require();
    const choice = (await request.formData()).get("choice");
    if (!vote(user.id, String(choice))) return fail(400, { message: "Choose one of the three" });
  },
};
