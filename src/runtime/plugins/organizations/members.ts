/** `auth.members`. */
import { OrganizationError } from "./organization-error.js";
import { assertCan, type Asking, type MemberAsking, memberAsking } from "./call.js";
import type { MemberInfo, MemberPage } from "./function-types.js";
import { tellHandedOver, tellRemoved, tellRole, type Teller } from "./mails.js";
import { findMember, type Member, memberOf, over } from "./memberships.js";
import { changeMemberships, isAway, type Turn, turnOf } from "./owners.js";
import { can, mayGive, owner } from "./permissions.js";
import { leaveOrganization } from "./organizations.js";
import { memberTable } from "./tables.js";

const pageSize = 50;
const managing = ["member:invite", "member:role", "member:remove"] as const;

/** @param after where the page begins: `next` of the one before */
export async function listMembers(asking: Asking, slug: unknown, after: unknown): Promise<MemberPage> {
  return pageOfMembers(await memberAsking(asking, slug), after);
}

export async function pageOfMembers(asker: MemberAsking, after: unknown): Promise<MemberPage> {
  const { own, organization } = asker;
  const organizationId = organization.id;
  const rows = await own.records(memberTable).list(
    { organizationId },
    {
      limit: pageSize + 1,
      after: typeof after === "string" ? { organizationId, userId: after } : undefined,
    },
  );
  const shown = rows.slice(0, pageSize);
  const members: MemberInfo[] = [];
  for (const row of shown) {
    const member = memberOf(row);
    if (member !== undefined) members.push(await infoOf(asker, member));
  }
  const last = shown.at(-1);
  return { members, next: rows.length > pageSize && last !== undefined ? String(last["userId"]) : null };
}

async function infoOf(asker: MemberAsking, { userId, role, since }: Member): Promise<MemberInfo> {
  const user = await asker.context.resolved.adapter?.getUser(userId);
  const email = user?.email;
  const shown = email && showsAddress(asker, userId) ? { email } : {};
  return {
    user: { id: userId, name: user?.name ?? null, ...shown, image: user?.image ?? null },
    role,
    since,
  };
}

function showsAddress({ settings, role, userId }: MemberAsking, of: string): boolean {
  const { showAddresses, roles } = settings;
  if (of === userId || showAddresses === "everybody") return true;
  return showAddresses === "managers" && managing.some((permission) => can(roles, role, permission));
}

/** The user and another member as they are now. @throws OrganizationError with `not-found` */
async function bothOf({ own, organization, userId }: MemberAsking, otherId: string) {
  const actor = await findMember(own, organization.id, userId);
  const target = await findMember(own, organization.id, otherId);
  if (actor === undefined || target === undefined)
    throw new OrganizationError("not-found", "There is no such member");
  return { actor, target };
}

const idOf = (given: unknown): string => (typeof given === "string" ? given : "");

/** Tells of changes of roles, and mails whom they concern. */
async function changed(asker: MemberAsking, turns: readonly Turn[], tell?: typeof tellRole): Promise<void> {
  const { own, organization, userId: by } = asker;
  for (const { userId, was: from, role } of turns) {
    await own.record({ action: "role.changed", organizationId: organization.id, userId, role, from, by });
    if (userId !== by) await tell?.(tellerOf(asker), organization, { userId, from, role });
  }
}

const tellerOf = ({ own, settings, context: from }: MemberAsking): Teller => ({ own, settings, from });

/** @throws OrganizationError with `invalid` for a role that the app does not have */
export function readRole({ settings: { roles } }: Pick<Asking, "settings">, given: unknown): string {
  if (typeof given !== "string" || !Object.hasOwn(roles, given))
    throw new OrganizationError("invalid", "The app has no such role", { field: "role" });
  return given;
}

/** @throws OrganizationError with `forbidden` */
export function assertMayGive(
  { settings }: Pick<Asking, "settings">,
  own: string,
  roles: readonly string[],
): void {
  const most = roles.find((role) => !mayGive(settings.roles, own, role));
  if (most !== undefined)
    throw new OrganizationError("forbidden", `The role "${own}" may not give or take the role "${most}"`);
}

export async function setRole(
  asking: Asking,
  slug: unknown,
  member: unknown,
  givenRole: unknown,
): Promise<void> {
  const asker = await memberAsking(asking, slug);
  assertCan(asker, "member:role");
  const role = readRole(asking, givenRole);
  const turns = await changeMemberships(asker.place, async () => {
    const { actor, target } = await bothOf(asker, idOf(member));
    assertCan({ ...asker, role: actor.role }, "member:role");
    assertMayGive(asker, actor.role, [target.role, role]);
    return target.role === role ? [] : [turnOf(target, role)];
  });
  await changed(asker, turns, tellRole);
}

/** The member becomes an owner, and the user gets the role that the member had. */
export async function handOver(asking: Asking, slug: unknown, member: unknown): Promise<void> {
  const asker = await memberAsking(asking, slug);
  const turns = await changeMemberships(asker.place, async () => {
    const { actor, target } = await bothOf(asker, idOf(member));
    if (actor.role !== owner) throw new OrganizationError("forbidden", "Only owners hand over");
    if (await isAway(asker.context.resolved, target.userId))
      throw new OrganizationError("not-found", "The member can't own anything now");
    return target.role === owner ? [] : [turnOf(target, owner), turnOf(actor, target.role)];
  });
  await changed(asker, turns, (teller, organization, { userId }) =>
    tellHandedOver(teller, organization, userId),
  );
}

export async function removeMember(asking: Asking, slug: unknown, member: unknown): Promise<void> {
  const asker = await memberAsking(asking, slug);
  const { own, settings, organization, userId: by } = asker;
  if (member === by) return leaveOrganization(asking, slug);
  assertCan(asker, "member:remove");
  let isAsked = false;
  const turns = await changeMemberships(asker.place, async () => {
    const { actor, target } = await bothOf(asker, idOf(member));
    assertCan({ ...asker, role: actor.role }, "member:remove");
    assertMayGive(asker, actor.role, [target.role]);
    if (!isAsked)
      await settings.onMemberRemoved?.({ organization, userId: target.userId, role: target.role });
    isAsked = true;
    return [turnOf(target, over)];
  });
  for (const { userId, was: role } of turns) {
    await own.record({ action: "member.removed", organizationId: organization.id, userId, role, by });
    await tellRemoved(tellerOf(asker), organization, userId);
  }
}
