/** What administrators do to users: bans, and the end of sessions. */
import { endAllSessions } from "../sessions/end-all-sessions.js";
import type { AdapterUser } from "../../types/adapter.js";
import { accountsOf } from "../accounts/stored-accounts.js";
import { AdminError } from "./admin-error.js";
import { type Ban, endBan, keepBan, outliveUser, provenAddress } from "./bans.js";
import { type AdminAsking, type OfficeAsking, changing } from "./call.js";
import { isAdministrator } from "./grants.js";
import { endActsFor } from "./impersonation/acts.js";
import { reasonOf, untilOf } from "./spelling.js";
import { findUser } from "./users.js";

type Fields = Readonly<Record<string, unknown>>;

/** A user whom the administrator may change. */
export interface ChangedUser extends AdminAsking {
  readonly user: AdapterUser;
  readonly userId: string;
}

/**
 * Everything that changes a user begins here.
 *
 * @throws AdminError with `administrator` for whoever has a grant, the asker too
 */
export async function changingUser(asking: OfficeAsking, id: unknown): Promise<ChangedUser> {
  const asker = await changing(asking);
  const user = await findUser(asker, id);
  const userId = String(user.id);
  if (await isAdministrator(asker.own, userId))
    throw new AdminError(
      "administrator",
      "The user is an administrator: the grant goes first, in the terminal",
    );
  return { ...asker, user, userId };
}

/**
 * The row first: nobody signs in from then on. Then everything that is open ends.
 *
 * @throws AdminError `invalid`, `not-found`, `administrator`, and what `changing` throws
 */
export async function banUser(asking: OfficeAsking, id: unknown, { reason, until }: Fields): Promise<void> {
  const changed = await changingUser(asking, id);
  const { own, context, userId, adminId: by } = changed;
  const ban = { reason: reasonOf(reason), expires: untilOf(until) };
  const accounts = await accountsOf(context.resolved, userId);
  await keepBan(own, userId, { ...ban, by });
  await endAllSessions(context.resolved, own, userId);
  await endActsFor(own, userId);
  await outliveLost(changed, ban, accounts);
  await own.record({ action: "user.banned", userId, by, reason: ban.reason, until: ban.expires });
}

/** Whoever deletes their account while they are banned may have done so before there was a row. */
async function outliveLost(
  { own, context: { resolved }, user, userId }: ChangedUser,
  ban: Ban,
  accounts: Awaited<ReturnType<typeof accountsOf>>,
): Promise<void> {
  if ((await resolved.adapter?.getUser(userId)) !== null) return;
  await outliveUser(own, resolved, ban, { address: provenAddress(user), accounts });
}

/** What the ban has ended stays ended. @throws AdminError with `not-found`, too, for whoever is not banned */
export async function unbanUser(asking: OfficeAsking, id: unknown): Promise<void> {
  const { own, userId, adminId: by } = await changingUser(asking, id);
  if (!(await endBan(own, userId))) throw new AdminError("not-found", "The user is not banned");
  await own.record({ action: "user.unbanned", userId, by });
}

export async function signOutUser(asking: OfficeAsking, id: unknown): Promise<void> {
  const { own, context, userId } = await changingUser(asking, id);
  await endAllSessions(context.resolved, own, userId);
}
