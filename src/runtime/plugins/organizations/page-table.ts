/** The pages of the plugin that can have addresses of their own. */
import type { Page } from "../../pages/page-table.js";

/** Members of `pageAddresses`. */
export interface OrganizationPages {
  /** Of the plugin `organizations`: those of the user. Default: `/organizations`. */
  organizations?: string | undefined;
  /** Of the plugin `organizations`: makes one. Default: `/organizations/new`. */
  newOrganization?: string | undefined;
  /** Of the plugin `organizations`: one, by its slug. Default: `/organizations/:slug`. */
  organization?: string | undefined;
  /** Of the plugin `organizations`: the link of an invitation. Default: `/invitation`. */
  invitation?: string | undefined;
}

export const pages: Readonly<Record<keyof OrganizationPages, Page>> = {
  organizations: { path: "/organizations", standard: "/organizations" },
  newOrganization: { path: "/organizations/new", standard: "/organizations/new" },
  organization: { path: "/organizations/:slug", standard: "/organizations/:slug" },
  invitation: { path: "/invitation", standard: "/invitation" },
};
