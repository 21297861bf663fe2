/** What the plugin does with its rows when something becomes of a user. */
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { accountsOf } from "../accounts/stored-accounts.js";
import type { PluginScope } from "../host/plugin.js";
import { banOf, endBan, outliveUser, provenAddress } from "./bans.js";
import { grantOf, revokeGrant } from "./grants.js";
import { forgetHold } from "./holds.js";
import { exportActs } from "./impersonation/by-user.js";
import { grantTable } from "./tables.js";

/** A grant of before the address was proven may be a stranger's, and ends like their sessions do. */
export async function forgetGrant(own: PluginScope, userId: string): Promise<void> {
  await revokeGrant(own.records(grantTable), userId);
}

/** The user is about to be deleted. A ban stays, by what they sign in with. Who has acted for whom stays for its 400 days. */
export async function forgetAdmin(
  own: PluginScope,
  userId: string,
  _address: string | null,
  resolved: ResolvedConfig,
): Promise<void> {
  await forgetGrant(own, userId);
  const ban = await banOf(own, userId);
  if (ban !== undefined) {
    const user = await resolved.adapter?.getUser(userId);
    const accounts = await accountsOf(resolved, userId);
    await outliveUser(own, resolved, ban, { address: user ? provenAddress(user) : null, accounts });
  }
  await endBan(own, userId);
  await forgetHold(own, userId);
}

/** For the user to download. Who is banned cannot sign in, so that nothing of a ban is here. */
export async function exportAdmin(
  own: PluginScope,
  userId: string,
  resolved: ResolvedConfig,
): Promise<Readonly<Record<string, unknown>>> {
  const grant = await grantOf(own, userId);
  return {
    administratorSince: grant?.createdAt.toISOString() ?? null,
    impersonations: await exportActs(own, userId, resolved),
  };
}
