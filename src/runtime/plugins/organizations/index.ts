/**
 * Entry point `authwright/plugins/organizations`: organisations with members and roles, which stand in the address. Nothing
 * of them is in a session.
 */
import type { Plugin } from "../../types/plugin.js";
import { definePlugin } from "../host/define-plugin.js";
import { findMailProblem } from "../mail/send-mail.js";
import { sessionTables } from "../sessions/session-tables.js";
import { watchSessions } from "../sessions/watch-sessions.js";
import { events } from "./changes.js";
import { organizationFunctions } from "./functions.js";
import { changeNeedsProof, endMark, invitedUserStep, proveByPassword } from "./invited-users.js";
import { type OrganizationsOptions, settingsOf } from "./options.js";
import { organizationGuard } from "./guard.js";
import { pages as addresses } from "./page-table.js";
import { organizationRoutes } from "./routes.js";
import { leaveAll, mayForget } from "./succession.js";
import { tables } from "./tables.js";
import { appoint } from "./take-over.js";
import { texts } from "./texts.js";
import { aboutMember, endUnprovenInvitations, exportOrganizations } from "./user-rows.js";

export type { MemberChange, OrganizationChange, RoleChange } from "./changes.js";
export type {
  InvitationFunctions,
  InvitationInfo,
  MemberFunctions,
  MemberInfo,
  MemberPage,
  NewInvitation,
  OrganizationFunctions,
  OrganizationInfo,
  SentInvitations,
} from "./function-types.js";
export type { GuardedOrganization, Permission } from "./guard.js";
export type { Organization } from "./memberships.js";
export { OrganizationError, type OrganizationErrorCode } from "./organization-error.js";
export type { AskedInvitation, OrganizationLimits, OrganizationsOptions, RemovedMember } from "./options.js";
export type { OwnPermission, RoleName, RolePermissions } from "./permissions.js";

const cacheSeconds = 60;

/**
 * Gives `auth.organizations`, `auth.members` and `auth.invitations`. Needs an adapter of this package with the tables of
 * the plugin, and somebody who sends mails: a mail provider of the configuration, or the option `sendMail`; with
 * `invitation.anyAccount` nobody.
 *
 * @param options roles and who may create organisations are needed
 * @returns the plugin, for `plugins` of the configuration
 * @throws TypeError for roles that do not fit, and without `create`; RangeError for a number out of its range
 * @example
 * const roles = { owner: ["*"], admin: ["member:*"], member: [] };
 * const config = { adapter, providers: [Resend], plugins: [organizations({ roles, create: "everybody" })] };
 */
export function organizations(options: OrganizationsOptions): Plugin {
  const settings = settingsOf(options);
  return definePlugin({
    id: "organizations",
    tables: [...sessionTables, ...tables],
    routes: organizationRoutes(settings),
    functions: organizationFunctions(settings),
    guard: organizationGuard(settings),
    addresses,
    messages: texts,
    links: () => [
      {
        text: { name: "yours" },
        action: { path: "/organizations", label: { name: "open" }, needsText: true },
      },
    ],
    events,
    steps: [invitedUserStep],
    changeNeeds: changeNeedsProof,
    mayForget,
    async forgetUser(own, userId, _address, resolved) {
      await leaveAll(settings, own, resolved, userId);
      await endMark(own, userId);
    },
    async addressProven(own, userId) {
      await endUnprovenInvitations(own, userId);
      await endMark(own, userId);
    },
    credentialsChanged: proveByPassword,
    exportUser: exportOrganizations,
    about: aboutMember,
    helps: { handOver: (own, asked) => appoint(own, settings, asked) },
    // To delete an organisation takes a fresh sign-in.
    aroundSessions: watchSessions({ cacheSeconds }),
    sendMail: settings.sendMail,
    findProblem: (providers) =>
      settings.invitation.anyAccount
        ? undefined
        : findMailProblem("organizations", providers, settings.sendMail),
  });
}
