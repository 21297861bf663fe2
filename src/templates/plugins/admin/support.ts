import { tables } from "../../../runtime/plugins/admin/tables.js";
import { sessionTables } from "../../../runtime/plugins/sessions/session-tables.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { PluginSupport } from "../plugin.js";

export const admin: PluginSupport = {
  id: "admin",
  factory: "admin",
  subpath: `${packageName}/plugins/admin`,
  about: "a back office: find users, end their sessions, ban them",
  tables: [...sessionTables, ...tables],
  above: {
    component: "ImpersonationBar",
    byHand:
      "Show on your pages who acts for whom: <ImpersonationBar /> of authwright/react, authwright/svelte or authwright/vue above everything else, in the layout; pages without components show session.impersonatedBy, with a link to",
  },
  sparing: { option: "mayImpersonate", roles: ["admin", "owner"] },
  next: [
    {
      line: "Nobody is an administrator yet. The terminal makes one: npx auth users grant <address> --url-env DATABASE_URL",
    },
    { line: "The list of users:", page: "/admin/users" },
  ],
};
