/**
 * What holds a user back once an administrator has taken the second factor off: no way signs in until a link that is mailed
 * to the proven address was followed. Where there can be none, no way does for a day. The rows stand beside those of bans,
 * under a key of their own.
 */
import type { AdapterUser } from "../../types/adapter.js";
import type { Account } from "../../types/entities.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { PluginScope } from "../host/plugin.js";
import { pluginsOf } from "../host/scope.js";
import { canMail } from "../mail/mail-to.js";
import { type Ban, banOf, endBan, keepBan, provenAddress } from "./bans.js";

type Own = Pick<PluginScope, "records">;

const dayMs = 86_400_000;
const keyOf = (userId: string): string => `f:${userId}`;

/** @returns with `expires` null: until a mailed link is followed; undefined: nothing holds the user back */
export const holdOf = (own: Own, userId: string): Promise<Ban | undefined> => banOf(own, keyOf(userId));

export const forgetHold = (own: Own, userId: string): Promise<boolean> => endBan(own, keyOf(userId));

/** @returns until when; null: until a mailed link is followed */
export async function holdBack(
  own: Own,
  resolved: ResolvedConfig,
  {
    user,
    userId,
    ...why
  }: { readonly user: AdapterUser; readonly userId: string } & Record<"reason" | "by", string>,
): Promise<Date | null> {
  const expires = canProve(resolved, user) ? null : new Date(Date.now() + dayMs);
  await keepBan(own, keyOf(userId), { ...why, expires });
  return expires;
}

/** Can a link be mailed to the proven address: one that signs in, or one to choose a password by? */
function canProve(resolved: ResolvedConfig, user: AdapterUser): boolean {
  if (provenAddress(user) === null) return false;
  const canReset = pluginsOf(resolved.config).some(({ helps }) => helps?.sendReset !== undefined);
  return resolved.providers("email").length > 0 || (canReset && canMail(resolved));
}

/** Was it proven by a mail to the address? */
const isByMail = (resolved: ResolvedConfig, { provider }: ProvenBy): boolean =>
  resolved.providers("email").some(({ id }) => id === provider);

type ProvenBy = Pick<Account, "provider">;

/** Is this way no way in now? */
export async function isHeldBack(
  own: Own,
  resolved: ResolvedConfig,
  { userId, account }: { readonly userId: string; readonly account: ProvenBy },
): Promise<boolean> {
  const hold = await holdOf(own, userId);
  return hold !== undefined && (hold.expires !== null || !isByMail(resolved, account));
}

/** The owner has followed a mailed link: the usual ways open. A day that has to pass has to pass. */
export async function endHold(own: Own, userId: string): Promise<void> {
  if ((await holdOf(own, userId))?.expires === null) await forgetHold(own, userId);
}
