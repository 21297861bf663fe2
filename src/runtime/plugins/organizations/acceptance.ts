/** What the link of an invitation is for who holds it, and how they join by it. Scanners of mails change nothing: joining is a POST. */
import type { PluginScope } from "../host/plugin.js";
import { assertProven, type Asking, type UserAsking, visitorOf } from "./call.js";
import type { OrganizationInfo } from "./function-types.js";
import { findByToken, type Invitation, rowOf } from "./invitation-rows.js";
import { findMember, findOrganization, over, type Organization } from "./memberships.js";
import { OrganizationError } from "./organization-error.js";
import { infoOf } from "./organizations.js";
import { addMember, changeMemberships, isAway, isGone, type OrganizationPlace, turnOf } from "./owners.js";
import { can, mayGive } from "./permissions.js";
import { isSameAddress } from "./spelling.js";
import { invitationTable, memberTable } from "./tables.js";

/** An invitation that is good, and what it is to. */
export interface GoodInvitation {
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
    if (address === null || isSameAddress(asker.user.email, address)) return { ...good, is: "open", asker };
    return { ...good, is: "others", asker, address };
  }
  if (address === null) return { ...good, is: "signed-out" };
  const known = await asking.context.resolved.adapter?.getUserByEmail(address);
  if (!known)
    return { ...good, is: "new-user", address, provesMailbox: Date.now() - createdAt.valueOf() < provingMs };
  return { ...good, is: known.emailVerified instanceof Date ? "known-user" : "unproven-user", address };
}

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
    !(await isGone(context.resolved, invitedBy)) &&
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
  return acceptJudged(await judgeInvitation(asking, token));
}

/** As {@link acceptInvitation}. */
export async function acceptJudged(judged: Acceptance): Promise<OrganizationInfo> {
  if (judged.is === "over") throw isOver();
  if (judged.is === "others") throw new OrganizationError("forbidden", "The invitation is somebody else's");
  if (judged.is !== "open") throw new OrganizationError("signed-out", "Nobody is signed in");
  const { invitation, organization, asker } = judged;
  // Who holds the mailed link reads the mails of the address.
  if (invitation.address === null) assertProven(asker);
  const { own, userId } = asker;
  if ((await findMember(own, organization.id, userId)) !== undefined) throw alreadyMember();
  await assertPlace(asker, organization);
  await useUp(own, invitation, () => addInvited(asker, { invitation, organization }, userId));
  return infoOf({ organization, role: invitation.role });
}

const isOver = () => new OrganizationError("not-found", "The invitation is over");

/** @throws OrganizationError with `too-many` */
export async function assertPlace(asking: Asking, { id }: Organization): Promise<void> {
  if (await hasMoreThan(asking, id, asking.settings.limits.members - 1)) throw isFull();
}

async function hasMoreThan({ own }: Asking, organizationId: string, most: number): Promise<boolean> {
  const rows = own.records(memberTable);
  const first = most === 0 ? [] : await rows.list({ organizationId }, { limit: most });
  if (first.length < most) return false;
  const last = first.at(-1);
  const after = last && { organizationId, userId: String(last["userId"]) };
  return (await rows.list({ organizationId }, { limit: 1, after })).length > 0;
}

const isFull = () => new OrganizationError("too-many", "The organisation has as many members as it may");

/** @throws OrganizationError with `already-member`; `too-many` where others have joined at once */
export async function addInvited(
  asking: Asking,
  { invitation: { role, invitedBy: by }, organization: { id: organizationId } }: GoodInvitation,
  userId: string,
): Promise<void> {
  const { own, settings, context } = asking;
  const place = { own, resolved: context.resolved, organizationId };
  if (!(await addMember(place, { userId, role }))) throw alreadyMember();
  if (await hasMoreThan(asking, organizationId, settings.limits.members)) {
    await takeBack(place, userId);
    throw isFull();
  }
  await own.record({ action: "member.added", organizationId, userId, role, by });
}

async function takeBack(place: OrganizationPlace, userId: string): Promise<void> {
  await changeMemberships(place, async () => {
    const member = await findMember(place.own, place.organizationId, userId);
    return member === undefined ? [] : [turnOf(member, over)];
  });
}

const alreadyMember = () => new OrganizationError("already-member", "The user is a member already");

const mostTries = 20;

/**
 * Whoever joins uses it up first: of several at once, one by mail lets in the first, a link as many as it says. What
 * fails gives it back.
 *
 * @throws OrganizationError `not-found`, `busy`; and what `join` throws
 */
export async function useUp<Joined>(
  own: PluginScope,
  invitation: Invitation,
  join: () => Promise<Joined>,
): Promise<Joined> {
  await takeOne(own, invitation);
  try {
    return await join();
  } catch (thrown) {
    await giveBack(own, invitation);
    throw thrown;
  }
}

async function takeOne(own: PluginScope, { id: token, uses }: Invitation): Promise<void> {
  const rows = own.records(invitationTable);
  if (uses === null) {
    if ((await rows.consume({ token })) === undefined) throw isOver();
    return;
  }
  for (let time = 0; time < mostTries; time += 1) {
    const left = Number((await rows.find({ token }))?.["uses"] ?? 0);
    if (left <= 0) throw isOver();
    if (await rows.update({ token }, { uses: left }, { uses: left - 1 })) return;
  }
  throw new OrganizationError("busy", "Many join by this link now");
}

/** Nobody has joined by it after all. */
async function giveBack(own: PluginScope, invitation: Invitation): Promise<void> {
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
