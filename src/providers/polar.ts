import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Polar, as data. */
export const record: OIDCRecord = {
  id: "polar",
  name: "Polar",
  type: "oidc",
  status: "active",
  issuer: "https://polar.sh",
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "sub",
    name: "name||public_name||username",
    email: "email",
    image: "picture||avatar_url",
  },
  emailVerified: "email_verified",
  docs: "https://polar.sh/docs/integrate/oauth2/introduction",
  console: "https://polar.sh/settings",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned",
  notes: ["sub_type chooses between a user and an organisation", "Sandbox host: sandbox.polar.sh"],
};

/** Claims of Polar; the members that are read. */
export interface PolarProfile extends Profile {
  /** Becomes `user.name` where `name` is empty. */
  public_name?: string | null;
  /** Becomes `user.name` where `name` and `public_name` are empty. */
  username?: string | null;
  /** Becomes `user.image` where `picture` is empty. */
  avatar_url?: string | null;
}

/**
 * Sign in with Polar.
 *
 * @param options client id and secret (default: `AUTH_POLAR_ID`, `AUTH_POLAR_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/polar`
 * @example Polar()
 */
export default function Polar<P extends PolarProfile = PolarProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
