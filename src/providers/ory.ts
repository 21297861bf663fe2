import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/ory.js";

/** What is known of Ory Network, as data. */
export const record: OIDCRecord = {
  id: "ory",
  name: "Ory Network",
  type: "oidc",
  status: "active",
  issuer: "https://{slug}.projects.oryapis.com",
  params: [{ name: "slug", required: true, example: "example" }],
  scopes: ["openid", "offline", "email", "profile"],
  emailVerified: "email_verified",
  style: { bg: "#4f46e5", text: "#fff" },
  docs: "https://www.ory.sh/docs/oauth2-oidc/authorization-code-flow",
  console: "https://console.ory.sh/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
};

/** Claims of Ory Network. */
export type OryProfile = Profile;

/** What the factory takes. */
export type OryOptions<P extends OryProfile = OryProfile> = OIDCUserConfig<P> & {
  /** Name of the project in addresses. */
  slug?: string;
};

/**
 * Sign in with Ory Network.
 *
 * @param options client id and secret (default: `AUTH_ORY_ID`, `AUTH_ORY_SECRET`), `slug`, or `issuer` in
 * their place (`AUTH_ORY_ISSUER`); any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/ory`
 * @example Ory({ slug: "example" })
 */
export default function Ory<P extends OryProfile = OryProfile>(options: OryOptions<P> = {}): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
