/** Who owns an organisation when its owners go. */
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { AskedDeletion, PluginScope } from "../host/plugin.js";
import {
  findMember,
  findOrganization,
  type Member,
  memberRows,
  over,
  type Organization,
} from "./memberships.js";
import { siteOfMails, type Teller, tellSuccession } from "./mails.js";
import type { Settings } from "./options.js";
import {
  changeMemberships,
  hasAbleOwner,
  isAway,
  isGone,
  type OrganizationPlace,
  type Ownership,
  ownershipOf,
  turnOf,
} from "./owners.js";
import { noteVacancy } from "./vacancy.js";
import { owner, rankOf } from "./permissions.js";
import { deleteOrganization } from "./deletion.js";
import { memberTable } from "./tables.js";

/** The longest member with the highest role: who can act, else whoever is left. */
export async function heirOf(
  place: OrganizationPlace,
  { roles }: Settings,
  except?: string,
): Promise<Member | undefined> {
  const { own, resolved, organizationId } = place;
  const members: Member[] = [];
  for await (const member of memberRows(own, { organizationId }))
    if (member.userId !== except) members.push(member);
  members.sort(
    (one, other) =>
      rankOf(roles, one.role) - rankOf(roles, other.role) || one.since.valueOf() - other.since.valueOf(),
  );
  let left: Member | undefined;
  for (const member of members) {
    if (await isGone(resolved, member.userId)) continue;
    if (!(await isAway(resolved, member.userId))) return member;
    left ??= member;
  }
  return left;
}

/**
 * Where no owner can act, the longest member with the highest role becomes one beside them; all members are told. Also
 * carries out what others have left behind.
 *
 * @returns since when nobody owns it, where its owners are gone by no door of ours: nobody becomes one by that
 */
export async function keepOwned(teller: Teller, organization: Organization): Promise<Date | undefined> {
  const { own, settings, from } = teller;
  const place = { own, resolved: from.resolved, organizationId: organization.id };
  const judged: { ownership: Ownership; version: string } = { ownership: "able", version: "" };
  const turns = await changeMemberships(place, async (version) => {
    Object.assign(judged, { version, ownership: await ownershipOf(place) });
    if (judged.ownership !== "away") return [];
    const heir = await heirOf(place, settings);
    return heir === undefined || heir.role === owner ? [] : [turnOf(heir, owner)];
  });
  for (const turn of turns) await succeeded(teller, organization, turn);
  return noteVacancy(own, organization.id, {
    version: judged.version,
    isVacant: judged.ownership === "none",
  });
}

/** Tells of it. */
export async function succeeded(
  teller: Teller,
  organization: Organization,
  { userId, was }: { readonly userId: string; readonly was: string },
  by: string | null = null,
): Promise<void> {
  const { id: organizationId } = organization;
  await teller.own.record({
    action: "role.changed",
    organizationId,
    userId,
    role: owner,
    from: was,
    by,
  });
  await tellSuccession(teller, organization, userId);
}

/** Organisations of a user, in the order of their ids. */
async function* placesOf(own: PluginScope, resolved: ResolvedConfig, userId: string) {
  for await (const membership of memberRows(own, { userId }))
    yield { membership, place: { own, resolved, organizationId: membership.organizationId } };
}

async function hasOtherMember({ own, organizationId }: OrganizationPlace, userId: string): Promise<boolean> {
  for await (const member of memberRows(own, { organizationId })) if (member.userId !== userId) return true;
  return false;
}

/** @returns why a user may not be deleted now: others would be left in an organisation that nobody owns */
export async function mayForget(
  own: PluginScope,
  userId: string,
  { resolved, at }: AskedDeletion,
): Promise<"last-owner" | undefined> {
  // When the day has come the organisation is handed over by itself.
  if (at === "due") return undefined;
  for await (const { membership, place } of placesOf(own, resolved, userId))
    if (
      membership.role === owner &&
      !(await hasAbleOwner(place, new Set([userId]))) &&
      (await hasOtherMember(place, userId)) &&
      (await findOrganization(own, place.organizationId)) !== undefined
    )
      return "last-owner";
  return undefined;
}

/** The user is deleted: organisations get another owner, or go with their last member. */
export async function leaveAll(
  settings: Settings,
  own: PluginScope,
  resolved: ResolvedConfig,
  userId: string,
): Promise<void> {
  for await (const { membership, place } of placesOf(own, resolved, userId)) {
    const organization = await findOrganization(own, place.organizationId);
    if (organization === undefined) {
      // Left by a process that died while it made or deleted the organisation.
      await own.records(memberTable).consume({ organizationId: place.organizationId, userId });
      continue;
    }
    if (await hasOtherMember(place, userId)) {
      await leaveOne(place, settings, organization, membership);
      continue;
    }
    await settings.onDelete?.({ organization });
    await deleteOrganization(own, organization, userId);
  }
}

async function leaveOne(
  place: OrganizationPlace,
  settings: Settings,
  organization: Organization,
  { userId, role }: Member,
): Promise<void> {
  const { own, resolved, organizationId } = place;
  await settings.onMemberRemoved?.({ organization, userId, role });
  const turns = await changeMemberships(place, () => turnsOfLeaving(place, settings, userId));
  if (turns.some((turn) => turn.role === over))
    await own.record({ action: "member.removed", organizationId, userId, role, by: null });
  const heir = turns.find((turn) => turn.role === owner);
  const from = { resolved, site: siteOfMails(resolved) };
  if (heir) await succeeded({ own, settings, from }, organization, heir);
}

async function turnsOfLeaving(place: OrganizationPlace, settings: Settings, userId: string) {
  const leaving = await findMember(place.own, place.organizationId, userId);
  if (leaving === undefined) return [];
  const end = turnOf(leaving, over);
  if (leaving.role !== owner || (await hasAbleOwner(place, new Set([userId])))) return [end];
  const heir = await heirOf(place, settings, userId);
  return heir === undefined ? [end] : [turnOf(heir, owner), end];
}
