/** Who is a member of what, and as what. */
import type { RecordRow } from "../../types/records.js";
import type { PluginScope } from "../host/plugin.js";
import { formerSlugTable, memberTable, organizationTable } from "./tables.js";

/** An organisation, as its row has it. */
export interface Organization {
  /** It never changes. */
  readonly id: string;
  /** Stands in addresses: `[a-z0-9-]`. */
  readonly slug: string;
  /** 1 to 80 characters. */
  readonly name: string;
}

/** A member, as the row has it. */
export interface Member {
  readonly userId: string;
  readonly role: string;
  /** Another one after each change. */
  readonly version: string;
  readonly since: Date;
}

/** In place of a role: the membership is over, and its row about to go. No role can be called so. */
export const over = "-";

const text = (row: RecordRow, column: string): string => String(row[column]);

const organizationOf = (row: RecordRow): Organization => ({
  id: text(row, "id"),
  slug: text(row, "slug"),
  name: text(row, "name"),
});

/** @returns undefined: the membership is over */
export const memberOf = (row: RecordRow | undefined): Member | undefined =>
  row === undefined || row["role"] === over
    ? undefined
    : {
        userId: text(row, "userId"),
        role: text(row, "role"),
        version: text(row, "version"),
        since: row["createdAt"] instanceof Date ? row["createdAt"] : new Date(0),
      };

export async function findOrganization(own: PluginScope, id: string): Promise<Organization | undefined> {
  const row = await own.records(organizationTable).find({ id });
  return row && organizationOf(row);
}

export const findMember = async (
  own: PluginScope,
  organizationId: string,
  userId: string,
): Promise<Member | undefined> => memberOf(await own.records(memberTable).find({ organizationId, userId }));

const pageSize = 1000;
const mostPages = 1000;

/** Rows of members, in the order of the primary key: of an organisation, or of a user in the order of its organisations. */
export async function* memberRows(
  own: PluginScope,
  where: { readonly organizationId: string; readonly role?: string } | { readonly userId: string },
): AsyncGenerator<Member & { readonly organizationId: string }> {
  let after: { readonly organizationId: string; readonly userId: string } | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const rows = await own.records(memberTable).list({ ...where }, { limit: pageSize, after });
    for (const row of rows) {
      const member = memberOf(row);
      if (member !== undefined) yield { ...member, organizationId: text(row, "organizationId") };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = { organizationId: text(last, "organizationId"), userId: text(last, "userId") };
  }
}

/** A membership that admits. */
export interface Membership {
  readonly organization: Organization;
  readonly role: string;
  /** The address has a former slug of it. */
  readonly isFormer?: true;
}

/**
 * The membership of a user in the organisation of a slug, read from the store.
 *
 * @returns undefined: there is none, or no such organisation; which of them cannot be told from the number of questions
 */
export type ReadMembership = (
  own: PluginScope,
  slug: string,
  userId: string,
) => Promise<Membership | undefined>;

const keptMs = 60_000;
const mostKept = 1000;
/** Ids of organisations have 32 characters. */
const nobodys = "none";

/**
 * Keeps which slug is whose for a minute. Whoever is admitted costs two finds, one while the slug is kept; whoever is not
 * costs three, whatever is kept and whether the organisation is there.
 */
export function membershipReader(): ReadMembership {
  const kept = new Map<string, { readonly organization: Organization; readonly until: number }>();
  const keep = (organization: Organization): void => {
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(organization.slug, { organization, until: Date.now() + keptMs });
  };
  return async (own, slug, userId) => {
    const known = kept.get(slug);
    const isKept = known !== undefined && known.until > Date.now();
    if (isKept) {
      const member = await findMember(own, known.organization.id, userId);
      if (member !== undefined) return { organization: known.organization, role: member.role };
    }
    const row = await own.records(organizationTable).find({ slug });
    const organization = row && organizationOf(row);
    if (organization !== undefined && organization.id !== (isKept ? known.organization.id : undefined)) {
      const member = await findMember(own, organization.id, userId);
      if (member !== undefined) {
        keep(organization);
        return { organization, role: member.role };
      }
    }
    if (organization === undefined) kept.delete(slug);
    const former = await own.records(formerSlugTable).find({ slug });
    if (isKept || organization !== undefined) return undefined;
    return admittedBefore(own, former, userId);
  };
}

/** Members find the organisation by a slug that it had; others are told nothing of it. */
async function admittedBefore(
  own: PluginScope,
  former: RecordRow | undefined,
  userId: string,
): Promise<Membership | undefined> {
  const { organizationId, expires } = former ?? {};
  const isGood =
    typeof organizationId === "string" && expires instanceof Date && expires.valueOf() > Date.now();
  const id = isGood ? organizationId : nobodys;
  const member = await findMember(own, id, userId);
  const organization = member && (await findOrganization(own, id));
  return member && organization && { organization, role: member.role, isFormer: true };
}
