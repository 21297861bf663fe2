import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of Asgardeo, as data. */
export const record: OIDCRecord = {
  id: "asgardeo",
  name: "Asgardeo",
  type: "oidc",
  status: "active",
  issuer: "https://api.asgardeo.io/t/{organization}/oauth2/token",
  params: [{ name: "organization", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#000", text: "#fff" },
  docs: "https://wso2.com/asgardeo/docs/guides/authentication/",
  console: "https://console.asgardeo.io",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "enable the refresh token grant on the app",
  notes: ["The issuer ends in /oauth2/token"],
};

/** Claims of Asgardeo. */
export type AsgardeoProfile = WithMembers<
  Profile,
  Record<"sub" | "given_name" | "email" | "picture", string>
>;

/** What the factory takes. */
export type AsgardeoOptions<P extends AsgardeoProfile = AsgardeoProfile> = OIDCUserConfig<P> & {
  /** Name of the organisation. */
  organization?: string;
};

/**
 * Sign in with Asgardeo.
 *
 * @param options client id and secret (default: `AUTH_ASGARDEO_ID`, `AUTH_ASGARDEO_SECRET`), `organization`,
 * or `issuer` in their place (`AUTH_ASGARDEO_ISSUER`); any member overrides the provider's own value.
 * Callback URL to register: `{origin}{basePath}/callback/asgardeo`
 * @example Asgardeo({ organization: "example" })
 */
export default function Asgardeo<P extends AsgardeoProfile = AsgardeoProfile>(
  options: AsgardeoOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
