/** What is kept of a user, for the user: without secrets. */
import type { AccountInfo } from "../../server-functions/plugin-functions.js";
import { visible } from "../../sessions/visible.js";
import { askOverview } from "../host/ask-overview.js";
import { askPlugins } from "../host/ask-plugins.js";
import { listAccounts } from "./accounts.js";
import { listPasskeys, withUse } from "./passkeys.js";
import type { ListSessions } from "./sessions.js";
import type { PluginScope } from "../host/plugin.js";
import type { SignedInUser } from "./user.js";
import { exportPlaces } from "./session-places.js";
import { exportUses, type UseOf, usesOf, type WayUse } from "./uses.js";

/** As the page has it; JSON adds what other plugins say. */
export async function overviewOf(asking: SignedInUser, listSessions: ListSessions) {
  const { user, own, userId } = asking;
  const { id, name = null, email = null, image = null, emailVerified = null } = user;
  const [accounts, passkeys, sessions, useOf] = await Promise.all([
    listAccounts(asking),
    listPasskeys(asking),
    listSessions(asking),
    usesOf(own, userId),
  ]);
  return {
    user: { id, name, email, image, isEmailConfirmed: emailVerified !== null },
    accounts: await accountsWithUse(accounts, useOf),
    passkeys: await withUse(passkeys, useOf),
    sessions,
  };
}

const accountsWithUse = (
  accounts: readonly AccountInfo[],
  useOf: UseOf,
): Promise<readonly (AccountInfo & WayUse)[]> =>
  Promise.all(accounts.map(async (account) => ({ ...account, ...(await useOf(account)) })));

/** As the JSON API has it. No plugin takes the place of a member of the page. */
export async function overviewAsData(asking: SignedInUser, listSessions: ListSessions) {
  const { resolved, userId } = asking;
  const [overview, others] = await Promise.all([
    overviewOf(asking, listSessions),
    askOverview(resolved, userId),
  ]);
  return { ...overview, ...others, ...overview };
}

/** What this plugin keeps beside it. */
export const exportKept = async (own: PluginScope, userId: string) => ({
  ...(await exportUses(own, userId)),
  ...(await exportPlaces(own, userId)),
});

/** The overview, columns of the app's own in the user's row, and what plugins keep. */
export async function exportOf(
  asking: SignedInUser,
  listSessions: ListSessions,
): Promise<Readonly<Record<string, unknown>>> {
  const { resolved, user, userId } = asking;
  const overview = await overviewAsData(asking, listSessions);
  const kept = await askPlugins(resolved, (plugin, own) => plugin.exportUser?.(own, userId, resolved));
  const plugins = Object.fromEntries(kept);
  return { ...overview, user: visible({ ...user }, { user, tokens: [] }), plugins };
}
