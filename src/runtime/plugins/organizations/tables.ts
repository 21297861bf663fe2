/** What the plugin keeps. */
import type { RecordTable } from "../../types/records.js";

const requiredKey = { type: "key", required: true } as const;
const requiredText = { type: "text", required: true } as const;
const requiredDate = { type: "date", required: true } as const;

export const organizationTable = {
  name: "auth_organizations_organization",
  columns: { id: requiredKey, slug: requiredKey, name: requiredText, createdAt: requiredDate },
  primaryKey: ["id"],
  unique: [["slug"]],
  indexes: [],
} as const satisfies RecordTable;

/** `version` is another one after each change: of several changes at once one wins. */
export const memberTable = {
  name: "auth_organizations_member",
  columns: {
    organizationId: requiredKey,
    userId: requiredKey,
    role: requiredKey,
    version: requiredKey,
    createdAt: requiredDate,
  },
  primaryKey: ["organizationId", "userId"],
  unique: [],
  indexes: [["userId"]],
} as const satisfies RecordTable;

/** By the hashes of their tokens. */
export const invitationTable = {
  name: "auth_organizations_invitation",
  columns: {
    token: requiredKey,
    organizationId: requiredKey,
    // null: a link for whoever is signed in.
    address: { type: "key" },
    role: requiredKey,
    // null: the server itself.
    invitedBy: { type: "key" },
    // Of links for anybody: how many may still join by it.
    uses: { type: "integer" },
    createdAt: requiredDate,
    expires: requiredDate,
  },
  primaryKey: ["token"],
  unique: [["organizationId", "address"]],
  indexes: [["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

/** Slugs that nobody gets for a while. */
export const formerSlugTable = {
  name: "auth_organizations_former_slug",
  columns: {
    slug: requiredKey,
    // null: the organisation was deleted.
    organizationId: { type: "key" },
    expires: requiredDate,
  },
  primaryKey: ["slug"],
  unique: [],
  indexes: [["expires"]],
  expires: "expires",
} as const satisfies RecordTable;

/** Users whom a press on an invitation has made, until the owner of the mailbox proves it once more; see `invited-users.ts`. */
export const invitedTable = {
  name: "auth_organizations_invited",
  columns: { userId: requiredKey, createdAt: requiredDate },
  primaryKey: ["userId"],
  unique: [],
  indexes: [],
} as const satisfies RecordTable;

/** The change of owners that is under way in an organisation; see `owners.ts`. */
export const changeTable = {
  name: "auth_organizations_change",
  columns: { organizationId: requiredKey, version: requiredText },
  primaryKey: ["organizationId"],
  unique: [],
  indexes: [],
} as const satisfies RecordTable;

export const tables: readonly RecordTable[] = [
  organizationTable,
  memberTable,
  invitationTable,
  formerSlugTable,
  changeTable,
  invitedTable,
];
