/** Notes about sessions that a stranger may have begun. They come with sign-in by mail: an app without it loads nothing. */
import type { CookieChange } from "../http/cookies.js";
import type { FlowContext } from "../types/flow.js";

/** What tells of such sessions; undefined: no configured provider begins any. */
export const notesOf = async ({ resolved }: FlowContext) => resolved.providers("email")[0]?.flows?.();

/** What the button of the page that asks before an account is added does: the session is the person's own. */
export const noteEnd = async (context: FlowContext): Promise<readonly CookieChange[]> =>
  (await notesOf(context))?.clearNote(context) ?? [];
