import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Dex, as data. */
export const record: OIDCRecord = {
  id: "dex",
  name: "Dex",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/dex",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://dexidp.io/docs/using-dex/",
  console: "https://dexidp.io/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
};

/** Claims of Dex. */
export type DexProfile = Profile;

/** What the factory takes. */
export type DexOptions<P extends DexProfile = DexProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Dex.
 *
 * @param options client id and secret (default: `AUTH_DEX_ID`, `AUTH_DEX_SECRET`), `domain`, or `issuer` in
 * their place (`AUTH_DEX_ISSUER`); any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/dex`
 * @example Dex({ domain: "login.example.com" })
 */
export default function Dex<P extends DexProfile = DexProfile>(options: DexOptions<P> = {}): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
