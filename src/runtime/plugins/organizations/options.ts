/** Options of the plugin, and the numbers that hold where there is none. */
import type { AdapterUser } from "../../types/adapter.js";
import type { Awaitable } from "../../types/entities.js";
import type { SendMail } from "../mail/send-mail.js";
import { membershipReader, type Organization, type ReadMembership } from "./memberships.js";
import { assertRoles, type RolePermissions } from "./permissions.js";

/** How many there may be. */
export interface OrganizationLimits {
  /** Organisations that one user owns. Default: 10. */
  readonly organizations?: number;
  /** Members of one organisation. Default: 1000, which is the most. */
  readonly members?: number;
  /** Invitations of one organisation that are open. Default: 50. */
  readonly invitations?: number;
  /** Mails of one inviter in ten minutes. Default: 20. */
  readonly mailsInTenMinutes?: number;
  /** Mails of one inviter in 24 hours. Default: 100. */
  readonly mailsADay?: number;
  /** Mails of one organisation in 24 hours. Default: 200. */
  readonly organizationMailsADay?: number;
  /** Open invitations, and mails in 24 hours, of an organisation that nobody has joined yet. Default: 5. */
  readonly beforeFirstMember?: number;
}

/** Options of {@link organizations}. */
export interface OrganizationsOptions {
  /**
   * Permissions by role, the highest role first. It has to hold `owner: ["*"]`. `*` allows all, `invoice:*` all that begins
   * with `invoice:`. The plugin's own permissions are `member:invite`, `member:role`, `member:remove`,
   * `organization:rename`, `organization:delete` and `key:manage`.
   */
  readonly roles: RolePermissions;
  /** Who may create organisations. It has no default: decide. */
  readonly create: "everybody" | "nobody" | ((user: AdapterUser) => Awaitable<boolean>);
  /** How people are invited. */
  readonly invitation?: {
    /** Days until an invitation ends. From 1 to 30. Default: 7. */
    readonly days?: number;
    /**
     * Invitations may be links, too, by which whoever is signed in joins: they can be copied. Without anything that sends
     * mails there are no others. Default: false.
     */
    readonly anyAccount?: boolean;
  };
  /** What is left out keeps its default. */
  readonly limits?: OrganizationLimits;
  /** May this invitation be sent? Asked behind all rules of the plugin; false refuses it. Default: yes. */
  readonly maySend?: (asked: AskedInvitation) => Awaitable<boolean>;
  /** Called before an organisation is created. What it throws refuses. */
  readonly onCreate?: (made: {
    readonly organization: Organization;
    readonly user: AdapterUser;
  }) => Awaitable<void>;
  /** Called before an organisation is deleted, to delete what the app keeps. What it throws keeps the organisation. */
  readonly onDelete?: (deleted: { readonly organization: Organization }) => Awaitable<void>;
  /** Called before a membership ends, but where the organisation is deleted. What it throws keeps the member. */
  readonly onMemberRemoved?: (removed: RemovedMember) => Awaitable<void>;
  /** Mails members of what became of their role, and of their organisation. Default: true. */
  readonly notify?: boolean;
  /**
   * Who sees the addresses of members: who may invite, remove or give roles; all members; or nobody but those whose
   * addresses they are. Default: `managers`.
   */
  readonly showAddresses?: "managers" | "everybody" | "nobody";
  /** Sends the mails. Default: by the option of another plugin, else by the first mail provider that can. */
  readonly sendMail?: SendMail;
}

/** An invitation that is about to be sent. */
export interface AskedInvitation {
  /** Where to. */
  readonly organization: Organization;
  /** Who invites. */
  readonly user: AdapterUser;
  /** undefined: a link for whoever is signed in. */
  readonly addresses: readonly string[] | undefined;
  /** As what they would join. */
  readonly role: string;
}

/** A membership that is about to end. */
export interface RemovedMember {
  /** Of which. */
  readonly organization: Organization;
  /** Whose. */
  readonly userId: string;
  /** As what. */
  readonly role: string;
}

/** The options, each with a value. */
export interface Settings extends Omit<OrganizationsOptions, "invitation" | "limits"> {
  readonly invitation: Required<NonNullable<OrganizationsOptions["invitation"]>>;
  readonly limits: Required<OrganizationLimits>;
  readonly notify: boolean;
  readonly showAddresses: NonNullable<OrganizationsOptions["showAddresses"]>;
  readonly readMembership: ReadMembership;
}

const limits: Required<OrganizationLimits> = {
  organizations: 10,
  members: 1000,
  invitations: 50,
  mailsInTenMinutes: 20,
  mailsADay: 100,
  organizationMailsADay: 200,
  beforeFirstMember: 5,
};

/** @throws TypeError and RangeError for options that do not fit */
export function settingsOf(options: OrganizationsOptions): Settings {
  const { roles, create } = options;
  assertRoles(roles);
  if (create !== "everybody" && create !== "nobody" && typeof create !== "function")
    throw new TypeError('organizations: create is "everybody", "nobody" or a function: decide who may');
  const days = options.invitation?.days ?? 7;
  if (!(Number.isInteger(days) && days >= 1 && days <= 30))
    throw new RangeError("organizations: invitation.days is a number of days from 1 to 30");
  const settled = { ...limits, ...options.limits };
  for (const [name, value] of Object.entries(settled))
    if (!(Number.isInteger(value) && value >= 1 && value <= 1_000_000))
      throw new RangeError(`organizations: limits.${name} is a number from 1`);
  if (settled.members > limits.members)
    throw new RangeError(`organizations: limits.members is ${limits.members} at most`);
  return {
    ...options,
    invitation: { days, anyAccount: options.invitation?.anyAccount === true },
    limits: settled,
    notify: options.notify !== false,
    showAddresses: options.showAddresses ?? "managers",
    readMembership: membershipReader(),
  };
}
