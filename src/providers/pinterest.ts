import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/pinterest.js";

/** What is known of Pinterest, as data. */
export const record: OAuthRecord = {
  id: "pinterest",
  name: "Pinterest",
  type: "oauth",
  status: "active",
  authorization: "https://www.pinterest.com/oauth/",
  token: "https://api.pinterest.com/v5/oauth/token",
  userinfo: "https://api.pinterest.com/v5/user_account",
  scopes: ["user_accounts:read"],
  checks: ["state"],
  profile: { id: "id", name: "username", image: "profile_image" },
  style: { bg: "#bd081c", text: "#fff" },
  docs: "https://developers.pinterest.com/docs/getting-started/authentication/",
  console: "https://developers.pinterest.com/apps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "continuous_refresh=true; refresh token returned",
  notes: ["Gives no e-mail address"],
};

/** `GET /v5/user_account` of Pinterest; the members that are read. */
export interface PinterestProfile
  extends Record<"account_type", "BUSINESS" | "PINNER">, Record<"website_url", string> {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  username: string;
  /** Becomes `user.image`. */
  profile_image: string;
  [claim: string]: unknown;
}

/**
 * Sign in with Pinterest.
 *
 * @param options client id and secret (default: `AUTH_PINTEREST_ID`, `AUTH_PINTEREST_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/pinterest`
 * @example Pinterest()
 */
export default function Pinterest<P extends PinterestProfile = PinterestProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
