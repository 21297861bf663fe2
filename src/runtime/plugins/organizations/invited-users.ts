/**
 * Users whom a press on an invitation has made. The link may have been forwarded: until the owner of the mailbox proves
 * it once more, nothing is added to what opens the account. The proof ends the sessions of before, and the invitations that
 * were sent in them; memberships stay.
 */
import { OAuthAccountNotLinked } from "../../errors/index.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { ChangeQuestion, ChangeShortfall } from "../accounts/authenticator-change.js";
import type { PluginScope, PluginStep } from "../host/plugin.js";
import { endAllSessions } from "../sessions/end-all-sessions.js";
import { invitedTable } from "./tables.js";
import { endUnprovenInvitations } from "./user-rows.js";

export const markInvited = (own: PluginScope, userId: string): Promise<unknown> =>
  own.records(invitedTable).insert({ userId, createdAt: new Date() });

export const isInvited = async (own: PluginScope, userId: string): Promise<boolean> =>
  (await own.records(invitedTable).find({ userId })) !== undefined;

export async function endMark(own: PluginScope, userId: string): Promise<void> {
  await own.records(invitedTable).consume({ userId });
}

/** Sessions first: of a process that dies in between the next proof ends them. */
async function prove(resolved: ResolvedConfig, own: PluginScope, userId: string): Promise<void> {
  if (!(await isInvited(own, userId))) return;
  await endAllSessions(resolved, own, userId);
  await endUnprovenInvitations(own, userId);
  await endMark(own, userId);
}

/** Sessions end with a new password by themselves. */
export async function proveByPassword(own: PluginScope, userId: string): Promise<void> {
  if (!(await isInvited(own, userId))) return;
  await endUnprovenInvitations(own, userId);
  await endMark(own, userId);
}

/** The only way in is a mail, so a sign-in of just now is the proof. */
const signInSeconds = 600;

export const changeNeedsProof = async (
  own: PluginScope,
  { userId }: ChangeQuestion,
): Promise<ChangeShortfall | undefined> =>
  (await isInvited(own, userId)) ? { maxAge: signInSeconds } : undefined;

/**
 * A mail to the address, and a provider that vouches for it, are the proof; no other account joins before. It is not asked
 * again just before there is a session: the press itself would end its mark.
 */
export const invitedUserStep: PluginStep = {
  id: "organizations:invited",
  rank: "asks",
  async ask({ resolved }, { user, adds, vouches, account }, own) {
    const isByMail = resolved.providers("email").some(({ id }) => id === account.provider);
    if (user.id === undefined || !(isByMail || adds === "address")) return undefined;
    const userId = String(user.id);
    if (isByMail || vouches === true) await prove(resolved, own, userId);
    else if (await isInvited(own, userId))
      throw new OAuthAccountNotLinked("The owner of the address has yet to prove it by a mail", {
        cause: { provider: account.provider },
      });
    return undefined;
  },
};
