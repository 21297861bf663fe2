/** `auth.users`, by name. */
import { membersOf } from "../../types/members.js";
import type { DeclaredChange, FunctionCaller, PluginFunction, PluginScope } from "../host/plugin.js";
import { banUser, signOutUser, unbanUser } from "./banning.js";
import type { OfficeAsking } from "./call.js";
import { createUser } from "./creation.js";
import { removeUser } from "./deletion.js";
import { impersonate } from "./impersonation/begin.js";
import type { AdminSettings } from "./options.js";
import { getUser, listUsers } from "./users.js";

type Args = readonly unknown[];
type Run = (asking: OfficeAsking, ...args: Args) => Promise<unknown>;

export function adminFunctions(settings: AdminSettings): Readonly<Record<string, PluginFunction>> {
  const call =
    (run: Run) =>
    (context: FunctionCaller, own: PluginScope, ...args: Args): Promise<unknown> =>
      run({ context, own, settings }, ...args);
  const reads = (run: Run): PluginFunction => ({ of: "reading", call: call(run) });
  const user: DeclaredChange = { of: "user" };
  const changes = (run: Run): PluginFunction => ({ ...user, call: call(run) });
  return {
    "users.list": reads((asking, asked) => listUsers(asking, membersOf(asked))),
    "users.get": reads(getUser),
    "users.create": changes((asking, given) => createUser(asking, membersOf(given))),
    "users.ban": changes((asking, id, given) => banUser(asking, id, membersOf(given))),
    "users.unban": changes(unbanUser),
    "users.signOut": changes(signOutUser),
    "users.remove": changes(removeUser),
    impersonate: {
      of: "none",
      call: call((asking, id, given) => impersonate(asking, id, membersOf(given))),
    },
  };
}
