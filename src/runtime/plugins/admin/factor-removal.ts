/**
 * An administrator, who has just shown their own, takes the second factor of a user off. Of a factor that its user has lost
 * and of one that somebody else wants to be rid of nobody here can tell: so the owner's mailbox has the last word.
 */
import { toError, AuthError } from "../../errors/index.js";
import { canMark, hasLastingMark, leaveLastingMark } from "../../security/marks.js";
import { pageOf } from "../../security/page-url.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { askPlugins } from "../host/ask-plugins.js";
import { endAllSessions } from "../sessions/end-all-sessions.js";
import { factorRemovedMark, movedMark, weekMs } from "./address.js";
import { AdminError } from "./admin-error.js";
import { changingUser, type ChangedUser } from "./banning.js";
import type { OfficeAsking } from "./call.js";
import { holdBack } from "./holds.js";
import { sendAdminMail } from "./mails.js";
import { reasonOf } from "./spelling.js";

/** Has the user a factor that somebody else can take off? */
export async function hasRemovableFactor(resolved: ResolvedConfig, userId: string): Promise<boolean> {
  const asked = await askPlugins(resolved, ({ factor }, own) =>
    factor?.remove === undefined ? undefined : factor.isSetUp?.(own, userId),
  );
  return [...asked.values()].includes(true);
}

/**
 * Nobody signs in from the row on that holds the user back; then the factor goes, and all that is open.
 *
 * @throws AdminError `unable` for a user without one; `too-soon` within seven days
 *   of another address; `invalid`, and what `changingUser` throws
 */
export async function removeFactor(
  asking: OfficeAsking,
  id: unknown,
  { reason: given }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changed = await changingUser(asking, id);
  const { context, own, user, userId, adminId: by } = changed;
  const { resolved } = context;
  const { adapter } = resolved;
  const reason = reasonOf(given);
  if (adapter === undefined || !canMark(resolved.config) || !(await hasRemovableFactor(resolved, userId)))
    throw new AdminError("unable", "The user has no second factor that could be taken off");
  await assertNotMoved(resolved, userId);
  await leaveLastingMark(adapter, factorRemovedMark(userId), weekMs);
  // A link to another address may have been pressed meanwhile.
  await assertNotMoved(resolved, userId);
  const until = await holdBack(own, resolved, { user, userId, reason, by });
  await askPlugins(resolved, (plugin, theirs) => plugin.factorRemoved?.(theirs, userId));
  await askPlugins(resolved, ({ factor }, theirs) => factor?.remove?.(theirs, userId));
  await endAllSessions(resolved, own, userId);
  own.record({ action: "factor.removed", userId });
  await own.record({ action: "user.factor-removed", userId, by, reason });
  await tell(changed, until);
}

async function assertNotMoved(resolved: ResolvedConfig, userId: string): Promise<void> {
  if (await hasLastingMark(resolved, movedMark(userId)))
    throw new AdminError("too-soon", "The address was changed less than seven days ago");
}

/** What goes wrong is in the log: the factor is gone. */
async function tell(changed: ChangedUser, until: Date | null): Promise<void> {
  const { email: to } = changed.user;
  if (!to) return;
  const more = until === null ? "mailFactorMore" : "mailFactorWait";
  await sendAdminMail(changed, "factorRemoved", { to, more, url: (place) => pageOf(place, "signIn") }).catch(
    (thrown: unknown) => {
      const cause = { err: toError(thrown) };
      changed.context.resolved.logger.error(
        new AuthError("The mail that tells of a factor that was removed was not sent", { cause }),
      );
    },
  );
}
