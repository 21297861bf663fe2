/**
 * Sessions that a sign-out has ended: a copy of the cookie is worth nothing any more, and a read that was under way
 * at that moment must not write the cookie again. In this process always; across processes with a shared store.
 */
import { askedAtClaim, keepOwnClaims, sessionIdIn } from "../security/own-claims.js";
import { randomId } from "../security/random.js";
import type { JWT } from "../types/entities.js";
import type { RevocationStore } from "../types/shared-store.js";

/** Session tokens that were signed out. */
export interface RevokedSessions {
  /**
   * Gives a token the id of its session and the times of the sign-in; of `before`, the token it replaces, all that is ours.
   *
   * @param askedAt seconds since 1970 at which the person was asked; 0: unknown; default: now
   */
  stamp(token: JWT, before?: JWT, askedAt?: number): JWT;
  add(token: JWT, until: Date): void | Promise<void>;
  /** All sessions that this user has now, as far as this process knows. */
  endUser(id: string): void;
  /** Is this the first time that a token names a key which this process does not have? */
  isNewKey(kid: string): boolean;
  /** A promise only where a store has to be asked. */
  has(token: JWT): boolean | Promise<boolean>;
}

/** Of ids that were used up: a request that is slower than this many others is none that we can help. */
const limit = 1000;
/** Sign-outs that one process remembers, some megabytes; a copy of an older session is valid until it expires. */
const endedLimit = 50_000;

/** The last ids that were added; what is no text is none. */
function recentIds(most = limit): { add(id: unknown): void; has(id: unknown): boolean } {
  const recent = new Set<string>();
  return {
    add(id) {
      if (typeof id !== "string") return;
      recent.delete(id);
      if (recent.size >= most) recent.delete(recent.keys().next().value ?? "");
      recent.add(id);
    },
    has: (id) => typeof id === "string" && recent.has(id),
  };
}

interface Memory {
  readonly sessions: ReturnType<typeof recentIds>;
  /** When all sessions of a user ended, in seconds since 1970, and those that began since. */
  readonly users: Map<string, { readonly at: number; readonly since: Set<unknown> }>;
  /** Keys of other processes that the log has told of. */
  readonly unknownKeys: ReturnType<typeof recentIds>;
}

const memoryKey = Symbol.for("authwright.ended-sessions");
const mostApps = 32;

/**
 * One memory for each app of the process, told apart by their secrets: a configuration made anew for each request, and
 * a second copy of this package, go on with it.
 */
function memoryOf(secrets: readonly string[]): Memory {
  const home = globalThis as { [memoryKey]?: Map<string, Memory> };
  const memories = (home[memoryKey] ??= new Map());
  const app = JSON.stringify(secrets);
  const known = memories.get(app);
  if (known !== undefined) return known;
  if (memories.size >= mostApps) memories.delete(memories.keys().next().value ?? "");
  const made = { sessions: recentIds(endedLimit), users: new Map(), unknownKeys: recentIds() };
  memories.set(app, made);
  return made;
}

export function createRevokedSessions(
  store: RevocationStore | undefined,
  secrets: readonly string[],
): RevokedSessions {
  const { sessions, users, unknownKeys } = memoryOf(secrets);
  const hasEnded = (token: JWT): boolean => {
    const ended = token.sub && users.get(token.sub);
    const isEarlier = ended && (token.iat ?? 0) <= ended.at && !ended.since.has(token["rid"]);
    return isEarlier || sessions.has(sessionIdIn(token));
  };
  return {
    stamp(token, before, askedAt) {
      const now = Math.floor(Date.now() / 1000);
      // When somebody signed in stays with a session however often its token is made anew (OpenID Connect Core 2).
      const kept = keepOwnClaims(token, before ?? { auth_time: now, [askedAtClaim]: askedAt ?? now });
      const rid = before?.["rid"] ?? before?.jti ?? randomId();
      if (!before && kept.sub) users.get(kept.sub)?.since.add(rid);
      return { ...kept, rid };
    },
    endUser(id) {
      if (users.size >= limit) users.delete(users.keys().next().value ?? "");
      users.set(id, { at: Math.floor(Date.now() / 1000), since: new Set() });
    },
    isNewKey(kid) {
      const isNew = !unknownKeys.has(kid);
      unknownKeys.add(kid);
      return isNew;
    },
    add(token, until) {
      const id = sessionIdIn(token);
      sessions.add(id);
      return id === undefined || store === undefined ? undefined : toVoid(store.add(id, until));
    },
    has(token) {
      if (hasEnded(token) || store === undefined) return hasEnded(token);
      const id = sessionIdIn(token);
      return id !== undefined && isTrue(store.has(id));
    },
  };
}

const toVoid = async (running: unknown): Promise<void> => void (await running);
const isTrue = async (running: unknown): Promise<boolean> => (await running) === true;
