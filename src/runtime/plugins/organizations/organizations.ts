/** `auth.organizations`. */
import { throttleOf } from "../../flows/tries.js";
import { TooManyAttempts } from "../../errors/index.js";
import { clientAddressOf } from "../../security/client-address.js";
import { timedId } from "../../security/timed-id.js";
import { assertCallerMayChange } from "../accounts/authenticators.js";
import { AccountError } from "../accounts/account-error.js";
import { isTyped } from "../page-kit/is-typed.js";
import { isFresh } from "../sessions/sign-in-time.js";
import { assertCan, isProven, type Asking, memberAsking, signedIn, type UserAsking } from "./call.js";
import { deleteOrganization } from "./deletion.js";
import type { OrganizationInfo } from "./function-types.js";
import {
  findMember,
  findOrganization,
  memberRows,
  type Membership,
  type Organization,
  over,
} from "./memberships.js";
import { OrganizationError, type OrganizationErrorCode } from "./organization-error.js";
import { changeMemberships, newVersion, turnOf } from "./owners.js";
import { owner } from "./permissions.js";
import { assertFree, isResting, readSlug, restSlug, slugTaken } from "./slugs.js";
import { nameOf, slugFrom } from "./spelling.js";
import { changeTable, formerSlugTable, memberTable, organizationTable } from "./tables.js";

export const infoOf = ({ organization: { id, slug, name }, role }: Membership): OrganizationInfo => ({
  id,
  slug,
  name,
  role,
});

export async function listOrganizations(asking: Asking): Promise<readonly OrganizationInfo[]> {
  const { own, userId } = await signedIn(asking);
  return listOf(own, userId);
}

/** Those of a user, in the order in which they were made. */
export async function listOf(own: Asking["own"], userId: string): Promise<readonly OrganizationInfo[]> {
  const all: OrganizationInfo[] = [];
  for await (const { organizationId, role } of memberRows(own, { userId })) {
    const organization = await findOrganization(own, organizationId);
    // One that is made or deleted at this moment.
    if (organization !== undefined) all.push(infoOf({ organization, role }));
  }
  return all;
}

export const getOrganization = async (asking: Asking, slug: unknown): Promise<OrganizationInfo> =>
  infoOf(await memberAsking(asking, slug));

/** A slug that is taken is told, so that the question is counted as a wrong answer is. */
function countSlugTries<T>({ context, userId }: UserAsking, run: () => Promise<T>): Promise<T> {
  const { resolved, request } = context;
  const who = {
    provider: "plugin:organizations",
    identifiers: [userId],
    clientAddress: request && clientAddressOf({ resolved, request }),
  };
  const isTaken = (error: unknown) => error instanceof OrganizationError && error.code === "slug-taken";
  return asTooMany(throttleOf(resolved).attempt(who, run, isTaken));
}

/** @throws OrganizationError with `too-many` in place of TooManyAttempts */
export const asTooMany = <T>(counted: Promise<T>): Promise<T> =>
  counted.catch((thrown: unknown) => {
    if (!(thrown instanceof TooManyAttempts)) throw thrown;
    throw new OrganizationError("too-many", thrown.message, { retryAfter: thrown.retryAfterSeconds });
  });

/** Fields of something new. */
type Fields = Readonly<Record<string, unknown>>;

export async function createOrganization(asking: Asking, { name: givenName, slug: givenSlug }: Fields) {
  const asker = await signedIn(asking);
  const { own, settings, context, user, userId } = asker;
  await assertMayCreate(asker);
  const name = nameOf(givenName);
  const slug = readSlug(context.resolved, givenSlug ?? slugFrom(name));
  const organization: Organization = { id: timedId(), slug, name };
  await countSlugTries(asker, async () => {
    await assertFree(own, slug);
    await settings.onCreate?.({ organization, user });
    await insertOrganization(own, organization, userId);
    await assertWithinLimit(asker, organization);
  });
  const { id: organizationId } = organization;
  await own.record({ action: "organization.created", organizationId, userId });
  await own.record({ action: "member.added", organizationId, userId, role: owner, by: userId });
  return infoOf({ organization, role: owner });
}

/** Why a user creates no organisation, by the name of the text that says so. */
const creationShortfalls = {
  mayNotCreate: ["forbidden", "The user may not create organisations"],
  createUnproven: ["forbidden", "The address of the user is not proven"],
  createdMany: ["too-many", "The user owns as many organisations as one may"],
} as const satisfies Record<string, readonly [OrganizationErrorCode, string]>;

/** @returns undefined: the user may create one */
export async function creationShortfall(
  asker: UserAsking,
): Promise<keyof typeof creationShortfalls | undefined> {
  const { settings, user } = asker;
  const { create, limits } = settings;
  const may = typeof create === "function" ? (await create(user)) === true : create === "everybody";
  if (!may) return "mayNotCreate";
  if (!isProven(asker)) return "createUnproven";
  return (await ownedBy(asker)).length >= limits.organizations ? "createdMany" : undefined;
}

async function assertMayCreate(asker: UserAsking): Promise<void> {
  const shortfall = await creationShortfall(asker);
  if (shortfall === undefined) return;
  const [code, message] = creationShortfalls[shortfall];
  throw new OrganizationError(code, message);
}

