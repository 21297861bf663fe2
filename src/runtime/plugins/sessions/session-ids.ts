/**
 * The ids that lists show sessions by. A session of the database that goes on by another token keeps its id: a row of the
 * table of sessions, in the place of the new token, names it.
 */
import { sha256Hex } from "#crypto";
import type { RecordRow } from "../../types/records.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { PluginScope } from "../host/plugin.js";
import { hostOf, pluginsOf, scopeOf } from "../host/scope.js";
import { sessionInfo } from "./session-tables.js";

type Own = Pick<PluginScope, "records">;

/** Names a token in rows and lists, and the session that began with it: no secret, and no way back to the token. */
export const tokenIdOf = async (token: string): Promise<string> => sha256Hex(`session:${token}`);

/** In the place of the user: a row of a later token is nobody's, and in nobody's list. */
const followerOf = (sessionId: string): string => `session:${sessionId}`;

/** @returns the id of the session whose later token the row stands for; undefined: the row is a session's own */
export function followedBy({ userId }: RecordRow): string | undefined {
  return typeof userId === "string" ? /^session:([\da-f]{64})$/.exec(userId)?.[1] : undefined;
}

/** @param token of a session of the database, as the store has it */
export async function sessionIdOf(own: Own, token: string): Promise<string> {
  const id = await tokenIdOf(token);
  const row = await own.records(sessionInfo).find({ id });
  return (row && followedBy(row)) ?? id;
}

/** Does its session go on by another token? It may be open for a moment still. */
export async function isReplaced(own: Own, token: string): Promise<boolean> {
  const id = await tokenIdOf(token);
  const row = await own.records(sessionInfo).find({ id });
  if (row !== undefined && followedBy(row) !== undefined) return row["endedAt"] !== null;
  return (await own.records(sessionInfo).list({ userId: followerOf(id) }, { limit: 1 })).length > 0;
}

/** How late a request may come with a token that was replaced. */
const lateMs = 600_000;

/**
 * A session goes on by another token: whatever is known of it stays, and its id.
 *
 * @param from its token as the store has it
 * @param to the new one
 */
export async function continueSession(resolved: ResolvedConfig, from: string, to: string): Promise<void> {
  const plugin = pluginsOf(resolved.config).find(({ tables = [] }) =>
    tables.some(({ name }) => name === sessionInfo.name),
  );
  if (plugin === undefined) return;
  const own = scopeOf(plugin, resolved);
  try {
    const userId = followerOf(await sessionIdOf(own, from));
    const now = new Date();
    const expires = new Date(now.valueOf() + resolved.session.maxAge * 1000);
    const empty = { device: null, addressRange: null, createdAt: now, lastSeen: now, endedAt: null };
    const records = own.records(sessionInfo);
    await records.insert({ ...empty, id: await tokenIdOf(to), userId, expires });
    const over = { endedAt: now, expires: new Date(now.valueOf() + lateMs) };
    await records.update({ id: await tokenIdOf(from) }, { userId }, over);
  } catch (thrown) {
    if (!hostOf(resolved).isOff(plugin, resolved.logger, thrown)) throw thrown;
  }
}
