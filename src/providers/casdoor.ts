import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Casdoor, as data. */
export const record: OIDCRecord = {
  id: "casdoor",
  name: "Casdoor",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  docs: "https://casdoor.org/docs/how-to-connect/oauth",
  console: "https://casdoor.org/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
};

/** Claims of Casdoor. */
export type CasdoorProfile = Profile;

/** What the factory takes. */
export type CasdoorOptions<P extends CasdoorProfile = CasdoorProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Casdoor.
 *
 * @param options client id and secret (default: `AUTH_CASDOOR_ID`, `AUTH_CASDOOR_SECRET`), `domain`, or
 * `issuer` in their place (`AUTH_CASDOOR_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/casdoor`
 * @example Casdoor({ domain: "login.example.com" })
 */
export default function Casdoor<P extends CasdoorProfile = CasdoorProfile>(
  options: CasdoorOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
