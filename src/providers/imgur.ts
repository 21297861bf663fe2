import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Imgur, as data. */
export const record: OAuthRecord = {
  id: "imgur",
  name: "Imgur",
  type: "oauth",
  status: "active",
  authorization: "https://api.imgur.com/oauth2/authorize",
  token: "https://api.imgur.com/oauth2/token",
  userinfo: "https://api.imgur.com/3/account/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.url", image: "data.avatar" },
  style: { bg: "#1bb76e", text: "#000" },
  docs: "https://apidocs.imgur.com/",
  console: "https://api.imgur.com/oauth2/addclient",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Gives no e-mail address"],
};

/** `GET /3/account/me` of Imgur; the members that are read. */
export interface ImgurProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    url?: string | null;
    /** Becomes `user.image`. */
    avatar?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Imgur.
 *
 * @param options client id and secret (default: `AUTH_IMGUR_ID`, `AUTH_IMGUR_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/imgur`
 * @example Imgur()
 */
export default function Imgur<P extends ImgurProfile = ImgurProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
