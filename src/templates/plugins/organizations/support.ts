import { tables } from "../../../runtime/plugins/organizations/tables.js";
import { sessionTables } from "../../../runtime/plugins/sessions/session-tables.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { PluginSupport } from "../plugin.js";

export const organizations: PluginSupport = {
  id: "organizations",
  factory: "organizations",
  subpath: `${packageName}/plugins/organizations`,
  about: "organisations with members and roles, which stand in the address, and invitations",
  tables: [...sessionTables, ...tables],
  sendsMail: true,
  options: {
    begun: 'create: "everybody"',
    own: ["roles"],
    file: "organizations",
    template: "plugins/organizations/organizations.hbs",
    says: "says which role may do what",
    line: 'export const roles = { owner: ["*"], member: [] } as const;',
  },
  page: { path: "/organizations", link: "Your organizations", within: "account" },
  next: [
    {
      line: 'Guard what belongs to a team: auth.require({ path: "/teams/:team", organization: "team" })',
    },
  ],
};
