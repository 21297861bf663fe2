/** What the link of an invitation is for who holds it, and how they join by it. Scanners of mails change nothing: joining is a POST. */
import type { AdapterUser } from "../../types/adapter.js";
import { assertProven, type Asking, type UserAsking, visitorOf } from "./call.js";
import type { OrganizationInfo } from "./function-types.js";
import { findByToken, type Invitation, rowOf } from "./invitation-rows.js";
import { findMember, findOrganization, type Organization } from "./memberships.js";
import { OrganizationError } from "./organization-error.js";
import { infoOf } from "./organizations.js";
import { addMember, isAway } from "./owners.js";
import { can, mayGive } from "./permissions.js";
import { invitationTable, memberTable } from "./tables.js";

/** An invitation that is good, and what it is to. */
interface GoodInvitation {
  readonly invitation: Invitation;
  readonly organization: Organization;
}

/** What the link of an invitation is for who holds it. */
export type Acceptance =
  /** It is used up, withdrawn, replaced or over, or its inviter may not give the role any more. */
  | { readonly is: "over" }
  /** The user may join. */
  | (GoodInvitation & { readonly is: "open"; readonly asker: UserAsking })
  /** Somebody else is signed in than the one who is invited. */
  | (GoodInvitation & { readonly is: "others"; readonly asker: UserAsking; readonly address: string })
  /** A link for anybody: they sign in by the usual ways first. */
  | (GoodInvitation & { readonly is: "signed-out" })
  /**
   * Nobody is signed in, and the address has no user. In the first day the link proves the mailbox, so that a press may
   * make the user; later it takes a fresh one.
   */
  | (GoodInvitation & { readonly is: "new-user"; readonly address: string; readonly provesMailbox: boolean })
  /** Nobody is signed in. The owner of the address signs in by the usual ways first. */
  | (GoodInvitation & { readonly is: "known-user"; readonly address: string })
  /** Nobody is signed in, and nobody has proven the address of its user: the link proves nothing over that row. */
  | (GoodInvitation & { readonly is: "unproven-user"; readonly address: string });

const provingMs = 24 * 3_600_000;

/** What is an invitation for who holds its link? Changes nothing. */
export async function judgeInvitation(asking: Asking, token: unknown): Promise<Acceptance> {
  const good = await findGood(asking, token);
  if (good === undefined) return { is: "over" };
  const asker = await visitorOf(asking);
  const { address, createdAt } = good.invitation;
  if (asker !== undefined) {
    if (address === null || isOf(asker.user, address)) return { ...good, is: "open", asker };
    return { ...good, is: "others", asker, address };
  }
  if (address === null) return { ...good, is: "signed-out" };
  const known = await asking.context.resolved.adapter?.getUserByEmail(address);
  if (!known)
    return { ...good, is: "new-user", address, provesMailbox: Date.now() - createdAt.valueOf() < provingMs };
  return { ...good, is: known.emailVerified instanceof Date ? "known-user" : "unproven-user", address };
}

const isOf = ({ email }: Pick<AdapterUser, "email">, address: string): boolean =>
  email?.toLowerCase() === address;

/** One that is there, to an organisation that is there, of somebody who may give its role still. */
async function findGood(
  { own, settings, context }: Asking,
  token: unknown,
): Promise<GoodInvitation | undefined> {
  const invitation = await findByToken(own, token);
  const organization = invitation && (await findOrganization(own, invitation.organizationId));
  if (invitation === undefined || organization === undefined) return undefined;
  const { role, invitedBy, address } = invitation;
  const { roles } = settings;
  if (!Object.hasOwn(roles, role) || (address === null && !settings.invitation.anyAccount)) return undefined;
  if (invitedBy === null) return { invitation, organization };
  const inviter = await findMember(own, organization.id, invitedBy);
  const may =
    inviter !== undefined &&
    can(roles, inviter.role, "member:invite") &&
    mayGive(roles, inviter.role, role) &&
    !(await isAway(context.resolved, invitedBy));
  return may ? { invitation, organization } : undefined;
}

/**
 * The user who is signed in joins.
 *
 * @param token of the link
 * @throws OrganizationError: `not-found` for an invitation that is over, `signed-out`, `forbidden` for an invitation to
 * somebody else and for a link where the user's address is not proven, `already-member`, `too-many`, `busy`
 */
export async function acceptInvitation(asking: Asking, token: unknown): Promise<OrganizationInfo> {
  const judged = await judgeInvitation(asking, token);
  if (judged.is === "over") throw new OrganizationError("not-found", "The invitation is over");
  if (judged.is === "others") throw new OrganizationError("forbidden", "The invitation is somebody else's");
  if (judged.is !== "open") throw new OrganizationError("signed-out", "Nobody is signed in");
  const { invitation, organization, asker } = judged;
  // Who holds the mailed link reads the mails of the address.
  if (invitation.address === null) assertProven(asker);
  await join(asker, { invitation, organization });
  return infoOf({ organization, role: invitation.role });
}

async function join(asker: UserAsking, { invitation, organization }: GoodInvitation): Promise<void> {
  const { own, settings, context, userId } = asker;
  const { id: organizationId } = organization;
  const { role, invitedBy: by } = invitation;
  if ((await findMember(own, organizationId, userId)) !== undefined) throw alreadyMember();
  const members = await own.records(memberTable).list({ organizationId }, { limit: settings.limits.members });
  if (members.length >= settings.limits.members)
    throw new OrganizationError("too-many", "The organisation has as many members as it may");
  await useUp(asker, invitation);
  const place = { own, resolved: context.resolved, organizationId };
  const isAdded = await addMember(place, { userId, role }).catch(async (thrown: unknown) => {
    await giveBack(asker, invitation);
    throw thrown;
  });
  if (!isAdded) {
    await giveBack(asker, invitation);
    throw alreadyMember();
  }
  await own.record({ action: "member.added", organizationId, userId, role, by });
}

const alreadyMember = () => new OrganizationError("already-member", "The user is a member already");

const mostTries = 20;

/** An invitation by mail is good once, a link as often as it says. @throws OrganizationError `not-found`, `busy` */
async function useUp({ own }: Asking, { id: token, uses }: Invitation): Promise<void> {
  const rows = own.records(invitationTable);
  const over = () => new OrganizationError("not-found", "The invitation is over");
  if (uses === null) {
    if ((await rows.consume({ token })) === undefined) throw over();
    return;
  }
  for (let time = 0; time < mostTries; time += 1) {
    const left = Number((await rows.find({ token }))?.["uses"] ?? 0);
    if (left <= 0) throw over();
    if (await rows.update({ token }, { uses: left }, { uses: left - 1 })) return;
  }
  throw new OrganizationError("busy", "Many join by this link now");
}

/** Nobody has joined by it after all. */
async function giveBack({ own }: Asking, invitation: Invitation): Promise<void> {
  const rows = own.records(invitationTable);
  const { id: token, uses } = invitation;
  if (uses === null) {
    await rows.insert(rowOf(invitation));
    return;
  }
  for (let time = 0; time < mostTries; time += 1) {
    const left = Number((await rows.find({ token }))?.["uses"] ?? Number.NaN);
    if (Number.isNaN(left) || (await rows.update({ token }, { uses: left }, { uses: left + 1 }))) return;
  }
}
