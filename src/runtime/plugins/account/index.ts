/** Entry point `authwright/plugins/account`: sessions and accounts of the user who is signed in, and a page for them. */
import type { AuthConfig } from "../../types/config.js";
import type { Plugin } from "../../types/plugin.js";
import type { SessionStrategy } from "../../types/resolved-config.js";
import { definePlugin } from "../host/define-plugin.js";
import type { AroundSessions, PluginScope } from "../host/plugin.js";
import type { SendMail } from "../mail/send-mail.js";
import { watchSessions } from "../sessions/watch-sessions.js";
import { accountFunctions } from "./functions.js";
import { exportKept } from "./download.js";
import {
  deleteDue,
  forgetAccount,
  forgetUnproven,
  isLeaving,
  keepSignedIn,
  keepUser,
  type OnDelete,
} from "./deletion.js";
import { pages as addresses } from "./page-table.js";
import { placeReader, type PlaceOption } from "./places.js";
import { accountRoutes } from "./routes.js";
import { nameNewPasskey } from "./passkeys.js";
import { texts } from "./texts.js";
import { listSessions } from "./sessions.js";
import { keepingPlaces, listWithPlaces } from "./session-places.js";
import { tables } from "./tables.js";
import { isFresh } from "../sessions/sign-in-time.js";
import { tellOwner } from "./owner-mail.js";
import { aboutAccount } from "./user-rows.js";
import { forgetUse, type NoteUse, usesNoter } from "./uses.js";

export { AccountError, type AccountErrorCode } from "../accounts/account-error.js";
export type { OnDelete } from "./deletion.js";
export type { PlaceOption } from "./places.js";
export type { SessionInfo, SessionPlace } from "../../server-functions/plugin-functions.js";

/** Options of {@link account}. */
export interface AccountOptions {
  /**
   * For sessions of strategy "jwt": seconds for which a process goes on without asking the database whether a session was
   * ended. So long a session may go on in other processes after `revoke`, `revokeOthers` and `revokeAll`. 0: each check
   * asks. From 0 to 3600. Default: 60. Where another plugin has the option too, the smaller number holds.
   */
  readonly cacheSeconds?: number;
  /**
   * Seconds since the sign-in within which users may delete their account, and add and remove what opens it: accounts,
   * passkeys, a second factor. From 60 to 86400. Default: 600.
   */
  readonly freshSeconds?: number;
  /**
   * Days between the click and the deletion. The user is signed out at once, and a sign-in in between keeps the account.
   * Who is due goes when the app calls {@link deleteDueUsers}, and so does, with 0 too, whoever has lost the second factor
   * and deletes by mail. From 0 to 60. Default: 0, at once.
   */
  readonly deleteAfterDays?: number;
  /**
   * Called before a user is deleted, to delete what the app keeps. What it throws keeps the user, and is the answer's
   * error. Default: nothing.
   */
  readonly onDelete?: OnDelete;
  /**
   * Sends the mails that tell owners what was added and removed. Default: by the option of another plugin, else by the
   * first mail provider of the configuration that can; where there is none, nobody is told.
   */
  readonly sendMail?: SendMail;
  /**
   * Who says where users sign in, for the list of their sessions: the platform that the app runs behind, or a function.
   * Only name a platform that every request comes through: elsewhere any client can send its headers. Default: nobody,
   * and nothing is kept.
   */
  readonly place?: PlaceOption;
}

/** A sign-in takes back that the user is to be deleted, as far as it may, and is noted as a use of its way. */
const keepingUsers = (
  sessions: SessionStrategy,
  around: AroundSessions,
  noteUse: NoteUse,
): SessionStrategy => ({
  ...sessions,
  async create(context, signedIn) {
    const { resolved } = context;
    const { id } = signedIn.user;
    const keep = async (own: PluginScope) => {
      if (id !== undefined) await keepSignedIn(resolved, own, String(id));
      return own;
    };
    const own = await around.unlessOff(resolved, keep);
    const created = await sessions.create(context, signedIn);
    if (own === undefined) return created;
    await noteUse(resolved, own, signedIn);
    await nameNewPasskey(context, own, signedIn);
    return created;
  },
});

/**
 * Deletes the users whose `deleteAfterDays` are over, or the week of those who delete by mail. For a job that runs once
 * a day; it may miss 60 days, and several at once delete nobody twice.
 *
 * @param config of the app, with the plugin
 * @param onDelete as in the options of the plugin
 * @returns how many users were deleted; one who could not be is in the log, and due the next time
 * @throws TypeError when the configuration lacks the plugin
 * @example await deleteDueUsers(config);
 */
export const deleteDueUsers = (config: AuthConfig, onDelete?: OnDelete): Promise<number> =>
  deleteDue(config, onDelete);

/**
 * Gives `auth.sessions` and `auth.accounts`. Needs an adapter of this package with the tables of the plugin.
 *
 * @param options how soon sessions end
 * @returns the plugin, for `plugins` of the configuration
 * @throws RangeError when an option is out of its range
 * @example
 * const config = { adapter, providers: [GitHub], plugins: [account()] };
 * await auth.sessions.revokeOthers();
 */
export function account(options: AccountOptions = {}): Plugin {
  const { cacheSeconds = 60, freshSeconds = 600, deleteAfterDays = 0, onDelete, sendMail, place } = options;
  if (!(cacheSeconds >= 0 && cacheSeconds <= 3600))
    throw new RangeError("account: cacheSeconds is a number of seconds from 0 to 3600");
  if (!(freshSeconds >= 60 && freshSeconds <= 86_400))
    throw new RangeError("account: freshSeconds is a number of seconds from 60 to 86400");
  if (!(Number.isInteger(deleteAfterDays) && deleteAfterDays >= 0 && deleteAfterDays <= 60))
    throw new RangeError("account: deleteAfterDays is a number of days from 0 to 60");
  const watch = watchSessions({ cacheSeconds });
  const noteUse = usesNoter();
  const readPlace = place === undefined ? undefined : placeReader(place);
  const list = readPlace === undefined ? listSessions : listWithPlaces;
  return definePlugin({
    id: "account",
    tables,
    routes: accountRoutes({ listSessions: list, freshSeconds, deleteAfterDays, onDelete, sendMail }),
    addresses,
    messages: texts,
    changeNeeds: async (_own, { context }) =>
      (await isFresh(context, freshSeconds)) ? undefined : { maxAge: freshSeconds },
    changed: (own, context, change) => tellOwner(own, context, change, sendMail),
    sendMail,
    signedInWithFactor: keepUser,
    beforeForget: async (user) => {
      await onDelete?.({ user });
    },
    forgetUser: forgetAccount,
    isAway: isLeaving,
    accountUnlinked: forgetUse,
    about: async (own, userId, use, resolved) =>
      use === "admin" ? aboutAccount({ own, resolved, userId }, list) : [],
    exportUser: exportKept,
    addressProven: forgetUnproven,
    aroundSessions: (sessions, around) => {
      const kept = keepingUsers(watch(sessions, around), around, noteUse);
      return readPlace === undefined ? kept : keepingPlaces(kept, around, readPlace);
    },
    functions: accountFunctions(list),
  });
}
