/** The user of the session, and the proof that it is them: the current password. */
import { throttleOf } from "../../flows/tries.js";
import { clientAddressOf } from "../../security/client-address.js";
import { assertMayChange as assertChange } from "../accounts/authenticators.js";
import type { AdapterUser } from "../../types/adapter.js";
import { urlOf } from "./answers.js";
import { spellingsOf } from "./new-password.js";
import type { PasswordCall } from "./options.js";
import { findPassword, type PasswordRow } from "./password-rows.js";
import { isRight } from "./sign-in.js";

/** The stored user who is signed in; null: nobody. */
export async function signedInUser({ context }: PasswordCall): Promise<AdapterUser | null> {
  if (context.cookieHeader === null) return null;
  return (await context.sessions.current(context))?.user ?? null;
}

/**
 * Asks before password or address are changed in the session of their user.
 *
 * @param path of the page to come back to
 * @throws ChangeRefused when the sign-in was too long ago, or a factor has to be shown
 */
export const assertMayChange = (call: PasswordCall, { id }: AdapterUser, path: `/${string}`): Promise<void> =>
  assertChange(call.context, { userId: String(id) }, urlOf(call, path));

class WrongPassword extends Error {}

/**
 * The password row of a user who has typed the right one. Wrong ones count, for the user and for the client.
 *
 * @returns undefined: it was wrong, or the user has none
 * @throws TooManyAttempts
 */
export async function proveCurrent(
  call: PasswordCall,
  user: AdapterUser,
  given: unknown,
): Promise<PasswordRow | undefined> {
  const { context, own } = call;
  const who = {
    provider: "plugin:password",
    identifiers: [user.id],
    clientAddress: clientAddressOf(context),
  };
  const check = async () => {
    const row = await findPassword(own, { userId: user.id });
    if (await isRight(call, spellingsOf(given), row?.hash)) return row;
    throw new WrongPassword();
  };
  try {
    return await throttleOf(context.resolved).attempt(who, check, (error) => error instanceof WrongPassword);
  } catch (thrown) {
    if (thrown instanceof WrongPassword) return undefined;
    throw thrown;
  }
}
