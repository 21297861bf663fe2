import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/linkedin.js";

/** What is known of LinkedIn, as data. */
export const record: OIDCRecord = {
  id: "linkedin",
  name: "LinkedIn",
  type: "oidc",
  status: "active",
  issuer: "https://www.linkedin.com/oauth",
  scopes: ["openid", "profile", "email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#069", text: "#fff" },
  docs: "https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2",
  console: "https://www.linkedin.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "programmatic refresh tokens for approved partners only (60-day access token)",
  notes: [
    'Add the product "Sign In with LinkedIn using OpenID Connect" to the app',
    "It gives no nonce back, so none is sent",
  ],
};

/** Claims of LinkedIn. */
export type LinkedInProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "given_name" | "family_name" | "picture" | "locale" | "email", string> &
    Record<"email_verified", boolean>
>;

/**
 * Sign in with LinkedIn.
 *
 * @param options client id and secret (default: `AUTH_LINKEDIN_ID`, `AUTH_LINKEDIN_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/linkedin`
 * @example LinkedIn()
 */
export default function LinkedIn<P extends LinkedInProfile = LinkedInProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
