/** The pages of the plugin that can have addresses of their own. */
import type { Page } from "../../pages/page-table.js";

/** Members of `pageAddresses`. */
export interface AdminPages {
  /** Of the plugin `admin`: the list of users. Default: `/admin/users`. */
  adminUsers?: string | undefined;
  /** Of the plugin `admin`: makes a user. Default: `/admin/users/new`. */
  newAdminUser?: string | undefined;
  /** Of the plugin `admin`: one user, by id. Default: `/admin/users/:id`. */
  adminUser?: string | undefined;
  /** Of the plugin `admin`: the link to an address that an administrator has entered. Default: `/confirm-moved-address`. */
  confirmMovedAddress?: string | undefined;
  /** Of the plugin `admin`: begins to act for a user. Default: `/admin/users/:id/impersonate`. */
  impersonate?: string | undefined;
  /** Of the plugin `admin`: who acts for whom, and Stop. Default: `/impersonation`. */
  stopImpersonating?: string | undefined;
  /** Of the plugin `admin`: where users end what somebody does for them. Default: `/impersonation/:id`. */
  endImpersonation?: string | undefined;
}

export const pages: Readonly<Record<keyof AdminPages, Page>> = {
  adminUsers: { path: "/admin/users", standard: "/admin/users" },
  newAdminUser: { path: "/admin/users/new", standard: "/admin/users/new" },
  adminUser: { path: "/admin/users/:id", standard: "/admin/users/:id" },
  confirmMovedAddress: { path: "/admin/address", standard: "/confirm-moved-address" },
  impersonate: { path: "/admin/users/:id/impersonate", standard: "/admin/users/:id/impersonate" },
  stopImpersonating: { path: "/impersonation", standard: "/impersonation" },
  endImpersonation: { path: "/impersonation/:id", standard: "/impersonation/:id" },
};
