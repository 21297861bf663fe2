/** Whether sessions of strategy "jwt" are over, and when sessions were seen: rows, remembered for a while. */
import type { LoggerInstance } from "../../types/config.js";
import type { RecordRow, Records } from "../../types/records.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { PluginScope, StepUser } from "../host/plugin.js";
import { hostOf, pluginsOf, scopeOf } from "../host/scope.js";
import { followedBy } from "./session-ids.js";
import { sessionEpochs, sessionInfo } from "./session-tables.js";

/** A session, by its row. */
export interface SessionKey {
  readonly id: string;
  readonly userId: string;
}

/** A session whose token is there. */
export interface SeenSession extends SessionKey {
  /** Number in the token: the user's sessions were ended so often before. undefined: the token has no say in it. */
  readonly epoch: number | undefined;
  /** The row that a session without one gets. */
  readonly now: () => RecordRow;
}

/** When a session that nothing tells the age of began: one from before sessions were watched. It must not count as young. */
export const longAgo = new Date(0);

const dayMs = 86_400_000;

/** A time of a row; null: it stands for one that is not known. A store without time zones may be off by hours. */
export const knownDate = (date: unknown): Date | null =>
  date instanceof Date && date.valueOf() > longAgo.valueOf() + dayMs ? date : null;

/** When the user signed in; null: nothing tells. */
export const beganAt = ({ createdAt }: RecordRow): Date | null => knownDate(createdAt);

interface Remembered {
  readonly userId: string;
  readonly until: number;
  readonly isEnded: Promise<boolean>;
}

const mostRemembered = 10_000;
const seenEveryMs = 5 * 60_000;

/** Of one configuration. */
export class SessionStates {
  readonly #remembered = new Map<string, Remembered>();
  /** When sessions of the store began, by their tokens: milliseconds since 1970, which never change. */
  readonly begins = new Map<string, number>();
  readonly #told = new Set<string>();

