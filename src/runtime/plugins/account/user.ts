/** Who asks, and in which session. */
import { sessionIdIn } from "../../security/own-claims.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { CurrentUser, ResolvedConfig, SessionContext } from "../../types/resolved-config.js";
import type { PluginScope } from "../host/plugin.js";
import { sessionIdOf, tokenIdOf } from "../sessions/session-ids.js";
import { AccountError } from "../accounts/account-error.js";

/** A user who is signed in. */
export interface SignedInUser {
  readonly resolved: ResolvedConfig;
  readonly own: PluginScope;
  readonly user: AdapterUser;
  readonly userId: string;
  /** Id of the session, as lists show it. */
  readonly sessionId: string | undefined;
}

/** @throws AccountError with `signed-out` */
export async function signedInUser(context: SessionContext, own: PluginScope): Promise<SignedInUser> {
  const { resolved } = context;
  const problem = resolved.sessionProblem();
  if (problem !== undefined) throw problem;
  const current = await resolved.sessions.current(context);
  if (current === null) throw new AccountError("signed-out", "Nobody is signed in");
  const sessionId = await currentSessionId(context, own, current);
  return { resolved, own, user: current.user, userId: String(current.user.id), sessionId };
}

async function currentSessionId(
  context: SessionContext,
  own: PluginScope,
  { session }: CurrentUser,
): Promise<string | undefined> {
  const { sessions, strategy } = context.resolved;
  if (strategy === "database") return session && sessionIdOf(own, session.sessionToken);
  // What `shown` gives with this strategy is the token.
  const token = sessionIdIn((await sessions.shown(context)) ?? {});
  return token === undefined ? undefined : tokenIdOf(token);
}
