/** When the sessions of a store began, for `session.absoluteMaxAge`: by the rows of the table of sessions, remembered. */
import { sha256Hex } from "#crypto";
import type { RecordRow } from "../types/records.js";
import type { ResolvedConfig, SessionRead } from "../types/resolved-config.js";
import type { PluginScope } from "./plugin.js";
import { sessionIdOf } from "./session-ids.js";
import { beganAt } from "./session-states.js";
import { sessionInfo } from "./session-tables.js";

const mostRemembered = 10_000;

/** Milliseconds since 1970, by the session's id; of one store. They never change. */
const begins = new WeakMap<object, Map<string, number>>();

/**
 * When the session of a token began; where nothing tells, when it was first seen.
 *
 * @param token as the store has it
 * @returns milliseconds since 1970
 */
async function beginOf(
  { config, session }: ResolvedConfig,
  own: PluginScope,
  token: string,
): Promise<number> {
  const owner = config.adapter ?? config;
  const remembered = begins.get(owner) ?? new Map<string, number>();
  begins.set(owner, remembered);
  const known = remembered.get(token);
  if (known !== undefined) return known;
  const id = await sessionIdOf(own, token);
  const row = await own.records(sessionInfo).find({ id });
  const began = (row && beganAt(row)) ?? (await firstSightOf(own, id, session.absoluteMaxAge ?? 0));
  if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? "");
  remembered.set(token, began.valueOf());
  return began.valueOf();
}

/**
 * When a session ends however active it is.
 *
 * @param token as the store has it
 * @returns milliseconds since 1970; Infinity: it has no such end
 */
export async function absoluteEndOf(
  resolved: ResolvedConfig,
  own: PluginScope,
  token: string,
): Promise<number> {
  const { absoluteMaxAge } = resolved.session;
  return absoluteMaxAge === undefined
    ? Infinity
    : (await beginOf(resolved, own, token)) + absoluteMaxAge * 1000;
}

/** What is shown of a session, and its cookies, speak of no time after its end (milliseconds since 1970). */
export function endingBy(end: number, found: SessionRead): SessionRead {
  const isLater = (time: string | Date | undefined) => time !== undefined && new Date(time).valueOf() > end;
  const { session, cookies } = found;
  return {
    ...found,
    session:
      session && isLater(session.expires) ? { ...session, expires: new Date(end).toISOString() } : session,
    cookies: cookies.map((cookie) =>
      isLater(cookie.options.expires)
        ? { ...cookie, options: { ...cookie.options, expires: new Date(end) } }
        : cookie,
    ),
  };
}

/** It is kept as long as the session can go on, and the clocks of several servers differ. */
const keptLongerMs = 3_600_000;

/** A row beside the session's own, in nobody's list: that one may say only that its begin is not known. */
async function firstSightOf(own: PluginScope, sessionId: string, absoluteMaxAge: number): Promise<Date> {
  const records = own.records(sessionInfo);
  const id = await sha256Hex(`first sight:${sessionId}`);
  const now = new Date();
  const seen: RecordRow = {
    id,
    userId: `first sight:${sessionId}`,
    device: null,
    addressRange: null,
    createdAt: now,
    lastSeen: now,
    endedAt: null,
    expires: new Date(now.valueOf() + absoluteMaxAge * 1000 + keptLongerMs),
  };
  if ((await records.insert(seen)) === "inserted") return now;
  const row = await records.find({ id });
  return (row && beganAt(row)) ?? now;
}
