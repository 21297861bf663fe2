/**
 * Changes of what opens an account are told to its owner by mail, and these mails are never held back. So the changes
 * themselves are counted: ten in ten minutes by one session.
 */
import { throttleOf } from "../../flows/tries.js";
import { sessionIdIn } from "../../security/own-claims.js";
import type { ResolvedConfig, SessionContext } from "../../types/resolved-config.js";
import { hostOf, pluginsOf, scopeOf } from "../host/scope.js";
import { sessionIdOf, tokenIdOf } from "../sessions/session-ids.js";
import { sessionInfo } from "../sessions/session-tables.js";

type Make<T> = () => Promise<T>;

/** @param session as lists name it @throws TooManyAttempts; then nothing is made */
export const countChangeOf = <T>(
  resolved: ResolvedConfig,
  session: string | undefined,
  userId: string,
  make: Make<T>,
): Promise<T> =>
  session === undefined
    ? countUserChange(resolved, userId, make)
    : throttleOf(resolved).bounded("session-changes", JSON.stringify(["session", session]), make);

/** Of the session that is open. @throws TooManyAttempts; then nothing is made */
export const countChange = async <T>(context: SessionContext, userId: string, make: Make<T>): Promise<T> =>
  countChangeOf(context.resolved, await openSessionId(context), userId, make);

/** A change that ends all sessions, whose next one would count anew. @throws TooManyAttempts; then nothing is made */
export const countUserChange = <T>(resolved: ResolvedConfig, userId: string, make: Make<T>): Promise<T> =>
  throttleOf(resolved).bounded("session-changes", JSON.stringify(["user", userId]), make);

/** Stays the same where the session goes on by another token. */
async function openSessionId(context: SessionContext): Promise<string | undefined> {
  const { resolved } = context;
  const { sessions, strategy } = resolved;
  // What `shown` gives with this strategy is the token.
  if (strategy === "jwt") return idOf(sessionIdIn((await sessions.shown(context)) ?? {}));
  const token = (await sessions.current(context))?.session?.sessionToken;
  const plugin = pluginsOf(resolved.config).find(({ tables = [] }) =>
    tables.some(({ name }) => name === sessionInfo.name),
  );
  if (token === undefined || plugin === undefined) return idOf(token);
  try {
    return await sessionIdOf(scopeOf(plugin, resolved), token);
  } catch (thrown) {
    if (!hostOf(resolved).isOff(plugin, resolved.logger, thrown)) throw thrown;
    return idOf(token);
  }
}

const idOf = async (token: string | undefined): Promise<string | undefined> =>
  token === undefined ? undefined : tokenIdOf(token);
