/** What each role of an organisation may do, the highest role first. */
export const roles = {
  owner: ["*"],
  admin: ["member:*", "project:add"],
  member: ["project:add"],
  guest: [],
} as const;

declare module "authwright" {
  interface Organizations {
    roles: typeof roles;
  }
}
