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

const managing = ["member:invite", "member:role", "member:remove"] as const;

export async function listMembers(asking: Asking, slug: unknown, asked: Asked): Promise<MemberPage> {
  return pageOfMembers(await memberAsking(asking, slug), asked);
}

/** As a caller from JavaScript may have it. */
interface Asked {
  readonly search?: unknown;
  readonly after?: unknown;
}

const pageSize = 50;
/** Members whom one page looks at; stores can't search among those of one organisation. */
const mostLooked = 1000;

/** Members in the order of their ids; of a search those who fit. */
export async function pageOfMembers(asker: MemberAsking, { search, after }: Asked): Promise<MemberPage> {
  const wanted = searched(search);
  const found: MemberInfo[] = [];
  let next = typeof after === "string" ? after : null;
  for (let looked = 0; looked < mostLooked; looked += pageSize) {
    const { members, last } = await batchOf(asker, next);
    for (const [at, member] of members.entries()) {
      if (wanted !== "" && !fits(member, wanted)) continue;
      found.push(member);
      const isEnd = last === null && at === members.length - 1;
      if (found.length === pageSize) return { members: found, next: isEnd ? null : member.user.id };
    }
    next = last;
    if (wanted === "" || last === null) break;
  }
  return { members: found, next };
}

/** @returns `last`: the last row of the batch; null: no rows follow */
async function batchOf(asker: MemberAsking, from: string | null) {
  const { own, organization } = asker;
  const organizationId = organization.id;
  const after = from === null ? undefined : { organizationId, userId: from };
  const rows = await own.records(memberTable).list({ organizationId }, { limit: pageSize + 1, after });
  const shown = rows.slice(0, pageSize);
  const members = shown.flatMap((row) => memberOf(row) ?? []);
  return {
    members: await Promise.all(members.map((member) => infoOf(asker, member))),
    last: rows.length > pageSize ? String(shown.at(-1)?.["userId"]) : null,
  };
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** "": everybody. */
const searched = (given: unknown): string => (typeof given === "string" ? folded(given).trim() : "");

/** An address that the user may not see is not there. */
const fits = ({ user: { name, email } }: MemberInfo, wanted: string): boolean =>
  [name, email].some((text) => text != null && folded(text).startsWith(wanted));

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
