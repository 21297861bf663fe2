import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/strava.js";

/** What is known of Strava, as data. */
export const record: OAuthRecord = {
  id: "strava",
  name: "Strava",
  type: "oauth",
  status: "active",
  authorization: "https://www.strava.com/oauth/authorize",
  token: "https://www.strava.com/api/v3/oauth/token",
  userinfo: "https://www.strava.com/api/v3/athlete",
  scopes: ["read"],
  authorizationParams: { approval_prompt: "auto" },
  openParams: ["approval_prompt"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${firstname} ${lastname}", image: "profile" },
  style: { bg: "#FC4C02", text: "#fff" },
  docs: "https://developers.strava.com/docs/authentication/",
  console: "https://www.strava.com/settings/api",
  localhost: { rule: "loopback-ip", note: "localhost and 127.0.0.1 are always allowed", checked: false },
  refresh: "refresh token returned (6 h access token)",
  notes: ["One callback domain per app", "Gives no e-mail address"],
};

/** `GET /api/v3/athlete` of Strava; the members that are read. */
export interface StravaProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  firstname: string;
  /** Becomes `user.name`. */
  lastname: string;
  /** Becomes `user.image`. */
  profile: string;
  [claim: string]: unknown;
}

/**
 * Sign in with Strava.
 *
 * @param options client id and secret (default: `AUTH_STRAVA_ID`, `AUTH_STRAVA_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/strava`
 * @example Strava()
 */
export default function Strava<P extends StravaProfile = StravaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
