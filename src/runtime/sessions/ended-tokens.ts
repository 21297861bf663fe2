/**
 * Tokens that a sign-out of this process has ended. A read that was under way at that moment must not write the
 * cookie again. Across processes that takes a shared store.
 */
export interface EndedTokens {
  add(jti: unknown): void;
  has(jti: unknown): boolean;
}

/** A request that is slower than this many sign-outs is none that we can help. */
const limit = 1000;

export function endedTokens(): EndedTokens {
  const ended = new Set<string>();
  return {
    add(jti) {
      if (typeof jti !== "string") return;
      if (ended.size >= limit) {
        const oldest = ended.values().next();
        if (!oldest.done) ended.delete(oldest.value);
      }
      ended.add(jti);
    },
    has: (jti) => typeof jti === "string" && ended.has(jti),
  };
}
