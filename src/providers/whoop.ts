import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of WHOOP, as data. */
export const record: OAuthRecord = {
  id: "whoop",
  name: "WHOOP",
  type: "oauth",
  status: "active",
  authorization: "https://api.prod.whoop.com/oauth/oauth2/auth",
  token: "https://api.prod.whoop.com/oauth/oauth2/token",
  userinfo: "https://api.prod.whoop.com/developer/v2/user/profile/basic",
  scopes: ["read:profile"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", name: "${first_name} ${last_name}", email: "email" },
  docs: "https://developer.whoop.com/docs/developing/oauth/",
  console: "https://developer-dashboard.whoop.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline scope",
  notes: ["state must have at least eight characters"],
};

/** `GET /developer/v2/user/profile/basic` of WHOOP; the members that are read. */
export interface WHOOPProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Becomes `user.name`. */
  first_name?: string | null;
  /** Becomes `user.name`. */
  last_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with WHOOP.
 *
 * @param options client id and secret (default: `AUTH_WHOOP_ID`, `AUTH_WHOOP_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/whoop`
 * @example WHOOP()
 */
export default function WHOOP<P extends WHOOPProfile = WHOOPProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
