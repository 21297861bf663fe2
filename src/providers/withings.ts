import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { tokenDialect } from "./kit/token-dialect.js";

/** What is known of Withings, as data. */
export const record: OAuthRecord = {
  id: "withings",
  name: "Withings",
  type: "oauth",
  status: "active",
  authorization: "https://account.withings.com/oauth2_user/authorize2",
  token: "https://wbsapi.withings.net/v2/oauth2",
  tokenRequest: { body: { action: "requesttoken" } },
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: { unwrap: "body" },
  success: { member: "status", value: 0 },
  profileFrom: "tokens",
  scopes: ["user.info"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "userid" },
  docs: "https://developer.withings.com/api-reference/#tag/oauth2",
  console: "https://developer.withings.com/dashboard/",
  localhost: {
    rule: "https-only",
    note: "https only (use a tunnel or a local certificate), localhost not accepted reports",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The answer to the token request is wrapped; it holds the id and nothing else of the user"],
};

/** The user as Withings tells; the members that are read. */
export interface WithingsProfile {
  /** Becomes the id of the account. */
  userid?: number | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Withings.
 *
 * @param options client id and secret (default: `AUTH_WITHINGS_ID`, `AUTH_WITHINGS_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/withings`
 * @example Withings()
 */
export default function Withings<P extends WithingsProfile = WithingsProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { conformToken, tokenDialect });
}
