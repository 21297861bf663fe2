/** Who asks for something of organisations, and what they may. */
import type { ActionRequest } from "../../http/action-request.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { FunctionCaller, PluginScope } from "../host/plugin.js";
import { findOrganization, type Membership } from "./memberships.js";
import { OrganizationError } from "./organization-error.js";
import type { Settings } from "./options.js";
import type { OrganizationPlace } from "./owners.js";
import { keepOwned } from "./succession.js";
import { can, type OwnPermission } from "./permissions.js";

/** Where something is asked for: in a request, or by the server's own code for one. */
export interface Asking {
  readonly context: FunctionCaller & { readonly request?: ActionRequest | undefined };
  readonly own: PluginScope;
  readonly settings: Settings;
}

/** By a user who is signed in. */
export interface UserAsking extends Asking {
  readonly user: AdapterUser;
  readonly userId: string;
}

/** By a member of an organisation. */
export interface MemberAsking extends UserAsking, Membership {
  readonly place: OrganizationPlace;
  /** Nobody owns the organisation since then. */
  readonly vacantSince: Date | undefined;
}

/** @returns undefined: nobody is signed in */
export async function visitorOf(asking: Asking): Promise<UserAsking | undefined> {
  const { resolved } = asking.context;
  const problem = resolved.sessionProblem();
  if (problem !== undefined) throw problem;
  const current = await resolved.sessions.current(asking.context);
  return current === null ? undefined : { ...asking, user: current.user, userId: String(current.user.id) };
}

/** @throws OrganizationError with `signed-out` */
export async function signedIn(asking: Asking): Promise<UserAsking> {
  const visitor = await visitorOf(asking);
  if (visitor === undefined) throw new OrganizationError("signed-out", "Nobody is signed in");
  return visitor;
}

/**
 * Also finishes what others have left behind in the organisation.
 *
 * @throws OrganizationError with `signed-out`; with `not-found` for whoever is no member too
 */
export async function memberAsking(asking: Asking, slug: unknown): Promise<MemberAsking> {
  const user = await signedIn(asking);
  const { own, settings, context } = asking;
  const missing = () => new OrganizationError("not-found", "The user is a member of no such organisation");
  if (typeof slug !== "string") throw missing();
  const membership = await settings.readMembership(own, slug, user.userId);
  if (membership === undefined) throw missing();
  // What is kept of it for a minute may have another name by now.
  const organization = await findOrganization(own, membership.organization.id);
  if (organization === undefined) throw missing();
  const place = { own, resolved: context.resolved, organizationId: organization.id };
  const vacantSince = await keepOwned({ own, settings, from: context }, organization);
  return { ...user, role: membership.role, organization, place, vacantSince };
}

/** @throws OrganizationError with `forbidden` */
export function assertCan(
  { settings, role }: Pick<MemberAsking, "settings" | "role">,
  permission: OwnPermission,
): void {
  if (!can(settings.roles, role, permission))
    throw new OrganizationError("forbidden", `The role "${role}" does not allow ${permission}`);
}

/** Has the user a proven address? Where the configuration can mail no proof, nobody is asked for one. */
export const isProven = ({ context: { resolved }, user }: UserAsking): boolean =>
  user.emailVerified instanceof Date || resolved.providers("email").length === 0;

/**
 * Inviting and joining by a link ask for it.
 *
 * @throws OrganizationError with `forbidden`
 */
export function assertProven(asker: UserAsking): void {
  if (!isProven(asker)) throw new OrganizationError("forbidden", "The address of the user is not proven");
}
