import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/wordpress.js";

/** What is known of WordPress.com, as data. */
export const record: OAuthRecord = {
  id: "wordpress",
  name: "WordPress.com",
  type: "oauth",
  status: "active",
  authorization: "https://public-api.wordpress.com/oauth2/authorize",
  token: "https://public-api.wordpress.com/oauth2/token",
  userinfo: "https://public-api.wordpress.com/rest/v1/me",
  scopes: ["auth"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "ID", name: "display_name", email: "email", image: "avatar_URL" },
  emailVerified: "email_verified",
  style: { bg: "#21759B", text: "#fff" },
  docs: "https://developer.wordpress.com/docs/oauth2/",
  console: "https://developer.wordpress.com/apps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The id is a number"],
};

/** `GET /rest/v1/me` of WordPress.com; the members that are read. */
export interface WordPressProfile {
  /** Becomes the id of the account. */
  ID?: number | string;
  /** Becomes `user.name`. */
  display_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  avatar_URL?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with WordPress.com.
 *
 * @param options client id and secret (default: `AUTH_WORDPRESS_ID`, `AUTH_WORDPRESS_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/wordpress`
 * @example WordPress()
 */
export default function WordPress<P extends WordPressProfile = WordPressProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
