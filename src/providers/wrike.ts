import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Wrike, as data. */
export const record: OAuthRecord = {
  id: "wrike",
  name: "Wrike",
  type: "oauth",
  status: "active",
  authorization: "https://login.wrike.com/oauth2/authorize/v4",
  token: "https://login.wrike.com/oauth2/token",
  userinfo: "https://{tokens.host}/api/v4/contacts?me=true",
  scopes: ["Default"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data[0].id",
    name: "${data[0].firstName} ${data[0].lastName}",
    email: "data[0].profiles[0].email",
    image: "data[0].avatarUrl",
  },
  docs: "https://developers.wrike.com/oauth-20-authorization/",
  console: "https://www.wrike.com/apps/api/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The token answer names the API host"],
};

/** `GET /api/v4/contacts` of Wrike; the members that are read. */
export interface WrikeProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Id. */
    id?: number | string;
    /** First name. */
    firstName?: string | null;
    /** Last name. */
    lastName?: string | null;
    /** Addresses of the person, an account each. */
    profiles?: {
      /** E-mail address. */
      email?: string | null;
    }[];
    /** Picture. */
    avatarUrl?: string | null;
  }[];
  [claim: string]: unknown;
}

/**
 * Sign in with Wrike.
 *
 * @param options client id and secret (default: `AUTH_WRIKE_ID`, `AUTH_WRIKE_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/wrike`
 * @example Wrike()
 */
export default function Wrike<P extends WrikeProfile = WrikeProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
