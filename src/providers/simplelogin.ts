import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/simplelogin.js";

/** What is known of SimpleLogin, as data. */
export const record: OIDCRecord = {
  id: "simplelogin",
  name: "SimpleLogin",
  type: "oidc",
  status: "active",
  issuer: "https://app.simplelogin.io",
  scopes: ["openid", "profile", "email"],
  checks: ["state"],
  profile: { id: "sub", name: "name", email: "email", image: "avatar_url" },
  emailVerified: "email_verified",
  style: { bg: "#e3156a", text: "#fff" },
  docs: "https://simplelogin.io/docs/siwsl/app/",
  console: "https://app.simplelogin.io/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: ["The address may be an alias"],
};

/** Claims of SimpleLogin; the members that are read. */
export interface SimpleLoginProfile
  extends WithMembers<Profile, Record<"id", number>>, Record<"client", string> {
  /** Becomes `user.image`. */
  avatar_url: string;
  /** Name to show. */
  name: string;
  /** Whether the provider made sure that the address is the person's. */
  email_verified: boolean;
  /** E-mail address. */
  email: string;
  /** Id of the person at the issuer. */
  sub: string;
}

/**
 * Sign in with SimpleLogin.
 *
 * @param options client id and secret (default: `AUTH_SIMPLELOGIN_ID`, `AUTH_SIMPLELOGIN_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/simplelogin`
 * @example SimpleLogin()
 */
export default function SimpleLogin<P extends SimpleLoginProfile = SimpleLoginProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
