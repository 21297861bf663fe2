import { askPlugins } from "../host/ask-plugins.js";
import { endAllSessions } from "../sessions/end-all-sessions.js";
import type { PasswordCall } from "./options.js";

/** What a user has proven with the password or the address of before is over, in every process and with every plugin. */
export async function endWithPassword({ context, own }: PasswordCall, userId: string): Promise<void> {
  const { resolved } = context;
  await endAllSessions(resolved, own, userId);
  await askPlugins(resolved, (plugin, theirs) => plugin.credentialsChanged?.(theirs, userId));
}
