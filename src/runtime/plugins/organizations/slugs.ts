/** Which slugs are free. The one of a renamed or deleted organisation rests, so that old links lead nobody to strangers. */
import { reservedParts } from "../host/reserved-parts.js";
import type { PluginScope } from "../host/plugin.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { OrganizationError } from "./organization-error.js";
import { slugOf } from "./spelling.js";
import { formerSlugTable, organizationTable } from "./tables.js";

const restMs = 90 * 24 * 3_600_000;

/** @throws OrganizationError with `invalid` */
export const readSlug = (resolved: ResolvedConfig, given: unknown): string =>
  slugOf(given, reservedParts(resolved, "/organizations/:slug"));

/** Nobody else gets the slug for 90 days. @param organizationId null: nobody at all */
export async function restSlug(own: PluginScope, slug: string, organizationId: string | null): Promise<void> {
  const row = { organizationId, expires: new Date(Date.now() + restMs) };
  const former = own.records(formerSlugTable);
  if ((await former.insert({ slug, ...row })) === "taken") await former.update({ slug }, {}, row);
}

/** @throws OrganizationError with `slug-taken` */
export async function assertFree(own: PluginScope, slug: string, organizationId?: string): Promise<void> {
  const present = await own.records(organizationTable).find({ slug });
  if (
    (present !== undefined && present["id"] !== organizationId) ||
    (await isResting(own, slug, organizationId))
  )
    throw slugTaken();
}

export const slugTaken = (): OrganizationError =>
  new OrganizationError("slug-taken", "Another organisation has this slug, or had it lately", {
    field: "slug",
  });

/** Does a slug rest, but for its own organisation? */
export async function isResting(own: PluginScope, slug: string, organizationId?: string): Promise<boolean> {
  const row = await own.records(formerSlugTable).find({ slug });
  return (
    row !== undefined &&
    row["expires"] instanceof Date &&
    row["expires"].valueOf() > Date.now() &&
    (organizationId === undefined || row["organizationId"] !== organizationId)
  );
}
