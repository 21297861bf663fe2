import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Kanidm, as data. */
export const record: OIDCRecord = {
  id: "kanidm",
  name: "Kanidm",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/oauth2/openid/{clientId}",
  params: [{ name: "domain", required: true, example: "idm.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://kanidm.github.io/kanidm/stable/integrations/oauth2.html",
  console: "https://kanidm.com/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["Has one issuer per client", "PKCE is required"],
};

/** Claims of Kanidm. */
export type KanidmProfile = Profile;

/** What the factory takes. */
export type KanidmOptions<P extends KanidmProfile = KanidmProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Kanidm.
 *
 * @param options client id and secret (default: `AUTH_KANIDM_ID`, `AUTH_KANIDM_SECRET`), `domain`, or
 * `issuer` in their place (`AUTH_KANIDM_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/kanidm`
 * @example Kanidm({ domain: "idm.example.com" })
 */
export default function Kanidm<P extends KanidmProfile = KanidmProfile>(
  options: KanidmOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
