/** With `notify` the user gets a mail when somebody begins to act for them. */
import { AuthError, toError } from "../../../errors/index.js";
import { pageUrl } from "../../../security/page-url.js";
import { countChange } from "../../accounts/change-count.js";
import { asTooMany } from "../admin-error.js";
import type { ChangedUser } from "../banning.js";
import { sendAdminMail } from "../mails.js";
import type { Act } from "./acts.js";
import { impersonatorOf } from "./shown-session.js";

/**
 * Begins, and tells the user of it. The mail is never held back, so beginnings are counted as other changes are that are
 * told by mail. A mail that cannot be sent keeps nobody from it: the log says so, and the account page names who acts.
 *
 * @throws AdminError `too-many`; then nothing has begun
 */
export async function telling<Begun extends { readonly act: Act }>(
  changed: ChangedUser,
  minutes: number,
  begin: () => Promise<Begun>,
): Promise<Begun> {
  const { settings, context, adminId, user } = changed;
  if (!settings.notify) return begin();
  const begun = await asTooMany(countChange(context, adminId, begin));
  if (user.email) await mail(changed, begun.act, minutes);
  return begun;
}

async function mail(changed: ChangedUser, { id, adminId }: Act, minutes: number): Promise<void> {
  const { admin, user, context } = changed;
  const values = { admin: impersonatorOf(admin).name ?? adminId, minutes: String(minutes) };
  const url = (place: Parameters<typeof pageUrl>[0]) =>
    pageUrl(place, "/impersonation/:id").replace(":id", id);
  try {
    await sendAdminMail(changed, "impersonationBegun", { to: user.email, url, values });
  } catch (thrown) {
    const cause = { err: toError(thrown) };
    context.resolved.logger.error(new AuthError("A mail of the plugin admin was not sent", { cause }));
  }
}
