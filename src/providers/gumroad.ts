import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/gumroad.js";

/** What is known of Gumroad, as data. */
export const record: OAuthRecord = {
  id: "gumroad",
  name: "Gumroad",
  type: "oauth",
  status: "active",
  authorization: "https://gumroad.com/oauth/authorize",
  token: "https://api.gumroad.com/oauth/token",
  userinfo: "https://api.gumroad.com/v2/user",
  scopes: ["view_profile"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user.user_id", name: "user.name", email: "user.email", image: "user.profile_url" },
  style: { bg: "#ff90e8", text: "#000" },
  docs: "https://gumroad.com/api",
  console: "https://gumroad.com/settings/advanced",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /v2/user` of Gumroad; the members that are read. */
export interface GumroadProfile {
  /** Holds what is read of the answer. */
  user?: {
    /** Becomes the id of the account. */
    user_id?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    profile_url?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Gumroad.
 *
 * @param options client id and secret (default: `AUTH_GUMROAD_ID`, `AUTH_GUMROAD_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/gumroad`
 * @example Gumroad()
 */
export default function Gumroad<P extends GumroadProfile = GumroadProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
