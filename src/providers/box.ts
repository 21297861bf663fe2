import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/box.js";

/** What is known of Box, as data. */
export const record: OAuthRecord = {
  id: "box",
  name: "Box",
  type: "oauth",
  status: "active",
  authorization: "https://account.box.com/api/oauth2/authorize",
  token: "https://api.box.com/oauth2/token",
  userinfo: "https://api.box.com/2.0/users/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "login", image: "avatar_url" },
  style: { bg: "#0075C9", text: "#fff" },
  docs: "https://developer.box.com/guides/authentication/oauth2/",
  console: "https://app.box.com/developers/console",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (60 days, single use)",
  notes: ["The settings of the app decide on scopes", "Scopes that can be asked for: root_readonly"],
};

/** `GET /2.0/users/me` of Box; the members that are read. */
export interface BoxProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  login?: string | null;
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Box.
 *
 * @param options client id and secret (default: `AUTH_BOX_ID`, `AUTH_BOX_SECRET`); any member overrides the
 * provider's own value. Callback URL to register: `{origin}{basePath}/callback/box`
 * @example Box()
 */
export default function Box<P extends BoxProfile = BoxProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
