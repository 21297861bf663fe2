/** Notes about sessions that a stranger may have begun. They come with sign-in by mail: an app without it loads nothing. */
import type { CookieChange } from "../http/cookies.js";
import type { FlowContext } from "../types/flow.js";

/** What tells of such sessions; undefined: no configured provider begins any. */
export const notesOf = async ({ resolved }: FlowContext) => resolved.providers("email")[0]?.flows?.();

/** The button of the page that asks before an account is added: it says that the session is the person's own. */
export const isAddition = async ({ request }: FlowContext): Promise<boolean> =>
  (await request.body())?.["add"] === "true";

/** Cookies of the answer to that button. */
export const noteEnd = async (context: FlowContext): Promise<readonly CookieChange[]> =>
  (await isAddition(context)) ? ((await notesOf(context))?.clearNote(context) ?? []) : [];
