import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of ID.me, as data. */
export const record: OIDCRecord = {
  id: "id-me",
  name: "ID.me",
  type: "oidc",
  status: "active",
  issuer: "https://api.id.me/oidc",
  scopes: ["openid", "login"],
  checks: ["state", "nonce"],
  profile: { id: "sub", name: "${fname} ${lname}", email: "email" },
  docs: "https://developers.id.me/documentation/federated-protocols/oidc/overview",
  console: "https://developers.id.me/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** Claims of ID.me; the members that are read. */
export interface IDmeProfile extends Profile {
  /** Id. */
  uuid?: number | string;
  /** Becomes `user.name`. */
  fname?: string | null;
  /** Becomes `user.name`. */
  lname?: string | null;
}

/**
 * Sign in with ID.me.
 *
 * @param options client id and secret (default: `AUTH_ID_ME_ID`, `AUTH_ID_ME_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/id-me`
 * @example IDme()
 */
export default function IDme<P extends IDmeProfile = IDmeProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
