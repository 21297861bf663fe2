import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of Beyond Identity, as data. */
export const record: OIDCRecord = {
  id: "beyondidentity",
  name: "Beyond Identity",
  type: "oidc",
  status: "active",
  issuer:
    "https://auth-{region}.beyondidentity.com/v1/tenants/{tenant}/realms/{realm}/applications/{application}",
  params: [
    { name: "region", required: true, example: "us" },
    { name: "tenant", required: true, example: "example" },
    { name: "realm", required: true, example: "main" },
    { name: "application", required: true, example: "app-1" },
  ],
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name", email: "email" },
  style: { bg: "#5077c5", text: "#fff" },
  docs: "https://developer.beyondidentity.com/",
  console: "https://console-us.beyondidentity.com/login",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "add the offline_access scope",
  notes: ["Workforce and customer products have different consoles and issuers"],
};

/** Claims of Beyond Identity. */
export type BeyondIdentityProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "preferred_username" | "email", string>
>;

/** What the factory takes. */
export type BeyondIdentityOptions<P extends BeyondIdentityProfile = BeyondIdentityProfile> =
  OIDCUserConfig<P> & {
    /** Region of the servers. */
    region?: string;
    /** Name of the tenant. */
    tenant?: string;
    /** Name of the realm. */
    realm?: string;
    /** Id of the application. */
    application?: string;
  };

/**
 * Sign in with Beyond Identity.
 *
 * @param options client id and secret (default: `AUTH_BEYONDIDENTITY_ID`, `AUTH_BEYONDIDENTITY_SECRET`),
 * `region`, `tenant`, `realm`, `application`, or `issuer` in their place (`AUTH_BEYONDIDENTITY_ISSUER`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/beyondidentity`
 * @example BeyondIdentity({ region: "us", tenant: "example", realm: "main", application: "app-1" })
 */
export default function BeyondIdentity<P extends BeyondIdentityProfile = BeyondIdentityProfile>(
  options: BeyondIdentityOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
