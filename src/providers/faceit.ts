import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/faceit.js";

/** What is known of FACEIT, as data. */
export const record: OAuthRecord = {
  id: "faceit",
  name: "FACEIT",
  type: "oauth",
  status: "active",
  issuer: "https://api.faceit.com/auth",
  authorization: "https://accounts.faceit.com/accounts",
  token: "https://api.faceit.com/auth/v1/oauth/token",
  userinfo: "https://api.faceit.com/auth/v1/resources/userinfo",
  scopes: ["openid", "email", "profile"],
  authorizationParams: { redirect_popup: "true" },
  openParams: ["redirect_popup"],
  profile: { id: "guid", name: "nickname||name", email: "email", image: "picture" },
  emailVerified: "email_verified",
  style: { bg: "#ff5500", text: "#fff" },
  docs: "https://docs.faceit.com/docs/auth/oauth2/",
  console: "https://developers.faceit.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["redirect_popup=true keeps the flow in one window"],
};

/** `GET /auth/v1/resources/userinfo` of FACEIT; the members that are read. */
export interface FACEITProfile {
  /** Becomes the id of the account. */
  guid?: number | string;
  /** Becomes `user.name`. */
  nickname?: string | null;
  /** Becomes `user.name` where `nickname` is empty. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  picture?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with FACEIT.
 *
 * @param options client id and secret (default: `AUTH_FACEIT_ID`, `AUTH_FACEIT_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/faceit`
 * @example FACEIT()
 */
export default function FACEIT<P extends FACEITProfile = FACEITProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
