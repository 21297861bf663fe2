/** Ends the sessions of a user everywhere: for plugins that have `sessionTables` and `watchSessions`. */
import type { StoreAdapter } from "../../adapters/adapter-over.js";
import { withDeadline } from "../../callbacks/events.js";
import type { AdapterSession } from "../../types/adapter.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { PluginScope } from "../host/plugin.js";
import { isReplaced, sessionIdOf } from "./session-ids.js";
import { countEpochUp, endOneSession, statesOf, type SessionKey } from "./session-states.js";
import { sessionInfo } from "./session-tables.js";

const deadlineMs = 10_000;
/** A sign-in that is under way may add one more. */
const mostRounds = 4;
/** Rows that say of a session that it is over; those behind them end by the number in their tokens. */
const mostRows = 1000;

/** Rows of the session table; none where sessions are in their cookies. */
export async function storedSessions(
  { config, strategy }: ResolvedConfig,
  userId: string,
): Promise<readonly AdapterSession[]> {
  const { listSessions }: Partial<StoreAdapter> = config.adapter ?? {};
  if (strategy !== "database" || listSessions === undefined) return [];
  return withDeadline(listSessions(userId), deadlineMs, "The store did not list the sessions");
}

/**
 * Ends all sessions of a user, and sign-ins that wait for a step. Those of strategy "database" end at once; those of strategy "jwt" at once in this process,
 * in others when their `cacheSeconds` are over.
 *
 * @param keptId id of a session that goes on, as lists show it
 */
export async function endAllSessions(
  resolved: ResolvedConfig,
  own: PluginScope,
  userId: string,
  keptId: string | null = null,
): Promise<void> {
  // Sessions of strategy "database" go by their rows; sign-ins that wait for a step go by the number, too.
  await countEpochUp(own, userId, keptId);
  for (const { id, endedAt } of await own.records(sessionInfo).list({ userId }, { limit: mostRows }))
    if (endedAt === null && id !== keptId) await endOneSession(resolved, own, { id: String(id), userId });
  for (let round = 0; round < mostRounds; round += 1) {
    const sessions = await storedSessions(resolved, userId);
    let ended = 0;
    for (const { sessionToken } of sessions) {
      if (keptId !== null && (await isKept(own, sessionToken, keptId))) continue;
      await resolved.adapter?.deleteSession(sessionToken);
      ended += 1;
    }
    if (ended === 0) break;
  }
  statesOf(resolved).forget(userId);
  own.record({ action: "sessions.ended", userId });
}

/** Of a session that has just gone on by another token, the one before ends with the others. */
const isKept = async (own: PluginScope, sessionToken: string, keptId: string): Promise<boolean> =>
  (await sessionIdOf(own, sessionToken)) === keptId && !(await isReplaced(own, sessionToken));

/**
 * Deletes the rows of one session of strategy "database": one that has just gone on by another token has two.
 *
 * @returns those that were there
 */
export async function deleteStored(
  resolved: ResolvedConfig,
  own: PluginScope,
  { id, userId }: SessionKey,
): Promise<readonly AdapterSession[]> {
  const deleted: AdapterSession[] = [];
  for (const session of await storedSessions(resolved, userId)) {
    if ((await sessionIdOf(own, session.sessionToken)) !== id) continue;
    await resolved.adapter?.deleteSession(session.sessionToken);
    deleted.push(session);
  }
  return deleted;
}
