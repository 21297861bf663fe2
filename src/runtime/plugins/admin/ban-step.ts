/** Keeps banned people out: before there is a session, once more behind it, and where a token says nothing of its epoch. */
import { AccessDenied } from "../../errors/index.js";
import { epochClaim } from "../../security/own-claims.js";
import type { JWT } from "../../types/entities.js";
import type { ResolvedConfig, SessionContext, SessionStrategy } from "../../types/resolved-config.js";
import type { AroundSessions, PluginStep } from "../host/plugin.js";
import { endAllSessions } from "../sessions/end-all-sessions.js";
import { asWatched } from "../sessions/watch-sessions.js";
import { isBanned, isKeptOut } from "./bans.js";
import { endHold, isHeldBack } from "./holds.js";

const refused = () => new AccessDenied("The user is banned");
const heldBack = () =>
  new AccessDenied("The second factor of the user was removed: a mail to the address comes first, or a day");

/** The host asks it again just before there is a session. */
export const banStep: PluginStep = {
  id: "admin-ban",
  rank: "refuses",
  async ask({ resolved }, { user, account }, own) {
    const { id, email: address, isNew } = user;
    const userId = isNew || id === undefined ? undefined : String(id);
    if (await isKeptOut(own, resolved, { userId, address, account })) throw refused();
    if (userId !== undefined && (await isHeldBack(own, resolved, { userId, account }))) throw heldBack();
    return undefined;
  },
};

/**
 * A ban ends all sessions once its row is there. One that is made meanwhile is seen here. Reads ask nothing, but for tokens
 * that cannot be ended by their number.
 */
export function keepingOut(sessions: SessionStrategy, around: AroundSessions): SessionStrategy {
  // One copy for each configuration: made at each check it is a part of what a check costs.
  const known = new WeakMap<ResolvedConfig, ResolvedConfig>();
  const asking = <Context extends SessionContext>(context: Context): Context => {
    const { resolved } = context;
    if (resolved.strategy !== "jwt" || resolved.adapter === undefined) return context;
    const asked = known.get(resolved) ?? asWatched(resolved, askingTokens(resolved, around));
    known.set(resolved, asked);
    return { ...context, resolved: asked };
  };
  return {
    shown: (context) => sessions.shown(asking(context)),
    read: (context) => sessions.read(asking(context)),
    current: (context) => sessions.current(asking(context)),
    sessionBinding: (context) => sessions.sessionBinding(asking(context)),
    refresh: (context) => sessions.refresh(asking(context)),
    update: (context, data) => sessions.update(asking(context), data),
    end: (context) => sessions.end(context),
    async create(context, signedIn) {
      const created = await sessions.create(asking(context), signedIn);
      const { id } = signedIn.user;
      if (id === undefined) return created;
      const userId = String(id);
      await around.unlessOff(context.resolved, async (own) => {
        const isBack = await isHeldBack(own, context.resolved, { userId, account: signedIn.account });
        if (!isBack && !(await isBanned(own, userId))) return endHold(own, userId);
        await endAllSessions(context.resolved, own, userId);
        throw isBack ? heldBack() : refused();
      });
      return created;
    },
  };
}

/** Tokens of an earlier release, or of another library, are ended by no number. */
function askingTokens(resolved: ResolvedConfig, around: AroundSessions): ResolvedConfig {
  const { revokedSessions: inner } = resolved;
  const askedToo = async (token: JWT, userId: string): Promise<boolean> => {
    if (await inner.has(token)) return true;
    return (await around.unlessOff(resolved, (own) => isBanned(own, userId))) === true;
  };
  return {
    ...resolved,
    revokedSessions: {
      ...inner,
      has: (token) =>
        typeof token[epochClaim] === "number" || token.sub === undefined
          ? inner.has(token)
          : askedToo(token, token.sub),
    },
  };
}
