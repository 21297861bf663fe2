/** Entry point `authwright/plugins/account`: sessions and accounts of the user who is signed in, and a page for them. */
import type { Plugin } from "../../types/plugin.js";
import { definePlugin } from "../define-plugin.js";
import type { FunctionCaller, PluginScope } from "../plugin.js";
import { watchSessions } from "../watch-sessions.js";
import type { AccountInfo } from "../../server-functions/plugin-functions.js";
import { linkAddress, listAccounts, unlinkAccount } from "./accounts.js";
import { listSessions, revokeAll, revokeOthers, revokeSession } from "./sessions.js";
import { tables } from "./tables.js";
import { signedInUser, type SignedInUser } from "./user.js";

export { AccountError, type AccountErrorCode } from "./account-error.js";
export type { KnownSession } from "./sessions.js";

/** Options of {@link account}. */
export interface AccountOptions {
  /**
   * For sessions of strategy "jwt": seconds for which a process goes on without asking the database whether a session was
   * ended. So long a session may go on in other processes after `revoke`, `revokeOthers` and `revokeAll`. 0: each check
   * asks. From 0 to 3600. Default: 60.
   */
  readonly cacheSeconds?: number;
}

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
  const { cacheSeconds = 60 } = options;
  if (!(cacheSeconds >= 0 && cacheSeconds <= 3600))
    throw new RangeError("account: cacheSeconds is a number of seconds from 0 to 3600");
  const forUser =
    <Args extends readonly unknown[], T>(run: (asking: SignedInUser, ...args: Args) => Promise<T>) =>
    async (caller: FunctionCaller, own: PluginScope, ...args: Args): Promise<T> =>
      run(await signedInUser(caller, own), ...args);
  return definePlugin({
    id: "account",
    tables,
    aroundSessions: watchSessions({ cacheSeconds }),
    functions: {
      sessions: {
        list: forUser(listSessions),
        revoke: forUser((asking, id: string) => revokeSession(asking, id)),
        revokeOthers: forUser(revokeOthers),
        revokeAll: forUser(revokeAll),
      },
      accounts: {
        list: forUser(listAccounts),
        link: async (caller, own, id: string) => {
          await signedInUser(caller, own);
          return linkAddress(caller.resolved, caller.site.base, id);
        },
        unlink: forUser((asking, given: AccountInfo) => unlinkAccount(asking, given)),
      },
    },
  });
}
