/** `auth.invitations`. */
import { throttleOf } from "../../flows/tries.js";
import { normalizeEmail } from "../../security/email-address.js";
import { clientAddressOf } from "../../security/client-address.js";
import { canMail } from "../mail/mail-to.js";
import { assertCan, assertProven, type Asking, type MemberAsking, memberAsking } from "./call.js";
import type { InvitationInfo, NewInvitation, SentInvitations } from "./function-types.js";
import { type Invitation, invitationOf, keepInvitation, openInvitations } from "./invitation-rows.js";
import { mailMade } from "./invitation-mail.js";
import { invitationUrl } from "./mails.js";
import { assertMayGive, readRole } from "./members.js";
import { findMember, memberRows } from "./memberships.js";
import { OrganizationError } from "./organization-error.js";
import { asTooMany } from "./organizations.js";
import { invitationTable } from "./tables.js";

const mostAtOnce = 50;
const mostUses = 1000;
const dayMs = 24 * 3_600_000;

const infoOf = ({ id, address, role, invitedBy: by, expires, uses }: Invitation): InvitationInfo => ({
  id,
  address,
  role,
  by,
  expires,
  ...(uses !== null && { uses }),
});

export async function listInvitations(asking: Asking, slug: unknown): Promise<readonly InvitationInfo[]> {
  const asker = await memberAsking(asking, slug);
  assertCan(asker, "member:invite");
  return invitationsOf(asker);
}

export const invitationsOf = async ({
  own,
  organization,
}: MemberAsking): Promise<readonly InvitationInfo[]> =>
  (await openInvitations(own, organization.id)).map(infoOf);

/** The user, who may invite as this role. @throws OrganizationError */
async function inviting(asking: Asking, slug: unknown): Promise<MemberAsking> {
  const asker = await memberAsking(asking, slug);
  assertCan(asker, "member:invite");
  assertProven(asker);
  return asker;
}

export async function sendInvitations(
  asking: Asking,
  slug: unknown,
  given: { readonly [Name in keyof NewInvitation]?: unknown },
): Promise<SentInvitations> {
  const asker = await inviting(asking, slug);
  const role = readRole(asking, given.role);
  assertMayGive(asking, asker.role, [role]);
  const { settings, organization, user } = asker;
  const addresses = given.addresses === undefined ? undefined : readAddresses(asker, given.addresses);
  if (addresses === undefined && !settings.invitation.anyAccount)
    throw new OrganizationError("invalid", "Invitations go to addresses", { field: "addresses" });
  const uses = addresses === undefined ? readUses(given.uses) : null;
  for (const address of addresses ?? []) await assertNoMember(asker, address);
  if (settings.maySend && (await settings.maySend({ organization, user, addresses, role })) !== true)
    throw new OrganizationError("forbidden", "The app does not let this invitation out");
  await assertRoom(asker, addresses ?? [null]);
  if (addresses === undefined) return makeLink(asker, { role, uses });
  const invitations: InvitationInfo[] = [];
  for (const address of addresses) invitations.push(await sendOne(asker, address, role));
  return { invitations };
}

/** @throws OrganizationError with `invalid` */
function readAddresses({ context }: Asking, given: unknown): readonly string[] {
  const unfit = (text: string) => new OrganizationError("invalid", text, { field: "addresses" });
  if (!canMail(context.resolved)) throw unfit("Nothing sends mails");
  if (!Array.isArray(given) || given.length === 0 || given.length > mostAtOnce)
    throw unfit(`Invite 1 to ${mostAtOnce} addresses at once`);
  try {
    return [...new Set(given.map(normalizeEmail))];
  } catch {
    throw unfit("One of them is no address");
  }
}

/** @throws OrganizationError with `invalid` */
function readUses(given: unknown): number {
  const uses = given === undefined ? 1 : Number(given);
  if (Number.isInteger(uses) && uses >= 1 && uses <= mostUses) return uses;
  throw new OrganizationError("invalid", `A link lets in 1 to ${mostUses}`, { field: "uses" });
}

/** @throws OrganizationError with `already-member` */
async function assertNoMember({ own, context, organization }: MemberAsking, address: string): Promise<void> {
  const user = await context.resolved.adapter?.getUserByEmail(address);
  if (user && (await findMember(own, organization.id, String(user.id))) !== undefined)
    throw new OrganizationError("already-member", "One of them is a member already", { field: "addresses" });
}

/** Has anybody joined beside the one who has made the organisation? */
async function hasGrown({
  own,
  organization: { id: organizationId },
  userId,
}: MemberAsking): Promise<boolean> {
  for await (const member of memberRows(own, { organizationId })) if (member.userId !== userId) return true;
  return false;
}

