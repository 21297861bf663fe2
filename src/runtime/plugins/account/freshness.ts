/** Has the user of a session signed in just now? Deletion and changes of what opens the account ask for it. */
import type { SessionContext } from "../../types/resolved-config.js";
import type { PluginScope } from "../plugin.js";
import { AccountError } from "../account-error.js";
import { signedInAt, signedInUser, type SignedInUser } from "./user.js";

const isRecent = (date: Date | undefined, seconds: number): boolean =>
  date !== undefined && date.valueOf() >= Date.now() - seconds * 1000;

/** Was the sign-in of this session within so many seconds? */
export const isFresh = async (asking: SignedInUser, seconds: number): Promise<boolean> =>
  isRecent(await signedInAt(asking), seconds);

/** The same for whoever has the session: also a user of `authorize()` who is in no table. */
export async function isFreshSession(
  own: PluginScope,
  context: SessionContext,
  seconds: number,
): Promise<boolean> {
  try {
    return await isFresh(await signedInUser(context, own), seconds);
  } catch (thrown) {
    if (!(thrown instanceof AccountError)) throw thrown;
    const { sessions, strategy } = context.resolved;
    // With this strategy it is the token.
    const token = strategy === "jwt" ? await sessions.shown(context) : null;
    const signedIn = token?.["auth_time"];
    return typeof signedIn === "number" && isRecent(new Date(signedIn * 1000), seconds);
  }
}
