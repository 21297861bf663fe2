import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { tokenDialect } from "./kit/token-dialect.js";

/** What is known of Zoho, as data. */
export const record: OAuthRecord = {
  id: "zoho",
  name: "Zoho",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.zoho.com/oauth/v2/auth",
  token: "https://accounts.zoho.com/oauth/v2/token",
  tokenRequest: {
    hostFromCallback: {
      param: "accounts-server",
      hosts: [
        "accounts.zoho.com",
        "accounts.zoho.eu",
        "accounts.zoho.in",
        "accounts.zoho.com.au",
        "accounts.zoho.jp",
        "accounts.zoho.sa",
        "accounts.zoho.uk",
        "accounts.zohocloud.ca",
      ],
    },
  },
  userinfo: "https://accounts.zoho.com/oauth/user/info",
  scopes: ["AaaServer.profile.Read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "ZUID", name: "${First_Name} ${Last_Name}", email: "Email" },
  style: { bg: "#226DB4", text: "#fff" },
  docs: "https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html",
  console: "https://api-console.zoho.com",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "access_type=offline and prompt=consent",
  notes: [
    "The callback names the data centre, and the token is asked for there",
    "Failures come with status 200",
  ],
};

/** `GET /oauth/user/info` of Zoho; the members that are read. */
export interface ZohoProfile {
  /** Becomes the id of the account. */
  ZUID?: number | string;
  /** Becomes `user.name`. */
  First_Name?: string | null;
  /** Becomes `user.name`. */
  Last_Name?: string | null;
  /** Becomes `user.email`. */
  Email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Zoho.
 *
 * @param options client id and secret (default: `AUTH_ZOHO_ID`, `AUTH_ZOHO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/zoho`
 * @example Zoho()
 */
export default function Zoho<P extends ZohoProfile = ZohoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { tokenDialect });
}
