import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of YNAB, as data. */
export const record: OAuthRecord = {
  id: "ynab",
  name: "YNAB",
  type: "oauth",
  status: "active",
  authorization: "https://app.ynab.com/oauth/authorize",
  token: "https://app.ynab.com/oauth/token",
  userinfo: "https://api.ynab.com/v1/user",
  scopes: ["read-only"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.user.id" },
  docs: "https://api.ynab.com/#oauth-applications",
  console: "https://app.ynab.com/settings/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (2 h access token)",
  notes: ["Gives the id alone"],
};

/** `GET /v1/user` of YNAB; the members that are read. */
export interface YNABProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    user?: {
      /** Becomes the id of the account. */
      id?: number | string;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with YNAB.
 *
 * @param options client id and secret (default: `AUTH_YNAB_ID`, `AUTH_YNAB_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/ynab`
 * @example YNAB()
 */
export default function YNAB<P extends YNABProfile = YNABProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
