import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Intuit QuickBooks, as data. */
export const record: OIDCRecord = {
  id: "intuit",
  name: "Intuit QuickBooks",
  type: "oidc",
  status: "active",
  issuer: "https://oauth.platform.intuit.com/op/v1",
  wellKnown: "https://developer.api.intuit.com/.well-known/openid_configuration",
  profileFrom: "userinfo",
  scopes: ["openid", "profile", "email"],
  checks: ["state", "nonce"],
  profile: { id: "sub", name: "${givenName} ${familyName}", email: "email" },
  emailVerified: "emailVerified",
  style: { bg: "#236cff", text: "#000" },
  docs: "https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect",
  console: "https://developer.intuit.com/app/developer/dashboard",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development for development keys only",
    checked: false,
  },
  refresh: "refresh token returned (100 days)",
  notes: ["Its metadata stands on another host", "Claims are written in camelCase"],
};

/** Claims of Intuit QuickBooks; the members that are read. */
export interface IntuitProfile extends Profile {
  /** Becomes `user.name`. */
  givenName?: string | null;
  /** Becomes `user.name`. */
  familyName?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  emailVerified?: boolean | string;
}

/**
 * Sign in with Intuit QuickBooks.
 *
 * @param options client id and secret (default: `AUTH_INTUIT_ID`, `AUTH_INTUIT_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/intuit`
 * @example Intuit()
 */
export default function Intuit<P extends IntuitProfile = IntuitProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
