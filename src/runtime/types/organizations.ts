/**
 * What an app says of its organisations, for the types of `role` and `can`: it merges the roles of its own file.
 *
 * @example
 * declare module "authwright" {
 *   interface Organizations {
 *     roles: typeof roles;
 *   }
 * }
 */
// oxlint-disable-next-line no-empty-interface, no-empty-object-type -- apps fill it
export interface Organizations {}
