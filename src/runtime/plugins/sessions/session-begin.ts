/** When the sessions of a store began, for `session.absoluteMaxAge`: by the rows of the table of sessions, remembered. */
import { sha256Hex } from "#crypto";
import type { RecordRow } from "../../types/records.js";
import type { WrappedAdapter } from "../../types/adapter.js";
import type { ResolvedConfig, SessionContext, SessionRead } from "../../types/resolved-config.js";
import type { AroundSessions, PluginScope } from "../host/plugin.js";
import { sessionIdOf } from "./session-ids.js";
import { beganAt, statesOf } from "./session-states.js";
import { sessionInfo } from "./session-tables.js";

/** A session of the store that is as old as the option lets it become is none, and its row goes. */
export function withoutOld(
  { resolved }: SessionContext,
  adapter: WrappedAdapter,
  around: AroundSessions,
  forget: (token: string) => Promise<void>,
): Partial<WrappedAdapter> {
  if (resolved.session.absoluteMaxAge === undefined) return {};
  return {
    async getSessionAndUser(token) {
      const found = await adapter.getSessionAndUser(token);
      if (!found?.session) return found;
      const { sessionToken } = found.session;
      if ((await absoluteEndOf(resolved, around.scope(resolved), sessionToken)) > Date.now()) return found;
      await adapter.deleteSession(token);
      await forget(sessionToken);
      return null;
    },
  };
}

/** What is shown of a session, and its cookies, speak of no time after its end. */
export async function endingInTime(
  { resolved }: SessionContext,
  around: AroundSessions,
  found: SessionRead,
): Promise<SessionRead> {
  const { session, cookies, adapterSession } = found;
  if (resolved.session.absoluteMaxAge === undefined || adapterSession === undefined) return found;
  const end = await absoluteEndOf(resolved, around.scope(resolved), adapterSession.sessionToken);
  const isLater = (time: string | Date | undefined) => time !== undefined && new Date(time).valueOf() > end;
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

/**
 * When a session ends however active it is. A table that is missing is an outage.
 *
 * @param token as the store has it
 * @returns milliseconds since 1970
 */
async function absoluteEndOf(resolved: ResolvedConfig, own: PluginScope, token: string): Promise<number> {
  const { begins } = statesOf(resolved);
  const began = begins.get(token) ?? (await beginOf(resolved, own, token));
  if (begins.size >= mostRemembered) begins.delete(begins.keys().next().value ?? "");
  begins.set(token, began);
  return began + (resolved.session.absoluteMaxAge ?? 0) * 1000;
}

const mostRemembered = 10_000;

/** When the session of a token began; where nothing tells, when it was first seen. Milliseconds since 1970. */
async function beginOf({ session }: ResolvedConfig, own: PluginScope, token: string): Promise<number> {
  const id = await sessionIdOf(own, token);
  const row = await own.records(sessionInfo).find({ id });
  const began = (row && beganAt(row)) ?? (await firstSightOf(own, id, session.absoluteMaxAge ?? 0));
  return began.valueOf();
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
