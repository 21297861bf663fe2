/** `auth.organizations`, `auth.members` and `auth.invitations`, by name. */
import type { DeclaredChange, FunctionCaller, PluginFunction, PluginScope } from "../host/plugin.js";
import type { Asking } from "./call.js";
import { listInvitations, resendInvitation, sendInvitations, withdrawInvitation } from "./invitations.js";
import { handOver, listMembers, removeMember, setRole } from "./members.js";
import type { Settings } from "./options.js";
import {
  createOrganization,
  getOrganization,
  leaveOrganization,
  listOrganizations,
  removeOrganization,
  renameOrganization,
} from "./organizations.js";
import { membersOf } from "../../types/members.js";

type Args = readonly unknown[];
type Run = (asking: Asking, ...args: Args) => Promise<unknown>;

export function organizationFunctions(settings: Settings): Readonly<Record<string, PluginFunction>> {
  const call =
    (run: Run) =>
    (context: FunctionCaller, own: PluginScope, ...args: Args): Promise<unknown> =>
      run({ context, own, settings }, ...args);
  const reads = (run: Run): PluginFunction => ({ of: "reading", call: call(run) });
  const membership: DeclaredChange = { of: "membership" };
  const changes = (run: Run): PluginFunction => ({ ...membership, call: call(run) });
  return {
    "organizations.list": reads(listOrganizations),
    "organizations.get": reads(getOrganization),
    "organizations.create": changes((asking, given) => createOrganization(asking, membersOf(given))),
    "organizations.rename": changes((asking, slug, given) =>
      renameOrganization(asking, slug, membersOf(given)),
    ),
    "organizations.remove": changes(removeOrganization),
    "organizations.leave": changes(leaveOrganization),
    "members.list": reads((asking, slug, asked) => listMembers(asking, slug, membersOf(asked))),
    "members.setRole": changes(setRole),
    "members.remove": changes(removeMember),
    "members.handOver": changes(handOver),
    "invitations.send": changes((asking, slug, given) => sendInvitations(asking, slug, membersOf(given))),
    "invitations.list": reads(listInvitations),
    "invitations.resend": changes(resendInvitation),
    "invitations.withdraw": changes(withdrawInvitation),
  };
}
