/** When the user of a session signed in: its token tells, or the row of a plugin that watches sessions. */
import type { ResolvedConfig, SessionRead } from "../types/resolved-config.js";
import { hostOf, pluginsOf, scopeOf } from "./scope.js";
import { sessionIdOf } from "./session-ids.js";
import { beganAt } from "./session-states.js";
import { sessionInfo } from "./session-tables.js";

/** @returns undefined: nothing tells, so that the session must not count as young */
export async function signInTimeOf(
  resolved: ResolvedConfig,
  { token, user, adapterSession }: SessionRead,
): Promise<Date | undefined> {
  const claimed = token?.["auth_time"];
  if (typeof claimed === "number") return new Date(claimed * 1000);
  const plugin = pluginsOf(resolved.config).find(({ tables = [] }) =>
    tables.some(({ name }) => name === sessionInfo.name),
  );
  if (plugin === undefined || user === undefined || adapterSession === undefined) return undefined;
  const own = scopeOf(plugin, resolved);
  try {
    const id = await sessionIdOf(own, adapterSession.sessionToken);
    const row = await own.records(sessionInfo).find({ id });
    return row?.["userId"] === String(user.id) ? (beganAt(row) ?? undefined) : undefined;
  } catch (thrown) {
    if (!hostOf(resolved).isOff(plugin, resolved.logger, thrown)) throw thrown;
    return undefined;
  }
}
