import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/clerk.js";

/** What is known of Clerk, as data. */
export const record: OIDCRecord = {
  id: "clerk",
  name: "Clerk",
  type: "oidc",
  status: "active",
  issuer: "https://{frontendApi}",
  params: [{ name: "frontendApi", required: true, example: "clerk.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#6c47ff", text: "#fff" },
  docs: "https://clerk.com/docs/advanced-usage/clerk-idp",
  console: "https://dashboard.clerk.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The issuer is https://clerk. and your domain, or a development address at clerk.accounts.dev"],
};

/** Claims of Clerk. */
export type ClerkProfile = Profile;

/** What the factory takes. */
export type ClerkOptions<P extends ClerkProfile = ClerkProfile> = OIDCUserConfig<P> & {
  /** Host of the frontend API. */
  frontendApi?: string;
};

/**
 * Sign in with Clerk.
 *
 * @param options client id and secret (default: `AUTH_CLERK_ID`, `AUTH_CLERK_SECRET`), `frontendApi`, or
 * `issuer` in their place (`AUTH_CLERK_ISSUER`); any member overrides the provider's own value. Callback URL
 * to register: `{origin}{basePath}/callback/clerk`
 * @example Clerk({ frontendApi: "clerk.example.com" })
 */
export default function Clerk<P extends ClerkProfile = ClerkProfile>(
  options: ClerkOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
