import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/monzo.js";

/** What is known of Monzo, as data. */
export const record: OAuthRecord = {
  id: "monzo",
  name: "Monzo",
  type: "oauth",
  status: "limited",
  authorization: "https://auth.monzo.com/",
  token: "https://api.monzo.com/oauth2/token",
  userinfo: "https://api.monzo.com/ping/whoami",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id" },
  style: { bg: "#14233c", text: "#fff" },
  docs: "https://docs.monzo.com/#authentication",
  console: "https://developers.monzo.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned for confidential clients",
  notes: ["For your own account and a few others; the user must approve in the app", "Gives the id alone"],
};

/** `GET /ping/whoami` of Monzo; the members that are read. */
export interface MonzoProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Monzo.
 *
 * @param options client id and secret (default: `AUTH_MONZO_ID`, `AUTH_MONZO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/monzo`
 * @example Monzo()
 */
export default function Monzo<P extends MonzoProfile = MonzoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
