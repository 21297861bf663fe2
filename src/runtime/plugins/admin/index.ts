/** Entry point `authwright/plugins/admin`: the back office. Who gets in is said by the terminal, and asked at each request. */
import type { Plugin } from "../../types/plugin.js";
import { definePlugin } from "../host/define-plugin.js";
import { sessionTables } from "../sessions/session-tables.js";
import { watchSessions } from "../sessions/watch-sessions.js";
import { banStep, keepingOut } from "./ban-step.js";
import { isBanned } from "./bans.js";
import { events } from "./changes.js";
import { adminFunctions } from "./functions.js";
import { type AdminOptions, settingsOf } from "./options.js";
import { endHold } from "./holds.js";
import { pages as addresses } from "./page-table.js";
import { refusingChanges } from "./impersonation/around-host.js";
import { withImpersonation } from "./impersonation/around-sessions.js";
import { aboutImpersonation, impersonations } from "./impersonation/by-user.js";
import { impersonationGuard } from "./impersonation/guard.js";
import { isImpersonating } from "./impersonation/open-act.js";
import { impersonationRoutes } from "./impersonation/routes.js";
import { adminRoutes } from "./routes.js";
import { tables } from "./tables.js";
import { texts } from "./texts.js";
import { exportAdmin, forgetAdmin, forgetGrant } from "./user-rows.js";

export type { AdminChange, BanChange, FactorRemoval, ImpersonationBegin, Impersonator } from "./changes.js";
export { AdminError, type AdminErrorCode } from "./admin-error.js";
export type {
  AskedUsers,
  NewBan,
  NewImpersonation,
  UserFunctions,
  UserInfo,
  UserPageInfo,
} from "./function-types.js";
export type { AdminOptions } from "./options.js";

const cacheSeconds = 60;

/**
 * Pages and functions for administrators: users, their sessions, bans. Needs an adapter of this package with the tables of
 * the plugin. Nobody is an administrator before the terminal says so: `auth users grant`.
 *
 * @param options all of them can be left out
 * @returns the plugin, for `plugins` of the configuration
 * @throws RangeError for a number out of its range
 * @example const config = { adapter, providers, plugins: [twoFactor(), admin({ requireFactor: true })] };
 */
export function admin(options: AdminOptions = {}): Plugin {
  const settings = settingsOf(options);
  const watch = watchSessions({ cacheSeconds });
  return definePlugin({
    id: "admin",
    tables: [...sessionTables, ...tables],
    routes: [...adminRoutes(settings), ...impersonationRoutes(settings)],
    functions: adminFunctions(settings),
    addresses,
    messages: texts,
    events,
    guard: impersonationGuard,
    aroundHost: (host, plugins) => refusingChanges(host, plugins, isImpersonating),
    steps: [banStep],
    isAway: isBanned,
    about: async (own, userId, use, resolved) =>
      use === "user" ? aboutImpersonation(own, userId, resolved) : [],
    overview: async (own, userId) => ({ impersonations: await impersonations(own, userId) }),
    forgetUser: forgetAdmin,
    addressProven: forgetGrant,
    mailboxProven: endHold,
    exportUser: exportAdmin,
    aroundSessions: (sessions, around) =>
      withImpersonation(keepingOut(watch(sessions, around), around), around),
    sendMail: settings.sendMail,
  });
}
