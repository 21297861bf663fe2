import { DrizzleAdapter } from "authwright/adapters/drizzle";
import { db } from "@/lib/db";
import { users, accounts, sessions, verificationTokens, authenticators, authSessionInfo, authSessionEpochs, authOrganizationsOrganization, authOrganizationsMember, authOrganizationsInvitation, authOrganizationsFormerSlug, authOrganizationsChange, authOrganizationsInvited, authAdminGrant, authAdminBan, authAdminImpersonation } from "@/lib/schema";

export const authStore = DrizzleAdapter(db, {
  usersTable: users,
  accountsTable: accounts,
  sessionsTable: sessions,
  verificationTokensTable: verificationTokens,
  authenticatorsTable: authenticators,
  records: {
    auth_session_info: authSessionInfo,
    auth_session_epochs: authSessionEpochs,
    auth_organizations_organization: authOrganizationsOrganization,
    auth_organizations_member: authOrganizationsMember,
    auth_organizations_invitation: authOrganizationsInvitation,
    auth_organizations_former_slug: authOrganizationsFormerSlug,
    auth_organizations_change: authOrganizationsChange,
    auth_organizations_invited: authOrganizationsInvited,
    auth_admin_grant: authAdminGrant,
    auth_admin_ban: authAdminBan,
    auth_admin_impersonation: authAdminImpersonation,
  },
});
