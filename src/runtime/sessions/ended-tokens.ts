/**
 * Sessions that a sign-out has ended: a copy of the cookie is worth nothing any more, and a read that was under way
 * at that moment must not write the cookie again. In this process always; across processes with a shared store.
 */
import { randomId } from "../security/random.js";
import type { RevocationStore } from "../types/config.js";
import type { JWT } from "../types/entities.js";
import type { EndedTokens } from "../types/flow.js";

/** A request that is slower than this many sign-outs is none that we can help. */
const limit = 1000;

/** The last ids that were added; what is no text is none. */
export function recentIds(): { add(id: unknown): void; has(id: unknown): boolean } {
  const recent = new Set<string>();
  return {
    add(id) {
      if (typeof id !== "string") return;
      if (recent.size >= limit) {
        const oldest = recent.values().next();
        if (!oldest.done) recent.delete(oldest.value);
      }
      recent.add(id);
    },
    has: (id) => typeof id === "string" && recent.has(id),
  };
}

/**
 * Every answer to a session read carries a new token with a new `jti`. For a store to end all of them at once,
 * `rid` stays the same from sign-in to sign-out.
 */
const idOf = ({ rid, jti }: JWT): string | undefined => (typeof rid === "string" ? rid : jti);

export function endedTokens(store: RevocationStore | undefined): EndedTokens {
  const recent = recentIds();
  if (store === undefined) {
    return {
      stamp: (token) => token,
      add: (token) => recent.add(idOf(token)),
      has: (token) => recent.has(idOf(token)),
    };
  }
  return {
    stamp: (token, before) => ({ ...token, rid: before?.["rid"] ?? before?.jti ?? randomId() }),
    async add(token, until) {
      const id = idOf(token);
      if (id === undefined) return;
      recent.add(id);
      await store.add(id, until);
    },
    async has(token) {
      const id = idOf(token);
      return id !== undefined && (recent.has(id) || (await store.has(id)));
    },
  };
}