  /** Warns of something that stays as it is. */
  tellOnce(logger: Pick<LoggerInstance, "warn">, text: string): void {
    if (!this.#told.has(text)) logger.warn(text);
    this.#told.add(text);
  }

  /** @param cacheMs how long an answer is good in this process */
  async isEnded(own: PluginScope, session: SeenSession, cacheMs: number): Promise<boolean> {
    const { id, userId } = session;
    const known = this.#remembered.get(id);
    if (known !== undefined && known.userId === userId && known.until > Date.now()) return known.isEnded;
    const isEnded = askRows(own, session);
    if (this.#remembered.size >= mostRemembered)
      this.#remembered.delete(this.#remembered.keys().next().value ?? "");
    this.#remembered.delete(id);
    this.#remembered.set(id, { userId, until: Date.now() + cacheMs, isEnded });
    // A store that is down now may be up for the next request.
    isEnded.catch(() => this.#remembered.delete(id));
    return isEnded;
  }

  /** This process asks the rows of one session again. */
  forgetSession(id: string): void {
    this.#remembered.delete(id);
  }

  /** This process asks the rows of a user again. */
  forget(userId: string): void {
    for (const [id, { userId: owner }] of this.#remembered) if (owner === userId) this.#remembered.delete(id);
  }
}

async function askRows(own: PluginScope, session: SeenSession): Promise<boolean> {
  if (session.epoch !== undefined) {
    const { epoch, keptId } = await epochOf(own, session.userId);
    if (epoch > session.epoch && keptId !== session.id) return true;
  }
  return seeSession(own.records(sessionInfo), session);
}

/** @returns whether the session was ended */
async function seeSession(records: Records, session: SeenSession): Promise<boolean> {
  const { id, userId, now: seen } = session;
  const row = await records.find({ id });
  if (row === undefined) {
    await records.insert({ ...seen(), id, userId });
    return false;
  }
  const followed = followedBy(row);
  if (followed !== undefined) {
    await touch(records, row, session);
    return seeSession(records, { ...session, id: followed });
  }
  // Another user's row can't come about; if it does, it says nothing of this session.
  if (row["userId"] !== userId) return false;
  await touch(records, row, session);
  return row["endedAt"] !== null;
}

/** The row stays as long as the session is seen. */
async function touch(
  records: Records,
  { lastSeen, endedAt }: RecordRow,
  { id, now: seen }: SeenSession,
): Promise<void> {
  const isDue = lastSeen instanceof Date && lastSeen.valueOf() + seenEveryMs < Date.now();
  if (endedAt !== null || !isDue) return;
  const { lastSeen: now = null, expires = null } = seen();
  await records.update({ id }, { lastSeen }, { lastSeen: now, expires });
}

/** Tokens of a session may be made until just before it ends: its row stays as long as any of them. */
const tidyAfterMs = 3_600_000;

/** @returns false: there is no such session, or it is not this user's */
export async function endOneSession(
  { session, jwt }: ResolvedConfig,
  own: PluginScope,
  { id, ...owner }: Pick<SessionKey, "id"> & Partial<SessionKey>,
): Promise<boolean> {
  const changes = { endedAt: new Date(), expires: endOfTokens({ session, jwt }) };
  return own.records(sessionInfo).update({ id }, { ...owner }, changes);
}

/** When tokens that are made now are over. */
const endOfTokens = ({ session, jwt }: Pick<ResolvedConfig, "session" | "jwt">): Date =>
  new Date(Date.now() + Math.max(session.maxAge, jwt.maxAge) * 1000 + tidyAfterMs);

/** The user is about to be deleted: `deleteExpired` removes the row when no token is left. */
export async function letEpochExpire(
  resolved: ResolvedConfig,
  own: PluginScope,
  userId: string,
): Promise<void> {
  await own.records(sessionEpochs).update({ userId }, {}, { keptId: null, expires: endOfTokens(resolved) });
}

/** @returns 0 where the user's sessions were never ended */
export async function epochOf(
  own: PluginScope,
  userId: string,
): Promise<{ readonly epoch: number; readonly keptId: string | null }> {
  const row = await own.records(sessionEpochs).find({ userId });
  if (row?.["userId"] !== userId) return { epoch: 0, keptId: null };
  const { epoch, keptId } = row;
  return { epoch: Number(epoch), keptId: typeof keptId === "string" ? keptId : null };
}

const mostRounds = 16;

/**
 * How often the sessions of a user were ended by now.
 *
 * @returns undefined where no plugin counts it, or the user is not stored yet
 */
export async function epochAt(resolved: ResolvedConfig, user: StepUser): Promise<number | undefined> {
  const { id, isNew } = user;
  const plugin = pluginsOf(resolved.config).find(({ tables = [] }) =>
    tables.some(({ name }) => name === sessionEpochs.name),
  );
  if (plugin === undefined || id === undefined || isNew) return undefined;
  try {
    return (await epochOf(scopeOf(plugin, resolved), String(id))).epoch;
  } catch (thrown) {
    if (hostOf(resolved).isOff(plugin, resolved.logger, thrown)) return undefined;
    throw thrown;
  }
}

/** From now on tokens with an earlier number are over, in all processes. @param keptId the session that goes on */
export async function countEpochUp(own: PluginScope, userId: string, keptId: string | null): Promise<void> {
  const records = own.records(sessionEpochs);
  for (let round = 0; round < mostRounds; round += 1) {
    const { epoch } = await epochOf(own, userId);
    const changes = { epoch: epoch + 1, keptId };
    if (epoch === 0 && (await records.insert({ userId, ...changes })) === "inserted") return;
    if (epoch > 0 && (await records.update({ userId }, { epoch }, changes))) return;
  }
  throw new Error(`${sessionEpochs.name}: the row was changed by others ${mostRounds} times`);
}

const states = new WeakMap<object, SessionStates>();

/** Those of the adapter, whichever plugin asks. */
export function statesOf({ config }: ResolvedConfig): SessionStates {
  const owner = config.adapter ?? config;
  const known = states.get(owner) ?? new SessionStates();
  states.set(owner, known);
  return known;
}
