import { index, integer, sqliteTable, text, primaryKey, unique } from "drizzle-orm/sqlite-core";

export const projects = sqliteTable(
  "projects",
  {
    id: integer("id").primaryKey(),
    team: text("team").notNull(),
    title: text("title").notNull(),
  },
  (table) => [index("projects_team").on(table.team)],
);

export const users = sqliteTable("user", {
  id: text("id").primaryKey().$defaultFn(() => crypto.randomUUID()),
  name: text("name"),
  email: text("email").unique(),
  emailVerified: integer("emailVerified", { mode: "timestamp_ms" }),
  image: text("image"),
});

export const accounts = sqliteTable(
  "account",
  {
    userId: text("userId").notNull().references(() => users.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    provider: text("provider").notNull(),
    providerAccountId: text("providerAccountId").notNull(),
    refresh_token: text("refresh_token"),
    access_token: text("access_token"),
    expires_at: integer("expires_at"),
    token_type: text("token_type"),
    scope: text("scope"),
    id_token: text("id_token"),
    session_state: text("session_state"),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
    index("account_userId_idx").on(table.userId),
  ],
);

export const sessions = sqliteTable(
  "session",
  {
    userId: text("userId").notNull().references(() => users.id, { onDelete: "cascade" }),
    sessionToken: text("sessionToken").primaryKey(),
    expires: integer("expires", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("session_userId_idx").on(table.userId),
    index("session_expires_idx").on(table.expires),
  ],
);

export const verificationTokens = sqliteTable(
  "verificationToken",
  {
    identifier: text("identifier").notNull(),
    token: text("token").primaryKey(),
    expires: integer("expires", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("verificationToken_expires_idx").on(table.expires),
  ],
);

export const authenticators = sqliteTable(
  "authenticator",
  {
    credentialID: text("credentialID").primaryKey(),
    userId: text("userId").notNull().references(() => users.id, { onDelete: "cascade" }),
    providerAccountId: text("providerAccountId").notNull(),
    credentialPublicKey: text("credentialPublicKey").notNull(),
    counter: integer("counter").notNull(),
    credentialDeviceType: text("credentialDeviceType").notNull(),
    credentialBackedUp: integer("credentialBackedUp", { mode: "boolean" }).notNull(),
    transports: text("transports"),
  },
  (table) => [
    index("authenticator_userId_idx").on(table.userId),
  ],
);

export const authSessionInfo = sqliteTable(
  "auth_session_info",
  {
    id: text("id").primaryKey(),
    userId: text("userId").notNull(),
    device: text("device"),
    addressRange: text("addressRange"),
    createdAt: integer("createdAt", { mode: "timestamp_ms" }).notNull(),
    askedAt: integer("askedAt", { mode: "timestamp_ms" }),
    lastSeen: integer("lastSeen", { mode: "timestamp_ms" }).notNull(),
    endedAt: integer("endedAt", { mode: "timestamp_ms" }),
    expires: integer("expires", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("auth_session_info_userId_idx").on(table.userId),
    index("auth_session_info_expires_idx").on(table.expires),
  ],
);

export const authSessionEpochs = sqliteTable(
  "auth_session_epochs",
  {
    userId: text("userId").primaryKey(),
    epoch: integer("epoch").notNull(),
    keptId: text("keptId"),
    expires: integer("expires", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("auth_session_epochs_expires_idx").on(table.expires),
  ],
);

export const authOrganizationsOrganization = sqliteTable("auth_organizations_organization", {
  id: text("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  name: text("name").notNull(),
  createdAt: integer("createdAt", { mode: "timestamp_ms" }).notNull(),
});

export const authOrganizationsMember = sqliteTable(
  "auth_organizations_member",
  {
    organizationId: text("organizationId").notNull(),
    userId: text("userId").notNull(),
    role: text("role").notNull(),
    version: text("version").notNull(),
    createdAt: integer("createdAt", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index("auth_organizations_member_userId_idx").on(table.userId),
  ],
);

export const authOrganizationsInvitation = sqliteTable(
  "auth_organizations_invitation",
  {
    token: text("token").primaryKey(),
    organizationId: text("organizationId").notNull(),
    address: text("address"),
    role: text("role").notNull(),
    invitedBy: text("invitedBy"),
    uses: integer("uses"),
    createdAt: integer("createdAt", { mode: "timestamp_ms" }).notNull(),
    expires: integer("expires", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    unique("auth_organizations_invitation_organizationId_address_key").on(table.organizationId, table.address),
    index("auth_organizations_invitation_expires_idx").on(table.expires),
  ],
);

export const authOrganizationsFormerSlug = sqliteTable(
  "auth_organizations_former_slug",
  {
    slug: text("slug").primaryKey(),
    organizationId: text("organizationId"),
    expires: integer("expires", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("auth_organizations_former_slug_expires_idx").on(table.expires),
  ],
);

export const authOrganizationsChange = sqliteTable("auth_organizations_change", {
  organizationId: text("organizationId").primaryKey(),
  version: text("version").notNull(),
});

export const authOrganizationsInvited = sqliteTable("auth_organizations_invited", {
  userId: text("userId").primaryKey(),
  createdAt: integer("createdAt", { mode: "timestamp_ms" }).notNull(),
});

export const authAdminGrant = sqliteTable("auth_admin_grant", {
  userId: text("userId").primaryKey(),
  grantedBy: text("grantedBy").notNull(),
  createdAt: integer("createdAt", { mode: "timestamp_ms" }).notNull(),
});

export const authAdminBan = sqliteTable(
  "auth_admin_ban",
  {
    userId: text("userId").primaryKey(),
    reason: text("reason").notNull(),
    bannedBy: text("bannedBy"),
    createdAt: integer("createdAt", { mode: "timestamp_ms" }).notNull(),
    expires: integer("expires", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("auth_admin_ban_expires_idx").on(table.expires),
  ],
);

export const authAdminImpersonation = sqliteTable(
  "auth_admin_impersonation",
  {
    id: text("id").primaryKey(),
    adminId: text("adminId").notNull(),
    userId: text("userId").notNull(),
    reason: text("reason").notNull(),
    sessionHash: text("sessionHash").notNull().unique(),
    createdAt: integer("createdAt", { mode: "timestamp_ms" }).notNull(),
    endsAt: integer("endsAt", { mode: "timestamp_ms" }).notNull(),
    endedAt: integer("endedAt", { mode: "timestamp_ms" }),
    expires: integer("expires", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("auth_admin_impersonation_adminId_idx").on(table.adminId),
    index("auth_admin_impersonation_userId_idx").on(table.userId),
    index("auth_admin_impersonation_expires_idx").on(table.expires),
  ],
);