const mostOpen = async (asker: MemberAsking): Promise<number> => {
  const { beforeFirstMember, invitations } = asker.settings.limits;
  return (await hasGrown(asker)) ? invitations : Math.min(beforeFirstMember, invitations);
};

/** @throws OrganizationError with `too-many` where more invitations would be open than may be */
async function assertRoom(asker: MemberAsking, addresses: readonly (string | null)[]): Promise<void> {
  const open = await openInvitations(asker.own, asker.organization.id);
  const others = open.filter(({ address }) => address === null || !addresses.includes(address));
  const most = await mostOpen(asker);
  if (others.length + addresses.length > most)
    throw new OrganizationError("too-many", `An organisation has ${most} open invitations at most`);
}

const endOf = ({ settings }: Asking): Date => new Date(Date.now() + settings.invitation.days * dayMs);

async function makeLink(
  asker: MemberAsking,
  { role, uses }: Pick<Invitation, "role" | "uses">,
): Promise<SentInvitations> {
  const { context } = asker;
  const site = await context.resolved.mailedSite(context.site);
  const { invitation, token } = await keep(asker, { address: null, role, uses });
  return { invitations: [infoOf(invitation)], url: invitationUrl({ ...context, site }, token) };
}

async function keep(asker: MemberAsking, given: Pick<Invitation, "address" | "role" | "uses">) {
  const { own, organization, userId } = asker;
  const row = { ...given, organizationId: organization.id, invitedBy: userId, expires: endOf(asker) };
  const made = await keepInvitation(own, row);
  if (made === undefined) throw new OrganizationError("busy", "Others invite the same address now");
  const { id: organizationId } = organization;
  await own.record({ action: "invitation.sent", organizationId, userId });
  return made;
}

async function sendOne(asker: MemberAsking, address: string, role: string): Promise<InvitationInfo> {
  const { own, settings, context: from, organization, user: inviter } = asker;
  return asTooMany(
    counted(asker, address, async () => {
      const made = await keep(asker, { address, role, uses: null });
      await mailMade({ own, settings, from }, made, { organization, address, inviter });
      return infoOf(made.invitation);
    }),
  );
}

/** Counts a mail: of the organisation, of the user, and to the address. @throws TooManyAttempts */
async function counted<T>(asker: MemberAsking, address: string, send: () => Promise<T>): Promise<T> {
  const { context, organization, userId, settings } = asker;
  const { resolved, request } = context;
  const { mailsInTenMinutes, mailsADay, organizationMailsADay, beforeFirstMember } = settings.limits;
  const ofAll = (await hasGrown(asker)) ? organizationMailsADay : beforeFirstMember;
  const throttle = throttleOf(resolved);
  const day = 86_400;
  const limits = [
    { name: "organization-invitations", of: organization.id, limit: ofAll, windowSeconds: day },
    { name: "invitations-a-day", of: userId, limit: mailsADay, windowSeconds: day },
    { name: "invitations", of: userId, limit: mailsInTenMinutes, windowSeconds: 600 },
  ] as const;
  const mailed = async () => {
    const clientAddress = request && clientAddressOf({ resolved, request });
    // In the browser of the inviter nobody signs in with the address.
    await throttle.mail({ address, clientAddress, isKnownBrowser: () => Promise.resolve(false) });
    return send();
  };
  return limits.reduceRight<() => Promise<T>>(
    (run, { of, ...deed }) =>
      () =>
        throttle.bounded(deed, of, run),
    mailed,
  )();
}

/** @throws OrganizationError with `not-found` */
async function findOf({ own, organization }: MemberAsking, id: unknown): Promise<Invitation> {
  const row = typeof id === "string" ? await own.records(invitationTable).find({ token: id }) : undefined;
  const invitation = invitationOf(row);
  if (invitation?.organizationId !== organization.id)
    throw new OrganizationError("not-found", "There is no such invitation");
  return invitation;
}

export async function resendInvitation(asking: Asking, slug: unknown, id: unknown): Promise<InvitationInfo> {
  const asker = await inviting(asking, slug);
  const { address, role } = await findOf(asker, id);
  if (address === null)
    throw new OrganizationError("invalid", "A link is not sent: make another one", { field: "id" });
  assertMayGive(asking, asker.role, [role]);
  return sendOne(asker, address, role);
}

export async function withdrawInvitation(asking: Asking, slug: unknown, id: unknown): Promise<void> {
  const asker = await memberAsking(asking, slug);
  assertCan(asker, "member:invite");
  const { own, organization, userId } = asker;
  const { id: token } = await findOf(asker, id);
  await own.records(invitationTable).consume({ token });
  await own.record({ action: "invitation.withdrawn", organizationId: organization.id, userId });
}
