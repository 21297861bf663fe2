import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of DonationAlerts, as data. */
export const record: OAuthRecord = {
  id: "donation-alerts",
  name: "DonationAlerts",
  type: "oauth",
  status: "active",
  authorization: "https://www.donationalerts.com/oauth/authorize",
  token: "https://www.donationalerts.com/oauth/token",
  userinfo: "https://www.donationalerts.com/api/v1/user/oauth",
  scopes: ["oauth-user-show"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.name||data.code", email: "data.email", image: "data.avatar" },
  docs: "https://www.donationalerts.com/apidoc",
  console: "https://www.donationalerts.com/application/clients",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /api/v1/user/oauth` of DonationAlerts; the members that are read. */
export interface DonationAlertsProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.name` where `data.name` is empty. */
    code?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    avatar?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with DonationAlerts.
 *
 * @param options client id and secret (default: `AUTH_DONATION_ALERTS_ID`, `AUTH_DONATION_ALERTS_SECRET`);
 * any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/donation-alerts`
 * @example DonationAlerts()
 */
export default function DonationAlerts<P extends DonationAlertsProfile = DonationAlertsProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
