/** Where pages are: below the base path, or at an address of their own. Every link to a page is made here. */
import type { PluginPath } from "../types/flow.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { Site } from "../types/site.js";

export interface PageSite {
  readonly resolved: Pick<ResolvedConfig, "addresses" | "pages">;
  readonly site: Pick<Site, "origin" | "basePath">;
}

/** @param path of the page, below the base path */
export const pagePath = ({ resolved, site }: PageSite, path: PluginPath): string =>
  resolved.addresses?.of(path) ?? site.basePath + path;

/** As {@link pagePath}, with the origin. */
export const pageUrl = (place: PageSite, path: PluginPath): string =>
  place.site.origin + pagePath(place, path);

/**
 * The page of the app, or the built-in one.
 *
 * @param origin in front of a built-in one: "" for a path alone
 */
export const pageOf = (
  place: PageSite,
  page: "signIn" | "signOut" | "error",
  origin = place.site.origin,
): string => place.resolved.pages[page] ?? origin + pagePath(place, `/${page.toLowerCase()}` as PluginPath);
