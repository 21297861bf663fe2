import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Smartsheet, as data. */
export const record: OAuthRecord = {
  id: "smartsheet",
  name: "Smartsheet",
  type: "oauth",
  status: "active",
  authorization: "https://app.smartsheet.com/b/authorize",
  token: "https://api.smartsheet.com/2.0/token",
  userinfo: "https://api.smartsheet.com/2.0/users/me",
  scopes: ["READ_USERS"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${firstName} ${lastName}", email: "email", image: "profileImage.imageId" },
  docs: "https://developers.smartsheet.com/api/smartsheet/guides/advanced-topics/oauth",
  console: "https://developers.smartsheet.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /2.0/users/me` of Smartsheet; the members that are read. */
export interface SmartsheetProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  firstName?: string | null;
  /** Becomes `user.name`. */
  lastName?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Holds what is read of the answer. */
  profileImage?: {
    /** Becomes `user.image`. */
    imageId?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Smartsheet.
 *
 * @param options client id and secret (default: `AUTH_SMARTSHEET_ID`, `AUTH_SMARTSHEET_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/smartsheet`
 * @example Smartsheet()
 */
export default function Smartsheet<P extends SmartsheetProfile = SmartsheetProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
