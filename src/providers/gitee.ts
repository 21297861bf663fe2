import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/gitee.js";

/** What is known of Gitee, as data. */
export const record: OAuthRecord = {
  id: "gitee",
  name: "Gitee",
  type: "oauth",
  status: "active",
  authorization: "https://gitee.com/oauth/authorize",
  token: "https://gitee.com/oauth/token",
  userinfo: "https://gitee.com/api/v5/user",
  userinfoExtra: [{ url: "https://gitee.com/api/v5/emails", at: "emails", unless: "email", optional: true }],
  scopes: ["user_info", "emails"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||login", email: "email||emails[0].email", image: "avatar_url" },
  style: { bg: "#c71d23", text: "#fff" },
  docs: "https://gitee.com/api/v5/oauth_doc",
  console: "https://gitee.com/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["A private address is read with one more request"],
};

/** `GET /api/v5/user` of Gitee; the members that are read. */
export interface GiteeProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  login?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Holds what is read of the answer. */
  emails?: {
    /** E-mail address. */
    email?: string | null;
  }[];
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Gitee.
 *
 * @param options client id and secret (default: `AUTH_GITEE_ID`, `AUTH_GITEE_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/gitee`
 * @example Gitee()
 */
export default function Gitee<P extends GiteeProfile = GiteeProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
