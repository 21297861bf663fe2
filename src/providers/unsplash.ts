import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/unsplash.js";

/** What is known of Unsplash, as data. */
export const record: OAuthRecord = {
  id: "unsplash",
  name: "Unsplash",
  type: "oauth",
  status: "active",
  authorization: "https://unsplash.com/oauth/authorize",
  token: "https://unsplash.com/oauth/token",
  userinfo: "https://api.unsplash.com/me",
  scopes: ["public"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||username", email: "email", image: "profile_image.large" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://unsplash.com/documentation/user-authentication-workflow",
  console: "https://unsplash.com/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The address needs an approval"],
};

/** `GET /me` of Unsplash; the members that are read. */
export interface UnsplashProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  username?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Holds what is read of the answer. */
  profile_image?: {
    /** Becomes `user.image`. */
    large?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Unsplash.
 *
 * @param options client id and secret (default: `AUTH_UNSPLASH_ID`, `AUTH_UNSPLASH_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/unsplash`
 * @example Unsplash()
 */
export default function Unsplash<P extends UnsplashProfile = UnsplashProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
