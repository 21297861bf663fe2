import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Pocket ID, as data. */
export const record: OIDCRecord = {
  id: "pocket-id",
  name: "Pocket ID",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://pocket-id.org/docs/",
  console: "https://pocket-id.org/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** Claims of Pocket ID. */
export type PocketIdProfile = Profile;

/** What the factory takes. */
export type PocketIdOptions<P extends PocketIdProfile = PocketIdProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Pocket ID.
 *
 * @param options client id and secret (default: `AUTH_POCKET_ID_ID`, `AUTH_POCKET_ID_SECRET`), `domain`, or
 * `issuer` in their place (`AUTH_POCKET_ID_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/pocket-id`
 * @example PocketId({ domain: "login.example.com" })
 */
export default function PocketId<P extends PocketIdProfile = PocketIdProfile>(
  options: PocketIdOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
