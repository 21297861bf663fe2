/** What is told of organisations: to `record`, and to the app's handlers of events. */
import type { RecordedActions } from "../../types/callbacks.js";
import type { Awaitable } from "../../types/entities.js";
import type { PluginDefinition } from "../host/plugin.js";

/** What all changes tell. */
export interface OrganizationChange {
  /** Id of the organisation. */
  readonly organizationId: string;
  /** Whom it is about: the member, or who has created or deleted the organisation. */
  readonly userId: string;
}

/** A change of a member. */
export interface MemberChange extends OrganizationChange {
  /** The role now; of a removed member the one before. */
  readonly role: string;
  /** Id of the user who did it; null: nobody, it followed from something else. */
  readonly by: string | null;
}

/** A change of a role. */
export interface RoleChange extends MemberChange {
  /** The role before. */
  readonly from: string;
}

declare module "../../types/callbacks.js" {
  interface RecordedActions {
    /** With its first member. */
    readonly "organization.created": OrganizationChange;
    /** Its name or its slug is another one. */
    readonly "organization.renamed": OrganizationChange;
    /** By a member, or with the last of them. */
    readonly "organization.deleted": OrganizationChange;
    /** By an invitation, or as its maker. */
    readonly "member.added": MemberChange;
    /** Removed, gone by themselves, or deleted. */
    readonly "member.removed": MemberChange;
    /** Given by a member, or because no owner was left. */
    readonly "role.changed": RoleChange;
    /** A member invites. */
    readonly "invitation.sent": OrganizationChange;
    /** A member takes an invitation back. */
    readonly "invitation.withdrawn": OrganizationChange;
  }
  interface EventCallbacks {
    /** Plugin `organizations`: one was created. */
    organizationCreated: (message: OrganizationChange) => Awaitable<void>;
    /** Plugin `organizations`: one was deleted, or went with its last member. */
    organizationDeleted: (message: OrganizationChange) => Awaitable<void>;
    /** Plugin `organizations`: somebody has joined. */
    memberAdded: (message: MemberChange) => Awaitable<void>;
    /** Plugin `organizations`: a member was removed, has left, or was deleted. */
    memberRemoved: (message: MemberChange) => Awaitable<void>;
    /** Plugin `organizations`: a member has another role. */
    roleChanged: (message: RoleChange) => Awaitable<void>;
  }
}

export const events = {
  "organization.created": "organizationCreated",
  "organization.deleted": "organizationDeleted",
  "member.added": "memberAdded",
  "member.removed": "memberRemoved",
  "role.changed": "roleChanged",
} as const satisfies NonNullable<PluginDefinition["events"]> & Partial<Record<keyof RecordedActions, string>>;
