import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/hubspot.js";

/** What is known of HubSpot, as data. */
export const record: OAuthRecord = {
  id: "hubspot",
  name: "HubSpot",
  type: "oauth",
  status: "active",
  authorization: "https://app.hubspot.com/oauth/authorize",
  token: "https://api.hubapi.com/oauth/v1/token",
  userinfo: "https://api.hubapi.com/oauth/v1/access-tokens/{accessToken}",
  userinfoTokenIn: "url",
  scopes: ["oauth"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", email: "user" },
  style: { bg: "#ff7a59", text: "#000" },
  docs: "https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/working-with-oauth",
  console: "https://app.hubspot.com/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (30 min access token)",
  notes: [
    "The token stands in the address of the user endpoint, which ends on 16 February 2027",
    "Gives no name and no picture",
  ],
};

/** `GET /oauth/v1/access-tokens/{accessToken}` of HubSpot; the members that are read. */
export interface HubSpotProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Becomes `user.email`. */
  user?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with HubSpot.
 *
 * @param options client id and secret (default: `AUTH_HUBSPOT_ID`, `AUTH_HUBSPOT_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/hubspot`
 * @example HubSpot()
 */
export default function HubSpot<P extends HubSpotProfile = HubSpotProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
