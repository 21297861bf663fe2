import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of PropelAuth, as data. */
export const record: OAuthRecord = {
  id: "propelauth",
  name: "PropelAuth",
  type: "oauth",
  status: "active",
  issuer: "https://{authDomain}",
  params: [{ name: "authDomain", required: true, example: "auth.example.com" }],
  authorization: "{issuer}/propelauth/oauth/authorize",
  token: "{issuer}/propelauth/oauth/token",
  userinfo: "{issuer}/propelauth/oauth/userinfo",
  scopes: ["openid", "profile", "email"],
  profile: { id: "user_id", name: "${first_name} ${last_name}", email: "email", image: "picture_url" },
  emailVerified: "email_confirmed",
  docs: "https://docs.propelauth.com/",
  console: "https://auth.propelauth.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /propelauth/oauth/userinfo` of PropelAuth; the members that are read. */
export interface PropelAuthProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Becomes `user.name`. */
  first_name?: string | null;
  /** Becomes `user.name`. */
  last_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  picture_url?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_confirmed?: boolean | string;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type PropelAuthOptions<P extends PropelAuthProfile = PropelAuthProfile> = OAuthUserConfig<P> & {
  /** Host of the sign-in pages. */
  authDomain?: string;
};

/**
 * Sign in with PropelAuth.
 *
 * @param options client id and secret (default: `AUTH_PROPELAUTH_ID`, `AUTH_PROPELAUTH_SECRET`),
 * `authDomain`, or `issuer` in their place (`AUTH_PROPELAUTH_ISSUER`); any member overrides the provider's
 * own value. Callback URL to register: `{origin}{basePath}/callback/propelauth`
 * @example PropelAuth({ authDomain: "auth.example.com" })
 */
export default function PropelAuth<P extends PropelAuthProfile = PropelAuthProfile>(
  options: PropelAuthOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
