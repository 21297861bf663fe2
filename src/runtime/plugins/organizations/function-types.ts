/** What the plugin adds to `auth`, in types: merged into what every framework has. */
import type { RoleName } from "./permissions.js";

/** An organisation of the user who is signed in. */
export interface OrganizationInfo {
  /** For the columns of the app's own tables: it never changes. */
  readonly id: string;
  /** Stands in addresses; it can be changed. */
  readonly slug: string;
  /** 1 to 80 characters. */
  readonly name: string;
  /** The user's own. */
  readonly role: RoleName;
}

/** A member, as lists show them. */
export interface MemberInfo {
  /** The member, as far as the user who asks may see. */
  readonly user: {
    /** Names them in `setRole`, `remove` and `handOver`. */
    readonly id: string;
    /** null: none is known. */
    readonly name: string | null;
    /** Left out for who may not see it. */
    readonly email?: string;
    /** Address of the picture. */
    readonly image: string | null;
  };
  /** Of the app's roles. */
  readonly role: RoleName;
  /** When they joined. */
  readonly since: Date;
}

/** Which members are asked for. */
export interface AskedMembers {
  /** How their name begins, or an address that the user may see. A page looks at 1000 members at most. */
  readonly search?: string;
  /** `next` of the page before. */
  readonly after?: string;
}

/** A page of members. */
export interface MemberPage {
  /** In the order of their ids. */
  readonly members: readonly MemberInfo[];
  /** What the next page is asked for with; null: there is none. Of a search it may be empty, and go on all the same. */
  readonly next: string | null;
}

/** An open invitation. It names nobody's link. */
export interface InvitationInfo {
  /** Names it in `resend` and `withdraw`; no secret. */
  readonly id: string;
  /** null: a link for whoever is signed in. */
  readonly address: string | null;
  /** As what they join. */
  readonly role: RoleName;
  /** Id of the member who has invited; null: the server itself. */
  readonly by: string | null;
  /** When its link ends. */
  readonly expires: Date;
  /** Of a link: how many may still join by it. */
  readonly uses?: number;
}

/** What is sent: to addresses, or as a link for whoever is signed in. */
export interface NewInvitation {
  /** 1 to 50. Left out: a link, where the option `invitation.anyAccount` allows it. */
  readonly addresses?: readonly string[];
  /** As what they join: a role that the user's own covers. */
  readonly role: RoleName;
  /** Of a link: how many may join by it, 1 to 1000. Default: 1. */
  readonly uses?: number;
}

/** What was sent. */
export interface SentInvitations {
  /** One for each address, or that of the link. */
  readonly invitations: readonly InvitationInfo[];
  /** The link, where there is no address. A secret; it is shown this once. */
  readonly url?: string;
}

/**
 * `auth.organizations`. Each function throws `OrganizationError`, and `MissingPlugin` when no plugin provides it.
 *
 * @typeParam From what names the request: nothing where the framework knows it, else the request itself
 */
export interface OrganizationFunctions<From extends readonly unknown[]> {
  /** Those of the user. */
  list(...args: [...From]): Promise<readonly OrganizationInfo[]>;
  /** One of the user's. @throws OrganizationError `not-found` for whoever is no member, too */
  get(...args: [...From, slug: string]): Promise<OrganizationInfo>;
  /** Makes one, which the user owns. The slug is made of the name where it is left out. */
  create(
    ...args: [...From, organization: { readonly name: string; readonly slug?: string }]
  ): Promise<OrganizationInfo>;
  /** Gives it another name, or another slug: the old one leads members on for 90 days. */
  rename(
    ...args: [...From, slug: string, changes: { readonly name?: string; readonly slug?: string }]
  ): Promise<OrganizationInfo>;
  /** Deletes it. @param typedName its name, as the user has typed it */
  remove(...args: [...From, slug: string, typedName: string]): Promise<void>;
  /** The user leaves. @throws OrganizationError `last-owner` */
  leave(...args: [...From, slug: string]): Promise<void>;
}

/** `auth.members`, as {@link OrganizationFunctions}. */
export interface MemberFunctions<From extends readonly unknown[]> {
  /** 50 of them at a time. */
  list(...args: [...From, slug: string, asked?: AskedMembers]): Promise<MemberPage>;
  /** Gives a member another role. */
  setRole(...args: [...From, slug: string, userId: string, role: RoleName]): Promise<void>;
  /** Removes a member. */
  remove(...args: [...From, slug: string, userId: string]): Promise<void>;
  /** The member becomes an owner, and the user gets the role that the member had. */
  handOver(...args: [...From, slug: string, userId: string]): Promise<void>;
}

/** `auth.invitations`, as {@link OrganizationFunctions}. */
export interface InvitationFunctions<From extends readonly unknown[]> {
  /** Invites. A newer invitation to an address ends the older one. */
  send(...args: [...From, slug: string, invitation: NewInvitation]): Promise<SentInvitations>;
  /** Those that are open. */
  list(...args: [...From, slug: string]): Promise<readonly InvitationInfo[]>;
  /** Mails a new link in place of the old one. */
  resend(...args: [...From, slug: string, id: string]): Promise<InvitationInfo>;
  /** Its link opens nothing any more. */
  withdraw(...args: [...From, slug: string, id: string]): Promise<void>;
}

declare module "../../server-functions/plugin-functions.js" {
  interface PluginServerFunctions<From extends readonly unknown[]> {
    /** Organisations of the user: plugin `organizations`. */
    readonly organizations: OrganizationFunctions<From>;
    /** Members of an organisation: plugin `organizations`. */
    readonly members: MemberFunctions<From>;
    /** Invitations of an organisation: plugin `organizations`. */
    readonly invitations: InvitationFunctions<From>;
  }
}
