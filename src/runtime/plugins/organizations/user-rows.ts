/** What the plugin does with its rows when something becomes of a user. */
import type { PluginScope } from "../host/plugin.js";
import type { AboutRow, AboutUse } from "../host/plugin-scope.js";
import { deleteRows } from "../host/delete-rows.js";
import { memberRows } from "./memberships.js";
import { openInvitations } from "./invitation-rows.js";
import { listOf } from "./organizations.js";
import { invitationTable } from "./tables.js";

/** For the user to download. */
export async function exportOrganizations(
  own: PluginScope,
  userId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const organizations = [];
  for (const { id, slug, name, role } of await listOf(own, userId)) {
    const invitations = (await openInvitations(own, id))
      .filter(({ invitedBy }) => invitedBy === userId)
      .map(({ address, role: given, createdAt, expires }) => ({ address, role: given, createdAt, expires }));
    organizations.push({ id, slug, name, role, invitations });
  }
  return { organizations };
}

/**
 * The address is proven now: what was sent before may be a stranger's word, and ends. Memberships stay: others have given
 * them to the address, and they open nothing of its owner's.
 */
export async function endUnprovenInvitations(own: PluginScope, userId: string): Promise<void> {
  for await (const { organizationId } of memberRows(own, { userId }))
    await deleteRows(own, invitationTable, { organizationId, invitedBy: userId });
}

/** For an administrator; users have a page of their own. */
export async function aboutMember(
  own: PluginScope,
  userId: string,
  use: AboutUse,
): Promise<readonly AboutRow[]> {
  if (use === "user") return [];
  return (await listOf(own, userId)).map(({ slug, name, role }) => ({
    text: name,
    detail: slug,
    badge: { text: role, tone: "plain" },
  }));
}
