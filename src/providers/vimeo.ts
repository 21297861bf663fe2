import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/vimeo.js";

/** What is known of Vimeo, as data. */
export const record: OAuthRecord = {
  id: "vimeo",
  name: "Vimeo",
  type: "oauth",
  status: "active",
  authorization: "https://api.vimeo.com/oauth/authorize",
  token: "https://api.vimeo.com/oauth/access_token",
  userinfo: "https://api.vimeo.com/me",
  userinfoHeaders: { accept: "application/vnd.vimeo.*+json;version=3.4" },
  scopes: ["public"],
  checks: ["state"],
  profile: { id: "uri[$/]", name: "name", image: "pictures.base_link" },
  style: { bg: "#1ab7ea", text: "#000" },
  docs: "https://developer.vimeo.com/api/authentication",
  console: "https://developer.vimeo.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The id is the end of the uri", "Gives no e-mail address"],
};

/** `GET /me` of Vimeo; the members that are read. */
export interface VimeoProfile {
  /** Holds what is read of the answer. */
  uri?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Holds what is read of the answer. */
  pictures?: {
    /** Becomes `user.image`. */
    base_link?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Vimeo.
 *
 * @param options client id and secret (default: `AUTH_VIMEO_ID`, `AUTH_VIMEO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/vimeo`
 * @example Vimeo()
 */
export default function Vimeo<P extends VimeoProfile = VimeoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
