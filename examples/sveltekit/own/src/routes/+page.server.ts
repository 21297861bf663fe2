import { fail } from "@sveltejs/kit";
import { counted, vote } from "$lib/server/poll";
import type { Actions, PageServerLoad } from "./$types";

export const load: PageServerLoad = () => ({ choices: counted() });

export const actions: Actions = {
  default: async ({ request }) => {
    const voter = "somebody";
    const choice = (await request.formData()).get("choice");
    if (!vote(voter, String(choice))) return fail(400, { message: "Choose one of the three" });
  },
};
