import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/todoist.js";

/** What is known of Todoist, as data. */
export const record: OAuthRecord = {
  id: "todoist",
  name: "Todoist",
  type: "oauth",
  status: "active",
  authorization: "https://todoist.com/oauth/authorize",
  token: "https://todoist.com/oauth/access_token",
  userinfo: "https://api.todoist.com/api/v1/user",
  scopes: ["data:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "full_name", email: "email", image: "avatar_big" },
  emailVerified: "is_email_verified",
  style: { bg: "#E44332", text: "#000" },
  docs: "https://developer.todoist.com/api/v1/#tag/Authorization/OAuth",
  console: "https://developer.todoist.com/appconsole.html",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh:
    "new apps get rotating refresh tokens by default, older apps have long-lived tokens (Todoist SDK docs)",
  notes: ["One callback URL per app"],
};

/** `GET /api/v1/user` of Todoist; the members that are read. */
export interface TodoistProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  full_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  avatar_big?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  is_email_verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Todoist.
 *
 * @param options client id and secret (default: `AUTH_TODOIST_ID`, `AUTH_TODOIST_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/todoist`
 * @example Todoist()
 */
export default function Todoist<P extends TodoistProfile = TodoistProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
