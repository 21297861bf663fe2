import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/webflow.js";

/** What is known of Webflow, as data. */
export const record: OAuthRecord = {
  id: "webflow",
  name: "Webflow",
  type: "oauth",
  status: "active",
  authorization: "https://webflow.com/oauth/authorize",
  token: "https://api.webflow.com/oauth/access_token",
  userinfo: "https://api.webflow.com/v2/token/authorized_by",
  scopes: ["authorized_user:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${firstName} ${lastName}", email: "email" },
  style: { bg: "#146ef5", text: "#fff" },
  docs: "https://developers.webflow.com/data/reference/oauth-app",
  console: "https://webflow.com/dashboard/workspace/integrations",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
};

/** `GET /v2/token/authorized_by` of Webflow; the members that are read. */
export interface WebflowProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  firstName?: string | null;
  /** Becomes `user.name`. */
  lastName?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Webflow.
 *
 * @param options client id and secret (default: `AUTH_WEBFLOW_ID`, `AUTH_WEBFLOW_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/webflow`
 * @example Webflow()
 */
export default function Webflow<P extends WebflowProfile = WebflowProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
