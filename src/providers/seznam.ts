import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Seznam, as data. */
export const record: OAuthRecord = {
  id: "seznam",
  name: "Seznam",
  type: "oauth",
  status: "active",
  authorization: "https://login.szn.cz/api/v1/oauth/auth",
  token: "https://login.szn.cz/api/v1/oauth/token",
  userinfo: "https://login.szn.cz/api/v1/user",
  scopes: ["identity"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "oauth_user_id",
    name: "${firstname} ${lastname}",
    email: "email||username",
    image: "avatar_url",
  },
  docs: "https://vyvojari.seznam.cz/oauth/doc",
  console: "https://vyvojari.seznam.cz/oauth/admin",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Scopes are separated by commas"],
};

/** `GET /api/v1/user` of Seznam; the members that are read. */
export interface SeznamProfile {
  /** Becomes the id of the account. */
  oauth_user_id?: number | string;
  /** Id for advertising. */
  advert_user_id?: number | string;
  /** Becomes `user.name`. */
  firstname?: string | null;
  /** Becomes `user.name`. */
  lastname?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.email` where `email` is empty. */
  username?: string | null;
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Seznam.
 *
 * @param options client id and secret (default: `AUTH_SEZNAM_ID`, `AUTH_SEZNAM_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/seznam`
 * @example Seznam()
 */
export default function Seznam<P extends SeznamProfile = SeznamProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
