/** The end of a user: now, or after days in which a sign-in takes it back. */
import { toError } from "../../errors/index.js";
import { resolveConfigWithEnv } from "../../settings/resolve-config.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { Awaitable } from "../../types/entities.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { deleteUser } from "../accounts/delete-user.js";
import { assertMayForget } from "../accounts/may-forget.js";
import { hasFactor } from "../sign-in/factor-on-form.js";
import { deleteRows } from "../host/delete-rows.js";
import { endAllSessions } from "../sessions/end-all-sessions.js";
import type { PluginScope } from "../host/plugin.js";
import { pluginsOf, scopeOf } from "../host/scope.js";
import { sessionInfo } from "../sessions/session-tables.js";

import { accountChanges, accountDeletions, passkeyNames } from "./tables.js";
import { forgetPlaces } from "./session-places.js";
import { forgetUses } from "./uses.js";

/** Called with the user before the rows go. What it throws keeps the user. */
export type OnDelete = (deleted: { readonly user: AdapterUser }) => Awaitable<void>;

export const dayMs = 24 * 3_600_000;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Rows of this plugin. */
export async function forgetAccount(own: PluginScope, userId: string): Promise<void> {
  for (const table of [accountChanges, accountDeletions, sessionInfo, passkeyNames])
    await deleteRows(own, table, { userId });
  await forgetUses(own, userId);
  await forgetPlaces(own, userId);
}

/** The address is proven: sessions, names of passkeys and a planned deletion of before may be a stranger's. */
export async function forgetUnproven(
  own: PluginScope,
  userId: string,
  resolved: ResolvedConfig,
): Promise<void> {
  await endAllSessions(resolved, own, userId);
  await keepUser(own, userId);
  await deleteRows(own, passkeyNames, { userId });
  await forgetUses(own, userId);
  await forgetPlaces(own, userId);
}

/** What takes a planned deletion back: any sign-in, or one in which the second factor was shown. */
type TakenBackBy = "sign-in" | "factor";

/** Plans that the factor alone takes back stand beside the others of their day. */
const dayKeys = (date: Date): Readonly<Record<TakenBackBy, string>> => ({
  "sign-in": dayOf(date),
  factor: `${dayOf(date)} factor`,
});

/** The user is gone for the app, and for good after so many days. */
export async function planDeletion(
  resolved: ResolvedConfig,
  own: PluginScope,
  {
    userId,
    days,
    takenBackBy = "sign-in",
  }: { readonly userId: string; readonly days: number; readonly takenBackBy?: TakenBackBy },
): Promise<void> {
  const deleteAt = new Date(Date.now() + days * dayMs);
  const row = { day: dayKeys(deleteAt)[takenBackBy], deleteAt };
  const records = own.records(accountDeletions);
  if ((await records.insert({ userId, ...row })) === "taken") await records.update({ userId }, {}, row);
  own.record({ action: "deletion.planned", userId, at: deleteAt });
  await endAllSessions(resolved, own, userId);
}

/** The plan is taken back, whatever it asks for. */
export async function keepUser(own: PluginScope, userId: string): Promise<void> {
  if (await isLeaving(own, userId)) await withdraw(own, userId);
}

/** Is the user gone for the app, until the plan is taken back or carried out? */
export const isLeaving = async (own: PluginScope, userId: string): Promise<boolean> =>
  (await own.records(accountDeletions).find({ userId })) !== undefined;

/** A sign-in takes the plan back, but where that takes the factor of a user who has one. */
export async function keepSignedIn(
  resolved: ResolvedConfig,
  own: PluginScope,
  userId: string,
): Promise<void> {
  const plan = await own.records(accountDeletions).find({ userId });
  if (plan === undefined) return;
  const needsFactor = String(plan["day"]).endsWith(" factor");
  if (needsFactor && (await hasFactor(resolved, userId))) return;
  await withdraw(own, userId);
}

async function withdraw(own: PluginScope, userId: string): Promise<void> {
  const plan = await own.records(accountDeletions).consume({ userId });
  if (plan !== undefined) own.record({ action: "deletion.withdrawn", userId });
}

const mostPerDay = 1000;
/** How long the job may not have run. */
const daysBack = 60;

/** @returns how many users were deleted */
export async function deleteDue(config: AnyAuthConfig, onDelete: OnDelete | undefined): Promise<number> {
  const resolved = resolveConfigWithEnv(config);
  const plugin = pluginsOf(config).find(({ id }) => id === "account");
  if (plugin === undefined) throw new TypeError('The configuration has no plugin "account"');
  const own = scopeOf(plugin, resolved);
  const records = own.records(accountDeletions);
  let deleted = 0;
  for (let back = daysBack; back >= 0; back -= 1) {
    const { factor, "sign-in": signIn } = dayKeys(new Date(Date.now() - back * dayMs));
    const plans = [
      ...(await records.list({ day: signIn }, { limit: mostPerDay })),
      ...(await records.list({ day: factor }, { limit: mostPerDay })),
    ];
    for (const { userId, deleteAt } of plans) {
      if (!(deleteAt instanceof Date) || deleteAt.valueOf() > Date.now()) continue;
      // Of several jobs one gets the row; a sign-in that came first has it already.
      const plan = await records.consume({ userId: String(userId) });
      if (plan === undefined) continue;
      try {
        const user = await resolved.adapter?.getUser(String(userId));
        if (user === null || user === undefined) continue;
        await assertMayForget(resolved, String(userId), "due");
        await onDelete?.({ user });
        await deleteUser(resolved, own, String(userId));
        deleted += 1;
      } catch (thrown) {
        await records.insert(plan);
        resolved.logger.error(toError(thrown));
      }
    }
  }
  return deleted;
}