const ownedBy = async ({ own, userId }: UserAsking): Promise<readonly OrganizationInfo[]> =>
  (await listOf(own, userId)).filter(({ role }) => role === owner);

/** Of several that are made at once the last ones go. @throws OrganizationError with `too-many` */
async function assertWithinLimit(asker: UserAsking, { id }: Organization): Promise<void> {
  const { own, settings, userId } = asker;
  const ids = (await ownedBy(asker)).map((each) => each.id).sort();
  if (ids.indexOf(id) < settings.limits.organizations) return;
  await own.records(organizationTable).consume({ id });
  await takeBack(own, id, userId);
  const [code, message] = creationShortfalls.createdMany;
  throw new OrganizationError(code, message);
}

/** What there is of an organisation that nobody has found yet. */
async function takeBack(own: Asking["own"], organizationId: string, userId: string): Promise<void> {
  await own.records(memberTable).consume({ organizationId, userId });
  await own.records(changeTable).consume({ organizationId });
}

/** Its row comes last: until then there is no organisation, and what a process that dies leaves behind opens nothing. */
async function insertOrganization(
  own: Asking["own"],
  organization: Organization,
  userId: string,
): Promise<void> {
  const { id: organizationId, slug } = organization;
  const createdAt = new Date();
  await own.records(changeTable).insert({ organizationId, version: timedId() });
  const member = { organizationId, userId, role: owner, version: newVersion(), createdAt };
  await own.records(memberTable).insert(member);
  const organizations = own.records(organizationTable);
  const isTaken = (await organizations.insert({ ...organization, createdAt })) === "taken";
  // The slug may have been given up between the question and the row.
  if (!isTaken && !(await isResting(own, slug))) return;
  if (!isTaken) await organizations.consume({ id: organizationId });
  await takeBack(own, organizationId, userId);
  throw slugTaken();
}

export async function renameOrganization(
  asking: Asking,
  slug: unknown,
  { name: givenName, slug: givenSlug }: Fields,
): Promise<OrganizationInfo> {
  const asker = await memberAsking(asking, slug);
  assertCan(asker, "organization:rename");
  const { own, context, userId, organization: present } = asker;
  const name = givenName === undefined ? present.name : nameOf(givenName);
  const isKept = givenSlug === undefined || givenSlug === present.slug;
  const renamed = { ...present, name, slug: isKept ? present.slug : readSlug(context.resolved, givenSlug) };
  if (isKept) await writeName(own, present, renamed);
  else
    await countSlugTries(asker, async () => {
      await assertFree(own, renamed.slug, present.id);
      await restSlug(own, present.slug, present.id);
      await writeName(own, present, renamed);
      await own.records(formerSlugTable).consume({ slug: renamed.slug });
    });
  await own.record({ action: "organization.renamed", organizationId: present.id, userId });
  return infoOf({ organization: renamed, role: asker.role });
}

async function writeName(own: Asking["own"], before: Organization, after: Organization): Promise<void> {
  const { id, slug, name } = after;
  const organizations = own.records(organizationTable);
  const expected = { slug: before.slug, name: before.name };
  const isWritten = await organizations
    .update({ id }, expected, { slug, name })
    .catch(async (thrown: unknown) => {
      const other = await organizations.find({ slug });
      throw other !== undefined && other["id"] !== id ? slugTaken() : thrown;
    });
  if (!isWritten) throw new OrganizationError("busy", "Others rename this organisation now");
}

const freshSeconds = 600;

/** Ends it for all members. @param typedName its name, as the user has typed it */
export async function removeOrganization(asking: Asking, slug: unknown, typedName: unknown): Promise<void> {
  const asker = await memberAsking(asking, slug);
  assertCan(asker, "organization:delete");
  const { own, settings, context, userId, organization } = asker;
  if (!isTyped(typedName, organization.name))
    throw new OrganizationError("invalid", "The name that was typed is another one", { field: "name" });
  if (!(await isFresh(context, freshSeconds)))
    throw new OrganizationError("stale", "The sign-in is too long ago", { maxAge: freshSeconds });
  await assertCallerMayChange(context, userId).catch((thrown: unknown) => {
    if (!(thrown instanceof AccountError)) throw thrown;
    const { code, message, url } = thrown;
    throw code === "stale" || code === "factor" ? new OrganizationError(code, message, { url }) : thrown;
  });
  await settings.onDelete?.({ organization });
  await deleteOrganization(own, organization, userId);
}

/** The user leaves. */
export async function leaveOrganization(asking: Asking, slug: unknown): Promise<void> {
  const { own, settings, organization, userId, place } = await memberAsking(asking, slug);
  const member = await findMember(own, organization.id, userId);
  if (member === undefined) return;
  await settings.onMemberRemoved?.({ organization, userId, role: member.role });
  const turns = await changeMemberships(place, async () => {
    const present = await findMember(own, organization.id, userId);
    return present === undefined ? [] : [turnOf(present, over)];
  });
  for (const { was: role } of turns)
    await own.record({ action: "member.removed", organizationId: organization.id, userId, role, by: userId });
}
