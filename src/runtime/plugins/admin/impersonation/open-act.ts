/** Does somebody act for a user in this browser, and may they still? Asked at each request. */
import type { AdapterUser } from "../../../types/adapter.js";
import type { JWT } from "../../../types/entities.js";
import type { SessionContext, SessionStrategy } from "../../../types/resolved-config.js";
import type { PluginScope } from "../../host/plugin.js";
import { hostOf, pluginsOf, scopeOf } from "../../host/scope.js";
import { isBanned } from "../bans.js";
import { grantOf, isAdministrator } from "../grants.js";
import { holdsAct, openAct } from "./act-token.js";
import { type Act, openRow } from "./acts.js";
import { asideOf } from "./aside.js";

/** Somebody acts for somebody. */
export interface OpenAct {
  readonly act: Act;
  readonly admin: AdapterUser;
  readonly user: AdapterUser;
  readonly token: JWT | undefined;
  /** The value of the administrator's own session cookie, and that session. */
  readonly aside: { readonly value: string; readonly own: SessionContext };
}

/**
 * It is over with whatever it stands on: its row, the administrator's session, grant or user, a ban of either, the user.
 *
 * @param sessions of the administrator
 * @returns undefined: nobody acts for anybody; "over": the cookie says so, and does not open any more
 */
export async function findAct(
  sessions: SessionStrategy,
  own: PluginScope,
  context: SessionContext,
): Promise<OpenAct | "over" | undefined> {
  if (!holdsAct(context)) return undefined;
  const claims = await openAct(context);
  const act = claims && (await openRow(own, claims.key));
  const aside = act && (await asideOf(context, act.id));
  if (act === undefined || aside === undefined) return "over";
  const { adminId, userId } = act;
  const current = await sessions.current(aside.own);
  const user = await context.resolved.adapter?.getUser(userId);
  if (String(current?.user.id) !== adminId || !current || !user) return "over";
  const [grant, ...kept] = await Promise.all([
    grantOf(own, adminId),
    isAdministrator(own, userId),
    isBanned(own, adminId),
    isBanned(own, userId),
  ]);
  // A grant that was given anew counts from the next sign-in on: nothing of before it goes on.
  if (grant === undefined || grant.createdAt >= act.createdAt || kept.includes(true)) return "over";
  return { act, admin: current.user, user, token: claims?.token, aside };
}

/**
 * By a plugin that is off nobody acts for anybody: its cookie opens nothing.
 *
 * @returns who acts for whom, and what is the plugin's own; undefined: nobody does
 */
export async function findOpenAct(
  context: SessionContext,
): Promise<{ readonly open: OpenAct; readonly own: PluginScope } | undefined> {
  if (!holdsAct(context)) return undefined;
  const { resolved } = context;
  const plugin = pluginsOf(resolved.config).find(({ id }) => id === "admin");
  if (plugin === undefined) return undefined;
  const own = scopeOf(plugin, resolved);
  try {
    const open = await findAct(resolved.sessions, own, context);
    return open === undefined || open === "over" ? undefined : { open, own };
  } catch (thrown) {
    if (hostOf(resolved).isOff(plugin, resolved.logger, thrown)) return undefined;
    throw thrown;
  }
}

export const isImpersonating = async (context: SessionContext): Promise<boolean> =>
  (await findOpenAct(context)) !== undefined;
