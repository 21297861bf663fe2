/** The end of an organisation. */
import { deleteRows } from "../host/delete-rows.js";
import type { PluginScope } from "../host/plugin.js";
import type { Organization } from "./memberships.js";
import { restSlug } from "./slugs.js";
import { changeTable, invitationTable, memberTable, organizationTable } from "./tables.js";

/**
 * First its row, so that nobody finds it any more; a process that dies behind that leaves rows that open nothing.
 *
 * @param userId who deletes it, or went as its last member
 */
export async function deleteOrganization(
  own: PluginScope,
  { id: organizationId, slug }: Organization,
  userId: string,
): Promise<void> {
  await restSlug(own, slug, null);
  if ((await own.records(organizationTable).consume({ id: organizationId })) === undefined) return;
  await own.records(changeTable).consume({ organizationId });
  await deleteRows(own, memberTable, { organizationId });
  await deleteRows(own, invitationTable, { organizationId });
  await own.record({ action: "organization.deleted", organizationId, userId });
}
