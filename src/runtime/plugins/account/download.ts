/** What is kept of a user, for the user: without secrets. */
import { visible } from "../../sessions/visible.js";
import { askPlugins } from "../ask-plugins.js";
import { listAccounts } from "./accounts.js";
import { listPasskeys } from "./passkeys.js";
import { listSessions } from "./sessions.js";
import type { SignedInUser } from "./user.js";

/** As the JSON API and the page have it. */
export async function overviewOf(asking: SignedInUser) {
  const { user } = asking;
  const { id, name = null, email = null, image = null } = user;
  const [accounts, passkeys, sessions] = await Promise.all([
    listAccounts(asking),
    listPasskeys(asking),
    listSessions(asking),
  ]);
  return { user: { id, name, email, image }, accounts, passkeys, sessions };
}

/** That, columns of the app's own in the user's row, and what plugins keep. */
export async function exportOf(asking: SignedInUser): Promise<Readonly<Record<string, unknown>>> {
  const { resolved, user, userId } = asking;
  const overview = await overviewOf(asking);
  const kept = await askPlugins(resolved, (plugin, own) => plugin.exportUser?.(own, userId));
  const plugins = Object.fromEntries(kept);
  return { ...overview, user: visible({ ...user }, { user, tokens: [] }), plugins };
}
