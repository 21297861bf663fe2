/** When the person of a session was asked who they are: its token tells, or the row of a plugin that watches sessions. */
import { askedAtIn, sessionIdIn } from "../../security/own-claims.js";
import type { ResolvedConfig, SessionContext, SessionRead } from "../../types/resolved-config.js";
import type { RecordRow } from "../../types/records.js";
import type { PluginScope } from "../host/plugin.js";
import { hostOf, pluginsOf, scopeOf } from "../host/scope.js";
import { sessionIdOf, tokenIdOf } from "./session-ids.js";
import { beganAt, knownDate, statesOf } from "./session-states.js";
import { sessionInfo } from "./session-tables.js";

type Session = Pick<SessionRead, "token" | "user" | "adapterSession">;

/** @returns undefined: nothing tells, so that the session must not count as young */
export async function askedAtOf(resolved: ResolvedConfig, session: Session): Promise<Date | undefined> {
  const claimed = claimedBy(session);
  const told = claimed === undefined ? await writtenOf(resolved, session) : claimed;
  return told ?? undefined;
}

/** Was the person of the open session asked within so many seconds? Also a user of `authorize()` who is in no table. */
export async function isFresh(context: SessionContext, seconds: number): Promise<boolean> {
  const { resolved } = context;
  const session = await openSession(context);
  const written = await writtenOf(resolved, session);
  const askedAt = written === undefined ? claimedBy(session) : written;
  return askedAt instanceof Date && askedAt.valueOf() >= Date.now() - seconds * 1000;
}

/** By the token. @returns null: the provider did not say; undefined: the token does not tell */
function claimedBy({ token }: Session): Date | null | undefined {
  const claimed = askedAtIn(token);
  return claimed === undefined ? undefined : knownDate(new Date(claimed * 1000));
}

/** By the row. @returns null: it was written without a time; undefined: there is no row */
async function writtenOf(resolved: ResolvedConfig, session: Session): Promise<Date | null | undefined> {
  const plugin = pluginsOf(resolved.config).find(({ tables = [] }) =>
    tables.some(({ name }) => name === sessionInfo.name),
  );
  if (plugin === undefined) return undefined;
  try {
    const row = await rowOf(scopeOf(plugin, resolved), session);
    return row && toldBy(resolved, row);
  } catch (thrown) {
    if (!hostOf(resolved).isOff(plugin, resolved.logger, thrown)) throw thrown;
    return undefined;
  }
}

/** Without callbacks or events. */
async function openSession(context: SessionContext): Promise<Session> {
  const { sessions, strategy } = context.resolved;
  // What `shown` gives with this strategy is the token.
  if (strategy === "jwt") return { token: (await sessions.shown(context)) ?? undefined };
  const current = await sessions.current(context);
  return current?.session === undefined ? {} : { user: current.user, adapterSession: current.session };
}

async function rowOf(
  own: PluginScope,
  { token, user, adapterSession }: Session,
): Promise<RecordRow | undefined> {
  const stored = adapterSession?.sessionToken;
  const rid = token && sessionIdIn(token);
  if (stored === undefined && rid === undefined) return undefined;
  const id = await (stored === undefined ? tokenIdOf(String(rid)) : sessionIdOf(own, stored));
  const row = await own.records(sessionInfo).find({ id });
  return row?.["userId"] === String(user?.id ?? token?.sub) ? row : undefined;
}

/** Of rows of before the begin counts: an earlier release has written them, or the table lacks the column. */
function toldBy(resolved: ResolvedConfig, row: RecordRow): Date | null {
  const { askedAt } = row;
  if (askedAt === undefined) statesOf(resolved).tellOnce(resolved.logger, withoutColumn);
  const began = beganAt(row);
  const asked = askedAt instanceof Date ? knownDate(askedAt) : began;
  return began && asked && new Date(Math.min(began.valueOf(), asked.valueOf()));
}

const withoutColumn = `The table ${sessionInfo.name} has no column askedAt: a silent sign-in at a provider counts as a fresh one. \`auth db migrate\` names the statement that adds it`;
