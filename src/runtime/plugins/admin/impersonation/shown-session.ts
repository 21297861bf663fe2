/** The session of a user for whom somebody acts: made by the callbacks of the app, as any other. */
import { JWTSessionError, SessionTokenError, toError } from "../../../errors/index.js";
import { keepOwnClaims } from "../../../security/own-claims.js";
import { nobody } from "../../../sessions/strategy.js";
import { visible } from "../../../sessions/visible.js";
import type { AdapterSession, AdapterUser } from "../../../types/adapter.js";
import type { JWT, Session } from "../../../types/entities.js";
import type { ResolvedConfig, SessionContext, SessionRead } from "../../../types/resolved-config.js";
import type { OpenAct } from "./open-act.js";

/** Who acts for the user of a session. */
export interface Impersonator {
  readonly id: string;
  readonly name: string | null;
}

/** What the callback makes of one strategy; its type has the members of both. */
type Given = Parameters<ResolvedConfig["callbacks"]["session"]>[0];

export const impersonatorOf = ({ id, name, email }: AdapterUser): Impersonator => ({
  id: String(id),
  name: name || email || null,
});

export async function shownSession(context: SessionContext, open: OpenAct): Promise<SessionRead> {
  const made = await (context.resolved.strategy === "jwt" ? ofToken(context, open) : ofRow(context, open));
  if (made === null) return nobody;
  const { session, ...read } = made;
  await context.resolved.emit("session", { session, token: read.token as JWT });
  // Behind the callback: it has no say in this.
  return {
    ...read,
    session: session && { ...session, impersonatedBy: impersonatorOf(open.admin) },
    cookies: [],
  };
}

interface Made extends Pick<SessionRead, "token" | "user"> {
  readonly session: Session;
}

async function ofToken({ resolved }: SessionContext, { act, token }: OpenAct): Promise<Made | null> {
  const { callbacks } = resolved;
  if (token === undefined) return null;
  try {
    const made = await callbacks.jwt({ token: { ...token } });
    if (made === null) return null;
    const kept = keepOwnClaims(made, token);
    const { name, email, picture } = kept;
    const session = { user: { name, email, image: picture }, expires: act.endsAt.toISOString() };
    const params = { session, token: kept } as unknown as Given;
    return { token: kept, session: (await callbacks.session(params)) as Session };
  } catch (thrown) {
    throw new JWTSessionError(toError(thrown));
  }
}

/** There is no row of a session: the callback is given one without a token. */
async function ofRow({ resolved }: SessionContext, { act, user }: OpenAct): Promise<Made> {
  const row: AdapterSession = { sessionToken: "", userId: user.id, expires: act.endsAt };
  try {
    const params = { session: { ...row, user }, user } as unknown as Given;
    const given = (await resolved.callbacks.session(params)) as Session;
    return { user, session: visible(given, { user, tokens: [""] }) };
  } catch (thrown) {
    throw new SessionTokenError(toError(thrown));
  }
}
