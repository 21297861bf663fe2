/** What the plugin does with its rows when something becomes of a user. */
import type { PluginScope } from "../host/plugin.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { AboutRow, AboutUse } from "../host/plugin-scope.js";
import { deleteRows } from "../host/delete-rows.js";
import { memberRows } from "./memberships.js";
import { openInvitations } from "./invitation-rows.js";
import { listOf } from "./organizations.js";
import { ownershipOf } from "./owners.js";
import { owner } from "./permissions.js";
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

/** How many of their organisations an administrator may see to be without an owner. */
const mostAsked = 50;

/** For an administrator; users have a page of their own. */
export async function aboutMember(
  own: PluginScope,
  userId: string,
  use: AboutUse,
  resolved: ResolvedConfig,
): Promise<readonly AboutRow[]> {
  if (use === "user") return [];
  const rows: AboutRow[] = [];
  for (const { id: organizationId, slug, name, role } of await listOf(own, userId)) {
    const isAsked = role !== owner && rows.length < mostAsked;
    const isVacant = isAsked && (await ownershipOf({ own, resolved, organizationId })) === "none";
    rows.push({
      text: name,
      detail: slug,
      badge: { text: role, tone: "plain" },
      help: isVacant ? { name: "handOver", value: organizationId } : undefined,
    });
  }
  return rows;
}
