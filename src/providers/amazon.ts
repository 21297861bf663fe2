import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/amazon.js";

/** What is known of Amazon, as data. */
export const record: OAuthRecord = {
  id: "amazon",
  name: "Amazon",
  type: "oauth",
  status: "active",
  authorization: "https://www.amazon.com/ap/oa",
  token: "https://api.amazon.com/auth/o2/token",
  userinfo: "https://api.amazon.com/user/profile",
  scopes: ["profile"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", name: "name", email: "email" },
  docs: "https://developer.amazon.com/docs/login-with-amazon/documentation-overview.html",
  console: "https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The UK and Japan have token hosts of their own"],
};

/** `GET /user/profile` of Amazon; the members that are read. */
export interface AmazonProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Amazon.
 *
 * @param options client id and secret (default: `AUTH_AMAZON_ID`, `AUTH_AMAZON_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/amazon`
 * @example Amazon()
 */
export default function Amazon<P extends AmazonProfile = AmazonProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
