/** An organisation that nobody owns any more: its page names it, and after a while its highest member takes over. */
import { fullAddress, safeName } from "../../pages/safe-values.js";
import type { AskedHelp, PluginScope } from "../host/plugin.js";
import type { Section } from "../page-kit/page-model.js";
import { type Asking, type MemberAsking, memberAsking } from "./call.js";
import { findMember, findOrganization } from "./memberships.js";
import type { Settings } from "./options.js";
import { OrganizationError } from "./organization-error.js";
import { changeMemberships, ownershipOf, turnOf } from "./owners.js";
import type { PageMaking } from "./page-parts.js";
import { owner } from "./permissions.js";
import { heirOf, succeeded } from "./succession.js";
import { type TakeOver, takeOverFrom } from "./vacancy.js";
import { dayOf } from "./view.js";

/** @returns undefined: somebody owns the organisation */
export async function takeOverOf({
  vacantSince,
  place,
  settings,
}: MemberAsking): Promise<TakeOver | undefined> {
  if (vacantSince === undefined) return undefined;
  const heir = await heirOf(place, settings);
  return heir && { userId: heir.userId, from: takeOverFrom(vacantSince) };
}

/** The longest member with the highest role becomes the owner. @throws OrganizationError with `forbidden` */
export async function takeOver(asking: Asking, slug: unknown): Promise<void> {
  const asker = await memberAsking(asking, slug);
  const { own, settings, context: from, place, organization, userId, vacantSince } = asker;
  const turns = await changeMemberships(place, async () => {
    const heir = await heirOf(place, settings);
    const isDue = vacantSince !== undefined && takeOverFrom(vacantSince).valueOf() <= Date.now();
    if (!isDue || heir?.userId !== userId || (await ownershipOf(place)) !== "none")
      throw new OrganizationError("forbidden", "The user may not take over this organisation now");
    return [turnOf(heir, owner)];
  });
  for (const turn of turns) await succeeded({ own, settings, from }, organization, turn, userId);
}

/**
 * An administrator gives an organisation that nobody owns any more to one of its members.
 *
 * @throws OrganizationError with `not-found` for whoever is no member, `forbidden` where somebody owns it
 */
export async function appoint(
  own: PluginScope,
  settings: Settings,
  { context: from, user, value: organizationId, by }: AskedHelp,
): Promise<void> {
  const place = { own, resolved: from.resolved, organizationId };
  const organization = await findOrganization(own, organizationId);
  if (organization === undefined) throw new OrganizationError("not-found", "The organisation is gone");
  const turns = await changeMemberships(place, async () => {
    const member = await findMember(own, organizationId, String(user.id));
    if (member === undefined) throw new OrganizationError("not-found", "The user is no member of it");
    if ((await ownershipOf(place)) !== "none")
      throw new OrganizationError("forbidden", "Somebody owns the organisation");
    return [turnOf(member, owner)];
  });
  for (const turn of turns) await succeeded({ own, settings, from }, organization, turn, by);
}

export async function takeOverSections(making: PageMaking): Promise<readonly Section[]> {
  const { context, say, at, userId, takeOver: may } = making;
  if (may === undefined) return [];
  const heir = await context.resolved.adapter?.getUser(may.userId);
  const member = safeName(heir?.name) || fullAddress(heir?.email) || say("somebody");
  const text = say("vacant", { member, date: dayOf(context, may.from) });
  const mayNow = may.userId === userId && may.from.valueOf() <= Date.now();
  const action = {
    kind: "press",
    action: at("/organizations/:slug/take-over"),
    label: say("takeOver"),
  } as const;
  return [{ kind: "notice", tone: "bad", text, action: mayNow ? action : undefined }];
}
