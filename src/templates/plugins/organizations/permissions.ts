/** What commands know of organisations: the permissions that the plugin itself asks for, roles, tables. */
import type { OwnPermission } from "../../../runtime/plugins/organizations/permissions.js";

const own: Readonly<Record<OwnPermission, true>> = {
  "member:invite": true,
  "member:role": true,
  "member:remove": true,
  "organization:rename": true,
  "organization:delete": true,
  "key:manage": true,
};

export { can, owner } from "../../../runtime/plugins/organizations/permissions.js";
export { memberTable, organizationTable } from "../../../runtime/plugins/organizations/tables.js";

export const ownPermissions: readonly string[] = Object.keys(own);
