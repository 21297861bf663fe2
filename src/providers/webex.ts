import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Webex, as data. */
export const record: OAuthRecord = {
  id: "webex",
  name: "Webex",
  type: "oauth",
  status: "active",
  params: [{ name: "apiBaseUrl", required: false, default: "https://webexapis.com/v1" }],
  authorization: "{apiBaseUrl}/authorize",
  token: "{apiBaseUrl}/access_token",
  userinfo: "{apiBaseUrl}/people/me",
  scopes: ["spark:kms", "spark:people_read"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "displayName", email: "emails[0]", image: "avatar" },
  style: { bg: "#000", text: "#fff" },
  docs: "https://developer.webex.com/docs/login-with-webex",
  console: "https://developer.webex.com/my-apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (90 days)",
  notes: ["Other clouds: pass apiBaseUrl"],
};

/** `GET /v1/people/me` of Webex; the members that are read. */
export interface WebexProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  displayName?: string;
  /** Holds what is read of the answer. */
  emails: string[];
  /** Becomes `user.image`. */
  avatar?: string;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type WebexOptions<P extends WebexProfile = WebexProfile> = OAuthUserConfig<P> & {
  /** Address of the API. Default `https://webexapis.com/v1`. */
  apiBaseUrl?: string;
};

/**
 * Sign in with Webex.
 *
 * @param options client id and secret (default: `AUTH_WEBEX_ID`, `AUTH_WEBEX_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/webex`
 * @example Webex()
 */
export default function Webex<P extends WebexProfile = WebexProfile>(
  options: WebexOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
