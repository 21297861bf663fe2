/** `auth.sessions` and `auth.accounts`: what a server's own code does for the user who is signed in. */
import type { AccountInfo } from "../../server-functions/plugin-functions.js";
import { assertCallerMayChange } from "../accounts/authenticators.js";
import type { FunctionCaller, PluginDefinition, PluginScope } from "../host/plugin.js";
import { linkAddress, listAccounts, unlinkAccount } from "./accounts.js";
import { type ListSessions, revokeAll, revokeOthers, revokeSession } from "./sessions.js";
import { signedInUser, type SignedInUser } from "./user.js";

const forUser =
  <Args extends readonly unknown[], T>(run: (asking: SignedInUser, ...args: Args) => Promise<T>) =>
  async (caller: FunctionCaller, own: PluginScope, ...args: Args): Promise<T> =>
    run(await signedInUser(caller, own), ...args);

export const accountFunctions = (list: ListSessions): NonNullable<PluginDefinition["functions"]> => ({
  "sessions.list": { of: "reading", call: forUser(list) },
  "sessions.revoke": { of: "user", call: forUser((asking, id: string) => revokeSession(asking, id)) },
  "sessions.revokeOthers": { of: "user", call: forUser(revokeOthers) },
  "sessions.revokeAll": { of: "user", call: forUser(revokeAll) },
  "accounts.list": { of: "reading", call: forUser(listAccounts) },
  "accounts.link": {
    of: "account",
    async call(caller, own, id: string) {
      const { userId } = await signedInUser(caller, own);
      const address = linkAddress(caller.resolved, caller.site.base, id);
      await assertCallerMayChange(caller, userId);
      return address;
    },
  },
  "accounts.unlink": {
    of: "account",
    async call(caller, own, given: AccountInfo) {
      const asking = await signedInUser(caller, own);
      await assertCallerMayChange(caller, asking.userId);
      await unlinkAccount(asking, given, caller);
    },
  },
});
