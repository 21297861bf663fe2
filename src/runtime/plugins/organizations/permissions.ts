/** Roles of an app, and what a role allows. */
import type { Organizations } from "../../types/organizations.js";
import { isPermission, isRoleName } from "./spelling.js";

/** Permissions by role, as the app writes them: the highest role first. */
export type RolePermissions = Readonly<Record<string, readonly string[]>>;

/** Name of a role: of those that the app has declared, else any. */
export type RoleName = RoleOf<Organizations>;

/** Keys of `roles`, where the app has merged them. */
type RoleOf<Declared> = "roles" extends keyof Declared ? keyof Declared["roles"] & string : string;

/** What the plugin itself asks for. No role has it unless the app writes so. */
export type OwnPermission =
  | "member:invite"
  | "member:role"
  | "member:remove"
  | "organization:rename"
  | "organization:delete"
  | "key:manage";

/** The role that only owners give and take. */
export const owner = "owner";

/** What a role allows; one that the app has no more allows nothing. */
const permissionsOf = (roles: RolePermissions, role: string): readonly string[] =>
  Object.hasOwn(roles, role) ? (roles[role] ?? []) : [];

/** `*` covers all permissions, `invoice:*` all that begin with `invoice:`. */
const covers = (granted: readonly string[], asked: string): boolean =>
  granted.some(
    (one) => one === "*" || one === asked || (one.endsWith(":*") && asked.startsWith(one.slice(0, -1))),
  );

/** May a member with this role do it? */
export const can = (roles: RolePermissions, role: string, permission: string): boolean =>
  covers(permissionsOf(roles, role), permission);

/** Does a role allow all that another one allows? */
const coversRole = (roles: RolePermissions, role: string, other: string): boolean =>
  permissionsOf(roles, other).every((permission) => can(roles, role, permission));

/** Nobody gives or takes a role that allows more than their own; owners alone make and unmake owners. */
export const mayGive = (roles: RolePermissions, own: string, role: string): boolean =>
  coversRole(roles, own, role) && (role !== owner || own === owner);

/** The smaller the higher: roles stand in the order in which the app writes them. */
export function rankOf(roles: RolePermissions, role: string): number {
  const at = Object.keys(roles).indexOf(role);
  return at === -1 ? Infinity : at;
}

/** @throws TypeError for roles without an owner, and for names and permissions that are none */
export function assertRoles(roles: RolePermissions): void {
  if (!permissionsOf(roles, owner).includes("*"))
    throw new TypeError('organizations: roles has to hold owner: ["*"]');
  for (const [role, permissions] of Object.entries(roles)) {
    if (!isRoleName(role)) throw new TypeError(`organizations: ${JSON.stringify(role)} is no name of a role`);
    const odd = permissions.find((one) => !isPermission(one));
    if (odd !== undefined)
      throw new TypeError(`organizations: ${JSON.stringify(odd)} of the role "${role}" is no permission`);
  }
}
