import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/gitlab.js";

/** What is known of GitLab (OIDC), as data. */
export const record: OIDCRecord = {
  id: "gitlab-oidc",
  name: "GitLab (OIDC)",
  type: "oidc",
  status: "active",
  issuer: "https://gitlab.com",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#FC6D26", text: "#000" },
  docs: "https://docs.gitlab.com/integration/openid_connect_provider/",
  console: "https://gitlab.com/-/user_settings/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (2 h access token)",
  notes: ["The same app as for gitlab, under an id of its own"],
};

/** Claims of GitLab (OIDC). */
export type GitLabOIDCProfile = Profile;

/**
 * Sign in with GitLab (OIDC).
 *
 * @param options client id and secret (default: `AUTH_GITLAB_OIDC_ID`, `AUTH_GITLAB_OIDC_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/gitlab-oidc`
 * @example GitLabOIDC()
 */
export default function GitLabOIDC<P extends GitLabOIDCProfile = GitLabOIDCProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
