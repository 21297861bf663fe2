/** The pages of the plugin that can have addresses of their own. */
import type { Page } from "../../pages/page-table.js";

/** Members of `pageAddresses`. */
export interface AccountPages {
  /** Of the plugin `account`. Default: `/account`. */
  account?: string | undefined;
  /** Of the plugin `account`: asks before an account is linked. Default: `/link-account`. */
  accountLink?: string | undefined;
  /** Of the plugin `account`: the link of the mail that deletes the account. Default: `/delete-account`. */
  accountDeletion?: string | undefined;
}

export const pages: Readonly<Record<keyof AccountPages, Page>> = {
  account: { path: "/account", standard: "/account" },
  accountLink: { path: "/account/link", standard: "/link-account" },
  accountDeletion: { path: "/account/delete-link", standard: "/delete-account" },
};
