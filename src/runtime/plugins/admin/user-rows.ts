/** What the plugin does with its rows when something becomes of a user. */
import type { PluginScope } from "../host/plugin.js";
import { grantOf, revokeGrant } from "./grants.js";
import { banTable, grantTable } from "./tables.js";

/** A grant of before the address was proven may be a stranger's, and ends like their sessions do. */
export async function forgetGrant(own: PluginScope, userId: string): Promise<void> {
  await revokeGrant(own.records(grantTable), userId);
}

/** The user is about to be deleted. Who has acted for whom stays for its 400 days. */
export async function forgetAdmin(own: PluginScope, userId: string): Promise<void> {
  await forgetGrant(own, userId);
  await own.records(banTable).consume({ userId });
}

/** For the user to download. Who is banned cannot sign in, so that nothing of a ban is here. */
export async function exportAdmin(
  own: PluginScope,
  userId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const grant = await grantOf(own, userId);
  return { administratorSince: grant?.createdAt.toISOString() ?? null };
}
