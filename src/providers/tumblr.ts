import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/tumblr.js";

/** What is known of Tumblr, as data. */
export const record: OAuthRecord = {
  id: "tumblr",
  name: "Tumblr",
  type: "oauth",
  status: "active",
  authorization: "https://www.tumblr.com/oauth2/authorize",
  token: "https://api.tumblr.com/v2/oauth2/token",
  userinfo: "https://api.tumblr.com/v2/user/info",
  scopes: ["basic"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "response.user.blogs[?primary].uuid",
    name: "response.user.name",
    image: "response.user.blogs[?primary].avatar[0].url",
  },
  style: { bg: "#36465d", text: "#fff" },
  docs: "https://www.tumblr.com/docs/en/api/v2#oauth2-authorization",
  console: "https://www.tumblr.com/oauth/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
  notes: ["Gives no e-mail address"],
};

/** `GET /v2/user/info` of Tumblr; the members that are read. */
export interface TumblrProfile {
  /** Holds what is read of the answer. */
  response?: {
    /** Holds what is read of the answer. */
    user?: {
      /** Holds what is read of the answer. */
      blogs?: {
        /** Whether it is the main one. */
        primary?: boolean;
        /** Id. */
        uuid?: number | string;
        /** Picture. */
        avatar?: {
          /** Address of the picture. */
          url?: string | null;
        }[];
      }[];
      /** Becomes `user.name`. */
      name?: number | string;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Tumblr.
 *
 * @param options client id and secret (default: `AUTH_TUMBLR_ID`, `AUTH_TUMBLR_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/tumblr`
 * @example Tumblr()
 */
export default function Tumblr<P extends TumblrProfile = TumblrProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
