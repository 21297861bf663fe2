/** `auth.users`, by name. */
import { membersOf } from "../../types/members.js";
import type { FunctionCaller, PluginFunction, PluginScope } from "../host/plugin.js";
import type { Asking } from "./call.js";
import type { Settings } from "./options.js";
import { getUser, listUsers } from "./users.js";

type Args = readonly unknown[];
type Run = (asking: Asking, ...args: Args) => Promise<unknown>;

export function adminFunctions(settings: Settings): Readonly<Record<string, PluginFunction>> {
  const call =
    (run: Run) =>
    (context: FunctionCaller, own: PluginScope, ...args: Args): Promise<unknown> =>
      run({ context, own, settings }, ...args);
  const reads = (run: Run): PluginFunction => ({ of: "reading", call: call(run) });
  return {
    "users.list": reads((asking, asked) => listUsers(asking, membersOf(asked))),
    "users.get": reads(getUser),
  };
}
