/**
 * Around the sessions of a configuration: where somebody acts for a user, the session is that user's, with the name of who
 * acts in it. Nothing extends it, and nothing of the administrator's is in it.
 */
import { clearSessionCookies, readSessionCookies } from "../../../http/cookie-chunks.js";
import type { CookieChange } from "../../../http/cookies.js";
import { toError } from "../../../errors/index.js";
import { nobody } from "../../../sessions/strategy.js";
import type { SessionContext, SessionRead, SessionStrategy } from "../../../types/resolved-config.js";
import type { AroundSessions } from "../../host/plugin.js";
import { PluginError } from "../../host/plugin-error.js";
import { holdsAct } from "./act-token.js";
import { endAct } from "./acts.js";
import { clearAside } from "./aside.js";
import { findAct, type OpenAct } from "./open-act.js";
import { shownSession } from "./shown-session.js";

type Find = (context: SessionContext) => Promise<OpenAct | "over">;

/** @param inner the sessions of everybody, and of administrators */
export function withImpersonation(inner: SessionStrategy, around: AroundSessions): SessionStrategy {
  const find: Find = async (context) =>
    (await around.unlessOff(context.resolved, (own) => findAct(inner, own, context))) ?? "over";
  const cleared = (context: SessionContext): SessionRead => ({ session: null, cookies: clearAll(context) });
  return {
    ...readers(inner, find),
    refresh: either(find, inner.refresh, shownSession, cleared),
    update: either(find, inner.update, refuseUpdate, cleared),
    async end(context) {
      if (!holdsAct(context)) return inner.end(context);
      await endBoth(inner, around, find, context);
      return { cookies: clearAll(context) };
    },
    async create(context, signedIn) {
      const created = await inner.create(context, signedIn);
      if (!holdsAct(context)) return created;
      await endBoth(inner, around, find, context);
      return { cookies: [...created.cookies, ...clearAside(context)] };
    },
  };
}

/** What changes no cookie. */
const readers = (
  inner: SessionStrategy,
  find: Find,
): Pick<SessionStrategy, "read" | "shown" | "current" | "sessionBinding"> => ({
  read: either(find, inner.read, shownSession, () => nobody),
  shown: either(
    find,
    inner.shown,
    (_context, { token, user }) => token ?? { ...user },
    () => null,
  ),
  current: either(
    find,
    inner.current,
    (_context, { user }) => ({ user }),
    () => null,
  ),
  sessionBinding: either(
    find,
    inner.sessionBinding,
    (_context, { act }) => `impersonation ${act.id}`,
    () => undefined,
  ),
});

/**
 * @param ask the session of everybody else
 * @param acted the session of a user for whom somebody acts
 * @param over for a cookie that does not open any more
 */
const either =
  <Given extends unknown[], T>(
    find: Find,
    ask: (context: SessionContext, ...given: Given) => Promise<T>,
    acted: (context: SessionContext, open: OpenAct) => T | Promise<T>,
    over: (context: SessionContext) => T,
  ) =>
  async (context: SessionContext, ...given: Given): Promise<T> => {
    if (!holdsAct(context)) return ask(context, ...given);
    const open = await find(context);
    return open === "over" ? over(context) : acted(context, open);
  };

/** What is done for the user ends, and the session that the administrator has come with. Never throws. */
async function endBoth(
  inner: SessionStrategy,
  around: AroundSessions,
  find: Find,
  context: SessionContext,
): Promise<void> {
  try {
    const open = await find(context);
    if (open === "over") return;
    await around.unlessOff(context.resolved, (own) => endAct(own, open.act));
    await inner.end(open.aside.own);
  } catch (thrown) {
    context.resolved.logger.error(toError(thrown));
  }
}

function refuseUpdate(): never {
  throw new PluginError("impersonating", "Whoever acts for a user changes nothing of theirs");
}

/** The cookie of the session, and the one aside. */
export function clearAll(context: SessionContext): readonly CookieChange[] {
  const { sessionToken } = context.cookies;
  const { names } = readSessionCookies(context.cookieHeader, sessionToken.name);
  return [...clearSessionCookies(sessionToken, names), ...clearAside(context)];
}
