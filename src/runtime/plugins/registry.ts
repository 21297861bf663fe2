/**
 * The plugins of this package, for types, languages and the command line: what a plugin declares is read here without the
 * plugin. The handler finds it in the plugins of its configuration.
 */
import { type AccountMessages, texts as accountTexts } from "./account/texts.js";
import { type AccountPages, pages as account } from "./account/page-table.js";
import { type AdminPages, pages as admin } from "./admin/page-table.js";
import { type AdminMessages, texts as adminTexts } from "./admin/texts.js";
import { pages as organizations, type OrganizationPages } from "./organizations/page-table.js";
import { type OrganizationMessages, texts as organizationTexts } from "./organizations/texts.js";
import { type PageKitMessages, texts as pageKitTexts } from "./page-kit/texts.js";
import { messages as passwordTexts, type PasswordMessages } from "./password/messages.js";
import { type PasswordPages, pages as password } from "./password/page-table.js";
import { messages as twoFactorTexts, type TwoFactorMessages } from "./two-factor/messages.js";
import { pages as twoFactor, type TwoFactorPages } from "./two-factor/page-table.js";

/** Their members of `pageAddresses`. */
export interface PluginPages
  extends PasswordPages, AccountPages, AdminPages, OrganizationPages, TwoFactorPages {}

/** By the id of the plugin, then by the name in `pageAddresses`. */
export const pluginPages = { password, account, admin, organizations, "two-factor": twoFactor };

/** Their texts, by the id of the plugin; `page-kit`: of what pages of all of them are made of. */
export interface PluginMessages {
  /** `authwright/plugins/account`. */
  readonly account: AccountMessages;
  /** `authwright/plugins/admin`. */
  readonly admin: AdminMessages;
  /** `authwright/plugins/organizations`. */
  readonly organizations: OrganizationMessages;
  /** Pages of any plugin: "More", "Copy". */
  readonly "page-kit": PageKitMessages;
  /** `authwright/plugins/password`. */
  readonly password: PasswordMessages;
  /** `authwright/plugins/two-factor`. */
  readonly "two-factor": TwoFactorMessages;
}

export const pluginEnglish: PluginMessages = {
  account: accountTexts,
  admin: adminTexts,
  organizations: organizationTexts,
  "page-kit": pageKitTexts,
  password: passwordTexts,
  "two-factor": twoFactorTexts,
};
