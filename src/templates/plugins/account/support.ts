import { tables } from "../../../runtime/plugins/account/tables.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { PluginSupport } from "../plugin.js";

export const account: PluginSupport = {
  id: "account",
  factory: "account",
  subpath: `${packageName}/plugins/account`,
  about: "a page with the user's sessions, linked providers and passkeys, and the way to delete the account",
  tables,
  page: { path: "/account", link: "Manage your account" },
};
