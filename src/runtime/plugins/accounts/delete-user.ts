/** The end of a user: for plugins that have `sessionTables`. */
import type { AdapterUser } from "../../types/adapter.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { askPlugins } from "../host/ask-plugins.js";
import type { PluginScope } from "../host/plugin.js";
import { endAllSessions } from "../sessions/end-all-sessions.js";
import { letEpochExpire } from "../sessions/session-states.js";

/** Rows of all plugins, then the user with accounts, sessions and passkeys. Tokens that are left open nothing. */
export async function deleteUser(resolved: ResolvedConfig, own: PluginScope, userId: string): Promise<void> {
  const address = (await resolved.adapter?.getUser(userId))?.email ?? null;
  await endAllSessions(resolved, own, userId);
  await askPlugins(resolved, (plugin, theirs) => plugin.forgetUser?.(theirs, userId, address, resolved));
  // The number of ended sessions stays as long as there may be tokens: they would be good again without it.
  await letEpochExpire(resolved, own, userId);
  await resolved.adapter?.deleteUser(userId);
  // A sign-in may have ended meanwhile: nobody has its session now.
  await endAllSessions(resolved, own, userId);
  own.record({ action: "user.deleted", userId });
}

/** Before anything is deleted: the app's own code deletes what it keeps. What it throws keeps the user. */
export async function forgetInApp(resolved: ResolvedConfig, user: AdapterUser): Promise<void> {
  await askPlugins(resolved, (plugin) => plugin.beforeForget?.(user));
}
