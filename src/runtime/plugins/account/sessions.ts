/** `auth.sessions`: lists the sessions of the user, and ends them. */
import type { SessionInfo } from "../../server-functions/plugin-functions.js";
import { deleteStored, endAllSessions, storedSessions } from "../sessions/end-all-sessions.js";
import { sessionIdOf, tokenIdOf } from "../sessions/session-ids.js";
import { beganAt, endOneSession, statesOf } from "../sessions/session-states.js";
import { sessionInfo } from "../sessions/session-tables.js";
import { AccountError } from "../accounts/account-error.js";
import type { SignedInUser } from "./user.js";

const mostListed = 1000;

/** The sessions of a user. */
export type ListSessions = (asking: SignedInUser) => Promise<readonly SessionInfo[]>;

/** The newest first. */
export async function listSessions(asking: SignedInUser): Promise<readonly SessionInfo[]> {
  const { own, resolved, userId, sessionId } = asking;
  const rows = await own.records(sessionInfo).list({ userId }, { limit: mostListed });
  const known = new Map(
    rows.filter((row) => row["userId"] === userId).map((row) => [String(row["id"]), row] as const),
  );
  const oldestMs = (resolved.session.absoluteMaxAge ?? Infinity) * 1000;
  const toSession = (id: string, expires: Date): SessionInfo => {
    const row = known.get(id) ?? {};
    const createdAt = beganAt(row);
    return {
      id,
      expires: createdAt === null ? expires : earlierOf(expires, createdAt.valueOf() + oldestMs),
      isCurrent: id === sessionId,
      device: textOf(row["device"]),
      addressRange: textOf(row["addressRange"]),
      createdAt,
      lastSeen: dateOf(row["lastSeen"]),
    };
  };
  const sessions =
    resolved.strategy === "database"
      ? [...(await storedEnds(asking, known))].map(([id, expires]) => toSession(id, expires))
      : [...known.values()]
          .filter(({ endedAt }) => endedAt === null)
          .map(({ id, expires }) => toSession(String(id), dateOf(expires) ?? new Date(0)));
  return sessions
    .filter(({ expires, isCurrent }) => isCurrent || expires.valueOf() > Date.now())
    .sort((one, other) => (other.lastSeen?.valueOf() ?? 0) - (one.lastSeen?.valueOf() ?? 0));
}

/** When each session of the database ends, by its id. A token that was replaced ends before the one that goes on. */
async function storedEnds(
  { own, resolved, userId }: SignedInUser,
  known: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, Date>> {
  const ends = new Map<string, Date>();
  for (const { sessionToken, expires } of await storedSessions(resolved, userId)) {
    const tokenId = await tokenIdOf(sessionToken);
    // Most sessions have the token that they began with.
    const id = known.has(tokenId) ? tokenId : await sessionIdOf(own, sessionToken);
    const end = ends.get(id);
    if (end === undefined || end < expires) ends.set(id, expires);
  }
  return ends;
}

const earlierOf = (date: Date, ms: number): Date => new Date(Math.min(date.valueOf(), ms));
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const dateOf = (value: unknown): Date | null => (value instanceof Date ? value : null);

/** @throws AccountError with `not-found` for a session that is not the user's */
export async function revokeSession({ own, resolved, userId }: SignedInUser, id: string): Promise<void> {
  const missing = () => new AccountError("not-found", "The user has no such session");
  if (typeof id !== "string" || !/^[\da-f]{64}$/.test(id)) throw missing();
  if (resolved.strategy === "database") {
    if ((await deleteStored(resolved, own, { id, userId })).length === 0) throw missing();
    await endOneSession(resolved, own, { id, userId });
    return;
  }
  if (!(await endOneSession(resolved, own, { id, userId }))) throw missing();
  statesOf(resolved).forget(userId);
}

export const revokeOthers = ({ resolved, own, userId, sessionId }: SignedInUser): Promise<void> =>
  endAllSessions(resolved, own, userId, sessionId ?? null);

export const revokeAll = ({ resolved, own, userId }: SignedInUser): Promise<void> =>
  endAllSessions(resolved, own, userId);
