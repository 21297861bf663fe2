/** Ends all sessions of a user, whatever browser they are in. */
import type { StoreAdapter } from "../adapters/adapter-over.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

/**
 * Rows of sessions are deleted. Sessions in cookies are over for this process from now on.
 *
 * @param userId as the store has it
 */
export async function endAllSessions(
  { strategy, config, revokedSessions }: Pick<ResolvedConfig, "strategy" | "config" | "revokedSessions">,
  userId: string,
): Promise<void> {
  if (strategy === "jwt") return revokedSessions.endUser(userId);
  // Who keeps rows of plugins can do that.
  await (config.adapter as Partial<StoreAdapter> | undefined)?.deleteSessions?.(userId);
}
