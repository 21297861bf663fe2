/** `auth.sessions`: lists the sessions of the user, and ends them. */
import type { SessionInfo } from "../../server-functions/plugin-functions.js";
import { endAllSessions, storedSessions } from "../end-all-sessions.js";
import { beganAt, endOneSession, sessionIdOf, statesOf } from "../session-states.js";
import { sessionInfo } from "../session-tables.js";
import { AccountError } from "../account-error.js";
import type { SignedInUser } from "./user.js";

const mostListed = 1000;

/** The newest first. */
export async function listSessions(asking: SignedInUser): Promise<readonly SessionInfo[]> {
  const { own, resolved, userId, sessionId } = asking;
  const rows = await own.records(sessionInfo).list({ userId }, { limit: mostListed });
  const known = new Map(
    rows.filter((row) => row["userId"] === userId).map((row) => [String(row["id"]), row] as const),
  );
  const toSession = (id: string, expires: Date): SessionInfo => {
    const row = known.get(id) ?? {};
    return {
      id,
      expires,
      isCurrent: id === sessionId,
      device: textOf(row["device"]),
      addressRange: textOf(row["addressRange"]),
      createdAt: beganAt(row),
      lastSeen: dateOf(row["lastSeen"]),
    };
  };
  const sessions =
    resolved.strategy === "database"
      ? await Promise.all(
          (await storedSessions(resolved, userId)).map(async ({ sessionToken, expires }) =>
            toSession(await sessionIdOf(sessionToken), expires),
          ),
        )
      : [...known.values()]
          .filter(({ endedAt }) => endedAt === null)
          .map(({ id, expires }) => toSession(String(id), dateOf(expires) ?? new Date(0)));
  return sessions
    .filter(({ expires, isCurrent }) => isCurrent || expires.valueOf() > Date.now())
    .sort((one, other) => (other.lastSeen?.valueOf() ?? 0) - (one.lastSeen?.valueOf() ?? 0));
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const dateOf = (value: unknown): Date | null => (value instanceof Date ? value : null);

/** @throws AccountError with `not-found` for a session that is not the user's */
export async function revokeSession({ own, resolved, userId }: SignedInUser, id: string): Promise<void> {
  const missing = () => new AccountError("not-found", "The user has no such session");
  if (typeof id !== "string" || !/^[\da-f]{64}$/.test(id)) throw missing();
  if (resolved.strategy === "database") {
    for (const { sessionToken } of await storedSessions(resolved, userId)) {
      if ((await sessionIdOf(sessionToken)) !== id) continue;
      await resolved.adapter?.deleteSession(sessionToken);
      await endOneSession(resolved, own, { id, userId });
      return;
    }
    throw missing();
  }
  if (!(await endOneSession(resolved, own, { id, userId }))) throw missing();
  statesOf(resolved).forget(userId);
}

export const revokeOthers = ({ resolved, own, userId, sessionId }: SignedInUser): Promise<void> =>
  endAllSessions(resolved, own, userId, sessionId ?? null);

export const revokeAll = ({ resolved, own, userId }: SignedInUser): Promise<void> =>
  endAllSessions(resolved, own, userId);
