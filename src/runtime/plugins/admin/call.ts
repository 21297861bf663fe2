/** Who asks for something of the back office: the one question that every page and function asks, at each request. */
import { throttleOf } from "../../flows/tries.js";
import type { ActionRequest } from "../../http/action-request.js";
import { pageUrl } from "../../security/page-url.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { SessionRead } from "../../types/resolved-config.js";
import type { FunctionCaller, PluginScope } from "../host/plugin.js";
import { hostOf, pluginsOf } from "../host/scope.js";
import { askedAtOf } from "../sessions/sign-in-time.js";
import { AdminError, asTooMany } from "./admin-error.js";
import { type AdminGrant, grantOf } from "./grants.js";
import type { AdminSettings } from "./options.js";

/** Where something is asked for: in a request, or by the server's own code for one. */
export interface OfficeAsking {
  readonly context: FunctionCaller & { readonly request?: ActionRequest | undefined };
  readonly own: PluginScope;
  readonly settings: AdminSettings;
}

/** By an administrator. */
export interface AdminAsking extends OfficeAsking {
  readonly admin: AdapterUser;
  readonly adminId: string;
  /** No plugin of the configuration has a second factor. */
  readonly lacksFactor: boolean;
}

/**
 * Is it an administrator who asks to read something?
 *
 * @throws AdminError `signed-out`; `not-found` for whoever has no grant; `stale` in a session of before the grant;
 *   `factor`; `too-many`
 */
export async function reading(asking: OfficeAsking): Promise<AdminAsking> {
  const { asker } = await administrator(asking);
  const { context, settings, adminId } = asker;
  const deed = { name: "admin-reads", limit: settings.readsAnHour, windowSeconds: 3600 } as const;
  await asTooMany(throttleOf(context.resolved).bounded(deed, adminId, () => Promise.resolve()));
  return asker;
}

/**
 * Is it an administrator who asks to change something, and has just shown who they are?
 *
 * @throws AdminError as `reading`; `stale` and `factor` also where they are too long ago
 */
export async function changing(asking: OfficeAsking): Promise<AdminAsking> {
  const { asker, askedAt } = await administrator(asking, asking.settings.freshSeconds);
  const { freshSeconds: maxAge } = asking.settings;
  if (Date.now() - askedAt.valueOf() > maxAge * 1000)
    throw new AdminError("stale", "To change something takes a sign-in of just now", { maxAge });
  return asker;
}

/** @param factorSeconds since the factor was shown, at most; undefined: in this session */
async function administrator(
  asking: OfficeAsking,
  factorSeconds?: number,
): Promise<{ readonly asker: AdminAsking; readonly askedAt: Date }> {
  const { context, own } = asking;
  const { resolved } = context;
  const problem = resolved.sessionProblem();
  if (problem !== undefined) throw problem;
  const current = await resolved.sessions.current(context);
  if (current === null) throw new AdminError("signed-out", "Nobody is signed in");
  const adminId = String(current.user.id);
  const grant = await grantOf(own, adminId);
  if (grant === undefined) throw new AdminError("not-found", "The user is no administrator");
  const read = await resolved.sessions.read(context);
  // What a callback has made of the session names somebody else.
  if (String(read.user?.id ?? read.token?.sub) !== adminId)
    throw new AdminError("not-found", "The session names another user than its token");
  const askedAt = await signInAfter(asking, grant, read);
  const lacksFactor = await assertFactor(asking, read, factorSeconds);
  return { asker: { ...asking, admin: current.user, adminId, lacksFactor }, askedAt };
}

/** The sign-in has to be newer than the grant: a session of before may be somebody else's. */
async function signInAfter(
  { context: { resolved } }: OfficeAsking,
  { createdAt }: AdminGrant,
  read: SessionRead,
): Promise<Date> {
  const askedAt = await askedAtOf(resolved, read);
  if (askedAt !== undefined && askedAt > createdAt) return askedAt;
  const maxAge = Math.max(1, Math.floor((Date.now() - createdAt.valueOf()) / 1000));
  throw new AdminError("stale", "The grant counts from the next sign-in on", { maxAge });
}

/** @returns true: nothing in the configuration could be shown */
async function assertFactor(
  { context, settings }: OfficeAsking,
  read: SessionRead,
  maxAge: number | undefined,
): Promise<boolean> {
  const { resolved } = context;
  const plugin = pluginsOf(resolved.config).find(({ factor }) => factor !== undefined);
  if (plugin === undefined) {
    if (settings.requireFactor)
      throw new AdminError("factor", "Administrators need a second factor, and no plugin has one");
    return true;
  }
  const factor = hostOf(resolved).factor(plugin.id);
  if (factor === undefined || !(await factor.isProven({ resolved, read, maxAge }))) {
    const url = factor && pageUrl(context, factor.path);
    throw new AdminError("factor", "The second factor has to be shown first", { url });
  }
  return false;
}
