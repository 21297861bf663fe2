/** The session of a user for whom somebody acts: the core makes it, of a token or a row that no store and no cookie has. */
import { jwtSessions } from "../../../sessions/jwt-session.js";
import { lazyDatabaseSessions } from "../../../sessions/lazy-database-session.js";
import type { AdapterUser } from "../../../types/adapter.js";
import type { ResolvedConfig, SessionContext, SessionRead } from "../../../types/resolved-config.js";
import type { Impersonator } from "../changes.js";
import type { OpenAct } from "./open-act.js";

export const impersonatorOf = ({ id, name, email }: AdapterUser): Impersonator => ({
  id: String(id),
  name: name || email || null,
});

/** Who acts, and for whom, as people read it. */
export const namesIn = ({ act, user, admin }: OpenAct): Readonly<Record<"admin" | "user", string>> => ({
  admin: impersonatorOf(admin).name ?? act.adminId,
  user: user.name || user.email || act.userId,
});

const strategies = { jwt: jwtSessions, database: lazyDatabaseSessions() };

/** The callbacks of the app see it as any other session, and have no say in the name on it. */
export async function shownSession(context: SessionContext, open: OpenAct): Promise<SessionRead> {
  const { resolved, cookies } = context;
  const { session, token, user } = await strategies[resolved.strategy].read({
    ...context,
    cookieHeader: `${cookies.sessionToken.name}=${open.act.id}`,
    resolved: { ...resolved, ...standIn(resolved, open) },
  });
  const expires = session?.expires && open.act.endsAt.toISOString();
  const named = session && {
    ...session,
    ...(expires && { expires }),
    impersonatedBy: impersonatorOf(open.admin),
  };
  return { session: named, token, ...(user && { user }), cookies: [] };
}

/** What a strategy asks for is here. Its life is what is left of the minutes. */
function standIn(
  { jwt, session, adapter }: ResolvedConfig,
  { act, user, token }: OpenAct,
): Pick<ResolvedConfig, "jwt" | "session" | "adapter"> {
  const maxAge = Math.max(0, (act.endsAt.valueOf() - Date.now()) / 1000);
  const row = { sessionToken: act.id, userId: user.id, expires: act.endsAt };
  return {
    jwt: { ...jwt, maxAge, decode: () => Promise.resolve(token ?? null) },
    session: { ...session, maxAge, updateAge: 0, absoluteMaxAge: undefined },
    adapter: adapter && {
      ...adapter,
      getSessionAndUser: () => Promise.resolve({ session: row, user }),
      updateSession: () => Promise.resolve(null),
      deleteSession: () => Promise.resolve(),
    },
  };
}
